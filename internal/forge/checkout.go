package forge

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Checkout answers for the pages of a repository that is checked out. It changes
// nothing, follows no symbolic link, and leaves the work tree by no path. It is not
// safe for concurrent use.
type Checkout struct {
	repositories []Repository
	branches     Branches
	top          string
	// tree is nil where git's index cannot be read. It is opened for the first link
	// that needs it.
	tree func() *git.Tree
	// What follows is made when it is needed; files are those that paths knows, and
	// sorts the directories with the ends of the names of files in them.
	files []string
	paths *suggest.Paths
	sorts map[sort]bool
}

// Open returns the checkout around dir; nil when there is none, or nothing that
// tells where it is shown. getenv and fallback are those of NewBranches.
func Open(dir string, getenv func(string) string, fallback string) *Checkout {
	clone, err := git.ReadClone(dir)
	if err != nil {
		return nil
	}
	repositories := Repositories(clone, getenv)
	if len(repositories) == 0 {
		return nil
	}
	return &Checkout{
		repositories: repositories, branches: NewBranches(clone, getenv, fallback), top: clone.Top,
		tree: sync.OnceValue(func() *git.Tree {
			tree, err := git.Open(clone.Top)
			if err != nil {
				return nil
			}
			return tree
		}),
	}
}

// Answer is what the checkout says of a URL.
type Answer struct {
	// Missing says what is not there, in one line; empty when all is well.
	Missing string
	// Suggestion is a URL that was perhaps meant instead; empty when none is known.
	Suggestion string
	// Lines is the number of lines of the file that is shown, 0 when it shows no
	// lines, or they were not counted.
	Lines int
}

// Look answers for u; ok is false when the checkout cannot. It counts lines when
// it is asked to.
func (c *Checkout) Look(u weburl.URL, lines bool) (answer Answer, ok bool) {
	for i, r := range c.repositories {
		if p, is := r.page(u); is {
			// What a fork has not taken over yet, the other may have.
			return c.look(p, lines, i == 0)
		}
	}
	return Answer{}, false
}

func (c *Checkout) look(p page, lines, first bool) (answer Answer, ok bool) {
	branch, name, checkedOut, ok := c.branches.cut(p.rest)
	checkedOut = checkedOut && first
	name = strings.TrimSuffix(name, "/")
	switch {
	case !ok, name != "" && (!fs.ValidPath(name) || strings.ContainsRune(name, 0)), c.tree() == nil:
		return Answer{}, false
	case p.kind == "new":
		// It is the place where a file may be made.
		return Answer{}, true
	case name == "":
		return Answer{}, p.kind == "tree" || p.kind == "commits"
	}
	kind := c.kind(name)
	switch {
	case kind == git.Directory && p.kind == "raw":
		return Answer{Missing: fmt.Sprintf("%q is a directory in this repository's checkout, so it has no raw text", name)}, checkedOut
	case kind != git.Absent:
		answer := Answer{}
		if lines && kind == git.File && (p.kind == "blob" || p.kind == "blame") {
			answer.Lines = c.countLines(name)
		}
		return answer, true
	case p.kind == "commits", c.isBelowSubmodule(name):
		// The history of what is gone stays.
		return Answer{}, false
	case !checkedOut && (p.kind != "edit" || !c.hasSort(name)):
		// The branch may have it, and the network tells, but for what asks for a login.
		// That is believed of a branch which is much like this one, as one that holds
		// what was built from the other is not.
		return Answer{}, false
	}
	answer.Missing = fmt.Sprintf("no %q in this repository's checkout, which linkvet uses for branch %q", name, branch)
	answer.Suggestion = c.suggest(p, name)
	return answer, true
}

// sort is a directory, and the end of the name of a file in it.
type sort struct{ dir, end string }

func sortOf(name string) sort { return sort{path.Dir(name), path.Ext(name)} }

// hasSort reports whether git tracks files of the same sort beside a path.
func (c *Checkout) hasSort(name string) bool {
	if c.sorts == nil {
		c.sorts = map[sort]bool{}
		for _, file := range c.tree().Files() {
			c.sorts[sortOf(file)] = true
		}
	}
	return c.sorts[sortOf(name)]
}

// kind is the kind of file at a path, in git's index or, not added to it yet, on disk.
func (c *Checkout) kind(name string) git.Kind {
	if kind := c.tree().Kind(name); kind != git.Absent {
		return kind
	}
	root, err := os.OpenRoot(c.top)
	if err != nil {
		return git.Absent
	}
	// It is only read from.
	defer func() { _ = root.Close() }()
	var info fs.FileInfo
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		// What lies behind a link is shown by no forge, nor is git's own directory.
		if info, err = root.Lstat(name[:i]); err != nil || i < len(name) && !info.IsDir() || path.Base(name[:i]) == ".git" || !isListed(c.top, name[:i]) {
			return git.Absent
		}
	}
	switch {
	case c.tree().IsIgnored(name, info.IsDir()):
		// What a build makes is never on the forge.
		return git.Absent
	case info.IsDir():
		return git.Directory
	case info.Mode().IsRegular():
		return git.File
	case info.Mode()&fs.ModeSymlink != 0:
		return git.Link
	}
	return git.Absent
}

// isListed reports whether a directory lists a file by just that name. Windows and macOS
// also find one that is written in another case, and a forge does not.
func isListed(top, name string) bool {
	entries, err := openfile.List(filepath.Join(top, filepath.FromSlash(path.Dir(name))))
	return err == nil && slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return entry.Name() == path.Base(name) })
}

// isBelowSubmodule reports whether a path lies in another repository.
func (c *Checkout) isBelowSubmodule(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if c.tree().Kind(dir) == git.Submodule {
			return true
		}
	}
	return false
}

// maxCounted is the size in bytes past which the lines of a file are not counted.
const maxCounted = 8 << 20

// countLines returns the number of lines of a file that is checked out; 0 when it
// is not, or cannot be read.
func (c *Checkout) countLines(name string) int {
	root, err := os.OpenRoot(c.top)
	if err != nil {
		return 0
	}
	// What is opened is only read from.
	defer func() { _ = root.Close() }()
	text, err := openfile.ReadItself(root, name, maxCounted)
	if err != nil {
		return 0
	}
	lines := strings.Count(string(text), "\n")
	if len(text) > 0 && text[len(text)-1] != '\n' {
		lines++
	}
	return lines
}

// maxFiles is the number of files past which no path is looked for that was
// perhaps meant.
const maxFiles = 100_000

// suggest returns the URL of the file that was perhaps meant by a path.
func (c *Checkout) suggest(p page, name string) string {
	if p.kind == "tree" {
		return "" // only files are known by name
	}
	if c.paths == nil {
		c.files = c.tree().Files()
		if len(c.files) > maxFiles {
			c.files = nil
		}
		c.paths = suggest.NewPaths(suggest.Site{
			Len:  len(c.files),
			Path: func(i int32) string { return "/" + escape(c.files[i]) },
			End:  func(i int32) int32 { return i },
		})
	}
	place := c.paths.Nearest(suggest.Query{Target: "/" + escape(name)})
	if place < 0 {
		return ""
	}
	right := escape(c.files[place])
	return p.before + escape(strings.TrimSuffix(strings.TrimSuffix(p.rest, "/"), name)) + right
}

// escape writes a path as URLs do.
func escape(name string) string { return (&url.URL{Path: name}).EscapedPath() }
