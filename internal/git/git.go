// Package git reads a checkout with go-git: which files git tracks and which it ignores,
// where the repository comes from, and what differs from the base of a pull request. It
// changes nothing, and runs no program.
//
// The files of a repository can be a stranger's. Only regular files are opened, and each
// object that go-git gets was unpacked here, within bounds.
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
	"github.com/go-git/go-git/v5/plumbing/format/config"
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
func find(dir string) (place, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return place{}, fmt.Errorf("could not find the repository: %w", err)
	}
	for top := dir; ; top = filepath.Dir(top) {
		name := filepath.Join(top, ".git")
		info, err := os.Stat(name)
		switch {
		case err == nil && info.IsDir():
			return place{top, name, shared(name)}, nil
		case err == nil:
			// That of a linked work tree or a submodule is a file that names a directory.
			to, ok := strings.CutPrefix(readShort(name), "gitdir: ")
			if !ok {
				return place{}, fmt.Errorf("could not read %q: it does not name a git directory", name)
			}
			to = resolve(top, to)
			return place{top, to, shared(to)}, nil
		case filepath.Dir(top) == top:
			return place{}, fmt.Errorf("could not find the repository around %q: %w", dir, ErrNoRepository)
		}
	}
}

// shared is where a git directory has what linked work trees share with the first one.
func shared(dir string) string {
	if common := readShort(filepath.Join(dir, "commondir")); common != "" {
		return resolve(dir, common)
	}
	return dir
}

func resolve(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

const (
	// maxShort bounds a file of settings, references or patterns, in bytes.
	maxShort = 1 << 20
	// maxIndex bounds the index and packed references, and what the paths of an index come to.
	maxIndex = 1 << 27
)

// readShort returns the text of a small file; empty when it cannot be read.
func readShort(name string) string {
	text, err := openfile.Read(name, maxShort)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// Clone is what a repository knows of where it comes from. What it does not know is empty.
type Clone struct {
	// Top is the absolute directory that the work tree begins at.
	Top string
	// Branch is the one that is checked out. Commit is checked out where no branch is, as in
	// most runs of a workflow for a pull request.
	Branch, Commit string
	// DefaultBranch is that of the remote "origin".
	DefaultBranch string
	// Remotes are the URLs of the remotes by their names, as they are written: they may hold a
	// password.
	Remotes map[string]string
}

// ReadClone reads where the repository around dir comes from.
func ReadClone(dir string) (Clone, error) {
	p, err := find(dir)
	if err != nil {
		return Clone{}, err
	}
	c := Clone{Top: p.top, Remotes: map[string]string{}}
	if head := readShort(filepath.Join(p.workDir, "HEAD")); plumbing.IsHash(head) {
		c.Commit = head
	} else {
		c.Branch, _ = strings.CutPrefix(target(head), "refs/heads/")
	}
	origin := readShort(filepath.Join(p.shared, "refs", "remotes", "origin", "HEAD"))
	c.DefaultBranch, _ = strings.CutPrefix(target(origin), "refs/remotes/origin/")
	settings := config.New()
	// What is before a fault counts.
	_ = config.NewDecoder(strings.NewReader(readShort(filepath.Join(p.shared, "config")))).Decode(settings)
	for _, remote := range settings.Section("remote").Subsections {
		// A remote is fetched from its first URL.
		if urls := remote.OptionAll("url"); len(urls) > 0 && urls[0] != "" {
			c.Remotes[remote.Name] = urls[0]
		}
	}
	return c, nil
}

// target returns the name that a reference stands for; empty for that of a commit.
func target(reference string) string {
	to, ok := strings.CutPrefix(reference, "ref:")
	if !ok {
		return ""
	}
	return strings.TrimSpace(to)
}

// commit returns the name of the commit that a reference such as "HEAD" leads to.
func (p place) commit(name string) (string, error) {
	const maxSteps = 5
	for range maxSteps {
		text, err := p.reference(name)
		if err != nil {
			return "", err
		}
		if plumbing.IsHash(text) {
			return strings.ToLower(text), nil
		}
		if name = target(text); name == "" {
			break
		}
	}
	return "", errors.New("it does not name a commit")
}

// reference returns the text of a reference.
func (p place) reference(name string) (string, error) {
	if file := filepath.FromSlash(name); filepath.IsLocal(file) && !strings.Contains(name, "..") {
		// A linked work tree has some of its own.
		if text := cmp.Or(readShort(filepath.Join(p.workDir, file)), readShort(filepath.Join(p.shared, file))); text != "" {
			return text, nil
		}
	}
	packed, err := openfile.Read(filepath.Join(p.shared, "packed-refs"), maxIndex)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for line := range strings.Lines(string(packed)) {
		if commit, of, ok := strings.Cut(strings.TrimSpace(line), " "); ok && of == name {
			return commit, nil
		}
	}
	return "", fmt.Errorf("no reference %q", name)
}

// Kind is what git tracks at a path.
type Kind int8

const (
	// Absent is nothing.
	Absent Kind = iota
	// File is a regular file.
	File
	// Link is a symbolic link, wherever it leads.
	Link
	// Submodule is the place of another repository.
	Submodule
	// Directory is one that holds something that is tracked.
	Directory
)

// Tree is the work tree around a directory.
type Tree struct {
	place
	// dir is the absolute directory that relative names are below.
	dir string
	// names are those of what is tracked, in order, and kinds what each is.
	names []string
	kinds map[string]Kind
	// patterns are those of each directory by which files are ignored, and ignored the
	// directories of which that is known.
	patterns map[string][]gitignore.Pattern
	ignored  map[string]bool
}

// Open reads the index of the work tree that holds dir. The error is ErrNoRepository where
// there is none, and another one where the index has a form that go-git does not know.
func Open(dir string) (*Tree, error) {
	p, err := find(dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{place: p, kinds: map[string]Kind{}, patterns: map[string][]gitignore.Pattern{}, ignored: map[string]bool{}}
	if t.dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("could not find the work tree: %w", err)
	}
	data, err := openfile.Read(filepath.Join(p.workDir, "index"), maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil // nothing was added yet
	}
	var read index.Index
	if err == nil {
		err = decodeIndex(data, &read)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read git's index of %q: %w", p.top, openfile.Cause(err))
	}
	for _, e := range read.Entries {
		kind := Absent
		switch e.Mode {
		case filemode.Regular, filemode.Executable, filemode.Deprecated:
			kind = File
		case filemode.Symlink:
			kind = Link
		case filemode.Submodule:
			kind = Submodule
		}
		// A conflict has several entries of one name.
		if _, again := t.kinds[e.Name]; !again && kind != Absent {
			t.names = append(t.names, e.Name)
			t.kinds[e.Name] = kind
		}
	}
	slices.Sort(t.names)
	return t, nil
}

// decodeIndex reads an index. Git leaves out the checksum where index.skipHash is set.
func decodeIndex(data []byte, to *index.Index) error {
	err := index.NewDecoder(&bounded{Reader: bytes.NewReader(data), index: to}).Decode(to)
	if errors.Is(err, index.ErrInvalidChecksum) && bytes.HasSuffix(data, make([]byte, len(plumbing.ZeroHash))) {
		return nil
	}
	return err
}

// bounded is an index that go-git reads. Version 4 writes a path as what differs from the one
// before, so a small index can stand for any number of long paths: reading ends where those
// so far are too long.
type bounded struct {
	io.Reader
	index       *index.Index
	seen, names int
}

// Read reads the next bytes; go-git wants no more than 4 KiB.
func (b *bounded) Read(into []byte) (int, error) {
	for ; b.seen < len(b.index.Entries); b.seen++ {
		b.names += len(b.index.Entries[b.seen].Name)
	}
	if b.names > maxIndex {
		return 0, errors.New("its paths are too long")
	}
	return b.Reader.Read(into)
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
func (t *Tree) Tracks(path string) bool { return t.kinds[path] == File }

// Files returns the paths in the repository of all regular files that git tracks, in order.
func (t *Tree) Files() []string {
	return slices.DeleteFunc(slices.Clone(t.names), func(name string) bool { return !t.Tracks(name) })
}

// Links returns the paths in the repository of all symbolic links that git tracks, in order.
func (t *Tree) Links() []string {
	return slices.DeleteFunc(slices.Clone(t.names), func(name string) bool { return t.kinds[name] != Link })
}

// Kind returns what git tracks at a path of the repository, whether or not it is checked out.
// The top itself, "", is a directory.
func (t *Tree) Kind(path string) Kind {
	if kind, ok := t.kinds[path]; ok {
		return kind
	}
	if path == "" {
		return Directory
	}
	below := path + "/"
	if i, _ := slices.BinarySearch(t.names, below); i < len(t.names) && strings.HasPrefix(t.names[i], below) {
		return Directory
	}
	return Absent
}

// IsRepository reports whether a directory is the top of a work tree, as that of a clone or a
// submodule is.
func IsRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
