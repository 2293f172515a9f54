// Package git tells what git knows of the files here: which it tracks, read from
// its index, and which a pull request changes, if the git program is there.
package git

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Tree is the work tree around a directory.
type Tree struct {
	// dir is the absolute directory, top the root of the work tree.
	dir, top string
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
	t := &Tree{dir: absolute, top: top, entries: entries, tracked: make(map[string]Kind, len(entries))}
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

// isCommit tells whether base is taken for the name of a commit: 7 to 64
// hexadecimal digits, which the git program cannot take for a flag.
func isCommit(base string) bool {
	return len(base) >= 7 && len(base) <= 64 && strings.Trim(base, "0123456789abcdefABCDEF") == ""
}

// Changed returns the paths in the repository of what changed since base, the
// commit that a pull request is to be merged into. It asks the git program for
// it, and compares with the first parent where base was not fetched, as in a
// shallow clone of a merge. The error tells that neither is to be had.
func (t *Tree) Changed(ctx context.Context, base string) ([]string, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("could not find the git program: %w", err)
	}
	ranges := []string{"HEAD^1...HEAD"}
	if isCommit(base) {
		ranges = []string{base + "...HEAD", base + "..HEAD", "HEAD^1...HEAD"}
	}
	var errs []error
	for _, commits := range ranges {
		cmd := exec.CommandContext(ctx, program, "-C", t.top, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", commits, "--")
		out, err := cmd.Output()
		if err == nil {
			return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), nil
		}
		errs = append(errs, fmt.Errorf("could not compare %s: %w", commits, err))
	}
	return nil, errors.Join(errs...)
}
