// Package git tells what git knows of the files here: which it tracks, which it is
// to leave alone, and which a pull request changes. It reads the index and the
// objects of the repository itself, and runs no program.
package git

import (
	"fmt"
	"path/filepath"
)

// Tree is the work tree around a directory.
type Tree struct {
	// dir is the absolute directory, top the root of the work tree.
	dir, top string
	// gitDir is the directory of the repository itself, which linked work trees share,
	// and workDir the one of this work tree.
	gitDir, workDir string
	// entries are in order, and tracked tells what each is.
	entries []indexed
	tracked map[string]Kind
}

// Open reads the index of the work tree that holds dir. The error tells that
// there is none, or none that is understood.
func Open(dir string) (*Tree, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("could not find the work tree: %w", err)
	}
	top, entries, err := tracked(absolute)
	if err != nil {
		return nil, fmt.Errorf("could not read git's index of %q: %w", absolute, err)
	}
	_, gitDir, err := findGit(absolute)
	if err != nil {
		return nil, fmt.Errorf("could not find the work tree: %w", err)
	}
	t := &Tree{
		dir: absolute, top: top, gitDir: commonDir(gitDir), workDir: gitDir,
		entries: entries, tracked: make(map[string]Kind, len(entries)),
	}
	for _, e := range entries {
		t.tracked[e.name] = e.kind
	}
	return t, nil
}

// Path returns where a file lies in the repository: file is relative to the
// directory of Open, or absolute, with slashes. It is empty for what lies outside.
func (t *Tree) Path(file string) string {
	name := filepath.FromSlash(file)
	if !filepath.IsAbs(name) {
		name = filepath.Join(t.dir, name)
	}
	path, err := filepath.Rel(t.top, name)
	if err != nil || !filepath.IsLocal(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// Tracks reports whether git tracks the regular file at a path of the repository.
func (t *Tree) Tracks(path string) bool { return t.tracked[path] == File }
