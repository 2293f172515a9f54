package git

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Checkout answers for the pages on which a forge shows files of the repository that is checked out
// here. A page that a change adds is there only when the change is merged, and in the checkout at
// once. Checkout changes nothing, follows no symbolic link, and leaves the work tree by no path. It
// is not safe for concurrent use.
type Checkout struct {
	repositories []Repository
	branches     branches
	// tree is nil where git's index cannot be read. It is opened for the first link that needs it,
	// and the others are for the first one that it does not have: the files that git does not know
	// yet, and what finds the path that was probably meant.
	tree    func() *Tree
	fresh   func() []string
	nearest func() func(name string) string
}

// OpenCheckout returns the checkout around dir; nil when there is none, or nothing that tells where it
// is shown. fallback is the default branch of the repository where the event that started the run
// tells it. nearest returns what finds the one of some files that was probably meant by a path.
func OpenCheckout(dir string, getenv func(string) string, fallback string, nearest func(files []string) func(name string) string) *Checkout {
	p, err := find(dir)
	if err != nil {
		return nil
	}
	c := &Checkout{repositories: Repositories(dir, getenv), branches: newBranches(p, getenv, fallback)}
	if len(c.repositories) == 0 {
		return nil
	}
	c.tree = sync.OnceValue(func() *Tree {
		tree, _ := Open(p.top) // nil where it cannot be read
		return tree
	})
	c.fresh = sync.OnceValue(func() []string {
		const most = 100_000 // entries of directories
		files, _ := c.tree().Untracked(context.Background(), p.top, most, func(string) bool { return false })
		return files
	})
	c.nearest = sync.OnceValue(func() func(string) string { return nearest(c.tree().Files()) })
	return c
}

// Answer is what the checkout says of a URL.
type Answer struct {
	// Missing says what is not there, in one line; empty when all is well.
	Missing string
	// Suggestion is a URL that was perhaps meant instead; empty when none is known.
	Suggestion string
}

// Look answers for u; ok is false when the checkout cannot.
func (c *Checkout) Look(u weburl.URL) (answer Answer, ok bool) {
	var s shown
	i := slices.IndexFunc(c.repositories, func(r Repository) (is bool) {
		s, is = r.read(u)
		return is
	})
	branch, name, checkedOut, ok := c.branches.cut(s.rest)
	checkedOut = checkedOut && i == 0 // what a fork has not taken over yet, the other may have
	name = strings.TrimSuffix(name, "/")
	switch {
	case i < 0, !ok, name != "" && (!fs.ValidPath(name) || strings.ContainsRune(name, 0)), c.tree() == nil:
		return Answer{}, false
	case s.kind == "new":
		// It is the place where a file may be made.
		return Answer{}, true
	case name == "":
		return Answer{}, s.kind == "tree" || s.kind == "commits"
	}
	switch mode := c.modeOf(name); {
	case mode == filemode.Dir && s.kind == "raw":
		return Answer{Missing: fmt.Sprintf("%q is a directory in this repository's checkout, so it has no raw text", name)}, checkedOut
	case mode != filemode.Empty:
		return Answer{}, true
	case s.kind == "commits", !checkedOut:
		// The history of what is gone stays, and another branch may have it.
		return Answer{}, false
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if c.tree().modeOf(dir) == filemode.Submodule {
			return Answer{}, false // it is in another repository
		}
	}
	answer.Missing = fmt.Sprintf("no %q in this repository's checkout, which linkvet uses for branch %q", name, branch)
	if s.kind != "tree" { // only files are known by name
		if right := c.nearest()(name); right != "" {
			right = strings.TrimSuffix(strings.TrimSuffix(s.rest, "/"), name) + right
			answer.Suggestion = s.before + (&url.URL{Path: right}).EscapedPath()
		}
	}
	return answer, true
}

// modeOf is what is at a path: in git's index, or of a file that is not added to it yet.
// What a build makes, and git ignores, is never on the forge.
func (c *Checkout) modeOf(name string) filemode.FileMode {
	if mode := c.tree().modeOf(name); mode != filemode.Empty {
		return mode
	}
	for _, fresh := range c.fresh() {
		if fresh == name {
			return filemode.Regular
		}
		if strings.HasPrefix(fresh, name+"/") {
			return filemode.Dir
		}
	}
	return filemode.Empty
}

// PagesURL returns where GitHub Pages serves the site of the repository unless its owner
// gave it a domain, such as https://owner.github.io/name/; empty for other forges.
func (c *Checkout) PagesURL() string {
	for _, r := range c.repositories {
		owner, name, ok := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
		if r.Host != "github.com" || !ok || strings.Contains(name, "/") {
			continue
		}
		site := "https://" + strings.ToLower(owner) + ".github.io/"
		if strings.HasSuffix(r.name(), ".github.io") {
			return site // it is at the top of its owner's domain
		}
		return site + name + "/"
	}
	return ""
}
