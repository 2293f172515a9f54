// Package git reads a checkout with go-git: which files git tracks and which it ignores, what
// differs from the base of a pull request, and which links are to files of the repository. It
// changes nothing, and runs no program.
//
// The files of a repository can be a stranger's. Only regular files are opened, and what is
// unpacked has one bound, see [budget].
package git

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/go-git/go-git/v5/plumbing/format/index"

	"github.com/linkvet/linkvet/internal/openfile"
)

// ErrNoRepository says that no repository is around a directory.
var ErrNoRepository = errors.New("no git repository")

// place is where a repository is.
type place struct {
	// top is the absolute directory that the work tree begins at.
	top string
	// workDir is the git directory of the work tree, with its HEAD and index. shared has the
	// rest; it is another directory for a linked work tree.
	workDir, shared string
}

// find finds the repository around a directory.
func find(dir string) (p place, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return p, fmt.Errorf("could not find the repository: %w", err)
	}
	for p.top = dir; !IsRepository(p.top); p.top = filepath.Dir(p.top) {
		if filepath.Dir(p.top) == p.top {
			return p, fmt.Errorf("could not find the repository around %q: %w", dir, ErrNoRepository)
		}
	}
	p.workDir = filepath.Join(p.top, ".git")
	if info, err := os.Stat(p.workDir); err != nil || !info.IsDir() {
		// That of a linked work tree or a submodule is a file that names a directory.
		to, ok := strings.CutPrefix(readShort(p.workDir), "gitdir: ")
		if !ok {
			return p, fmt.Errorf("could not read %q: it does not name a git directory", p.workDir)
		}
		p.workDir = resolve(p.top, to)
	}
	p.shared = p.workDir
	if common := readShort(filepath.Join(p.workDir, "commondir")); common != "" {
		p.shared = resolve(p.workDir, common)
	}
	return p, nil
}

// IsRepository reports whether a directory is the top of a work tree, as that of a clone or a
// submodule is.
func IsRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

func resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// readShort returns the text of a file of settings, references or patterns; empty when it cannot
// be read.
func readShort(name string) string {
	const most = 64 << 20 // bytes
	text, err := openfile.Read(name, most)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// reference returns the text of a reference: a commit, or the name of another reference behind
// symbolic. It is empty where there is none.
func (p place) reference(name string) string {
	if file := filepath.FromSlash(name); filepath.IsLocal(file) && !strings.Contains(name, "..") {
		// A linked work tree has some of its own.
		if text := cmp.Or(readShort(filepath.Join(p.workDir, file)), readShort(filepath.Join(p.shared, file))); text != "" {
			return text
		}
	}
	for line := range strings.Lines(readShort(filepath.Join(p.shared, "packed-refs"))) {
		if commit, of, ok := strings.Cut(strings.TrimSpace(line), " "); ok && of == name {
			return commit
		}
	}
	return ""
}

const symbolic = "ref: "

// commit returns the name of the commit that a reference such as "HEAD" leads to; empty where it
// leads to none.
func (p place) commit(name string) string {
	for range 5 { // as git does
		text := p.reference(name)
		if plumbing.IsHash(text) {
			return strings.ToLower(text)
		}
		name = strings.TrimPrefix(text, symbolic)
	}
	return ""
}

// Tree is the work tree around a directory. It is not safe for concurrent use.
type Tree struct {
	place
	// dir is the absolute directory that relative names are below.
	dir string
	// entries are what is tracked, in the order of the paths.
	entries []entry
	// patterns are those of each directory by which files are ignored, and ignored the
	// directories of which that is known.
	patterns map[string][]gitignore.Pattern
	ignored  map[string]bool
}

// entry is a file that git tracks. Its mode is Regular for all regular files.
type entry struct {
	path string
	mode filemode.FileMode
}

func comparePaths(a, b entry) int { return strings.Compare(a.path, b.path) }

// Plain returns an absolute directory as a work tree of which git tracks nothing.
func Plain(dir string) *Tree {
	p := place{top: dir, shared: filepath.Join(dir, ".git")}
	return &Tree{place: p, dir: dir, patterns: map[string][]gitignore.Pattern{}, ignored: map[string]bool{}}
}

// Open reads the index of the work tree that holds dir. The error is ErrNoRepository where
// there is none, and another one where the index has a form that go-git does not know.
func Open(dir string) (*Tree, error) {
	p, err := find(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, err
	}
	t := Plain(dir)
	t.place = p
	var read index.Index
	data, err := openfile.Read(filepath.Join(t.workDir, "index"), 1<<27)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil // nothing was added yet
	case err == nil:
		err = decodeIndex(data, &read, maxUnpacked)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read git's index of %q: %w", t.top, openfile.Cause(err))
	}
	for _, e := range read.Entries {
		if e.Mode == filemode.Executable || e.Mode == filemode.Deprecated {
			e.Mode = filemode.Regular
		}
		t.entries = append(t.entries, entry{e.Name, e.Mode})
	}
	slices.SortStableFunc(t.entries, comparePaths)
	// A conflict has several entries of one name.
	t.entries = slices.CompactFunc(t.entries, func(a, b entry) bool { return a.path == b.path })
	return t, nil
}

// decodeIndex reads an index whose paths come to at most so much. The checksum does not count: git
// leaves it out where index.skipHash is set.
func decodeIndex(data []byte, to *index.Index, most budget) error {
	err := index.NewDecoder(&paths{bytes.NewReader(data), to, 0, most}).Decode(to)
	if errors.Is(err, index.ErrInvalidChecksum) {
		return nil
	}
	return err
}

// paths is an index that go-git reads. Version 4 writes a path as what differs from the one
// before, so a small index can stand for any number of long paths.
type paths struct {
	io.Reader
	index *index.Index
	seen  int
	budget
}

// Read reads the next bytes; go-git wants no more than 4 KiB.
func (p *paths) Read(into []byte) (int, error) {
	for ; p.seen < len(p.index.Entries); p.seen++ {
		if err := p.spend(int64(len(p.index.Entries[p.seen].Name))); err != nil {
			return 0, err
		}
	}
	return p.Reader.Read(into)
}

// Top returns the absolute directory that the work tree begins at.
func (t *Tree) Top() string { return t.top }

// Path returns where a file lies in the repository: file is relative to the directory of
// Open, or absolute, with slashes. It is empty for what lies outside.
func (t *Tree) Path(file string) string {
	path, err := filepath.Rel(t.top, resolve(t.dir, filepath.FromSlash(file)))
	if err != nil || !filepath.IsLocal(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// Tracks reports whether git tracks the regular file at a path of the repository.
func (t *Tree) Tracks(path string) bool { return t.modeOf(path) == filemode.Regular }

// Files returns the paths in the repository of all regular files that git tracks, in order.
func (t *Tree) Files() []string { return t.all(filemode.Regular) }

// Links returns the paths in the repository of all symbolic links that git tracks, in order.
func (t *Tree) Links() []string { return t.all(filemode.Symlink) }

func (t *Tree) all(mode filemode.FileMode) (paths []string) {
	for _, e := range t.entries {
		if e.mode == mode {
			paths = append(paths, e.path)
		}
	}
	return paths
}

// modeOf returns what git tracks at a path of the repository, whether or not it is checked out: Dir for
// a directory that holds something that is tracked, and Empty for nothing.
func (t *Tree) modeOf(path string) filemode.FileMode {
	if i, ok := slices.BinarySearchFunc(t.entries, entry{path: path}, comparePaths); ok {
		return t.entries[i].mode
	}
	below := path + "/"
	if i, _ := slices.BinarySearchFunc(t.entries, entry{path: below}, comparePaths); i < len(t.entries) && strings.HasPrefix(t.entries[i].path, below) {
		return filemode.Dir
	}
	return filemode.Empty
}
