package pagesource

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// roots is what is known about the roots of the sources. A root is a directory that becomes
// the site, or a part of it. It explains a page when a file below it has the path of the
// page. Of several possible roots the one that explains pages alone is right.
type roots struct {
	// explained counts for each folded root the pages that only it explains.
	explained map[string]int
	// pages are the directories that hold pages. explaining are those whose pages only
	// one root explains.
	pages, explaining map[string]bool
}

// findRoots counts the pages that only one root explains.
func (x *Finder) findRoots() *roots {
	if x.roots != nil {
		return x.roots
	}
	x.roots = &roots{explained: map[string]int{}, pages: map[string]bool{}, explaining: map[string]bool{}}
	type explanation struct{ roots, files []string }
	pages := map[string]*explanation{}
	for i := range x.index.Files {
		f := &x.index.Files[i]
		if !f.Content.IsPage || pagekey.IsReadme(f.Name) {
			continue
		}
		markAbove(x.roots.pages, f.Name)
		page, root, ok := x.explain(f)
		if !ok {
			continue
		}
		e := pages[page]
		if e == nil {
			e = &explanation{}
			pages[page] = e
		}
		if e.files = append(e.files, f.Name); !slices.Contains(e.roots, root) {
			e.roots = append(e.roots, root)
		}
	}
	for _, e := range pages {
		if len(e.roots) == 1 {
			x.roots.explained[e.roots[0]]++
			for _, name := range e.files {
				markAbove(x.roots.explaining, name)
			}
		}
	}
	return x.roots
}

// explain returns the page of the site that a file makes by its name or slug, and the root
// that this implies.
func (x *Finder) explain(f *index.File) (page, root string, ok bool) {
	if paths := f.Content.Front.Paths; len(paths) > 0 {
		// A stated path says nothing about the other files of the directory.
		if x.serves(pagekey.Loose(pagekey.Of(paths[0]))) {
			markAbove(x.roots.explaining, f.Name)
		}
		return "", "", false
	}
	key := pagekey.Of(f.Name)
	for _, o := range nameKeys(key) {
		if page, root, ok = x.closestPage(o.key); ok {
			return page, root, true
		}
	}
	if f.Content.Front.Slug == "" {
		return "", "", false
	}
	return x.closestPage(pagekey.Loose(path.Join(path.Dir(key), f.Content.Front.Slug)))
}

// markAbove marks the directories that a file is in.
func markAbove(dirs map[string]bool, name string) {
	for dir := path.Dir(name); !dirs[dir]; dir = path.Dir(dir) {
		dirs[dir] = true
	}
}

// closestPage returns the page of the site that has most segments in common with the key of
// a file, and the root that this implies.
func (x *Finder) closestPage(key string) (page, root string, ok bool) {
	for n := pagekey.Depth(key); n > 0; n-- {
		if page = pagekey.Tail(key, n); x.serves(page) {
			return page, strings.TrimSuffix(key[:len(key)-len(page)], "/"), true
		}
	}
	return "", "", false
}

// IsOtherSite reports whether a file belongs to another site than the checked one, such as an
// example of a theme: the pages in its directory make none of the site's pages, and others
// do.
func (x *Finder) IsOtherSite(file int32) bool {
	if x.page == nil {
		return false
	}
	known := x.findRoots()
	for dir := path.Dir(x.index.Files[file].Name); ; dir = path.Dir(dir) {
		if known.pages[dir] || dir == "." {
			return len(known.explained) > 0 && !known.explaining[dir]
		}
	}
}

// MayLend reports whether a page may show a link of a file that is not its source, as lists
// do. The page that the file makes, if it makes one, must show the link, too: it is one of
// pages, which are keys.
func (x *Finder) MayLend(file int32, pages map[string]bool) bool {
	if !x.isPublished(file) {
		return false
	}
	page, ok := x.makes(&x.index.Files[file])
	return !ok || pages[pagekey.Loose(page)]
}

// makes returns the page of the site that a file makes, as far as that is known.
func (x *Finder) makes(f *index.File) (page string, ok bool) {
	for _, p := range f.Content.Front.Paths {
		if page = pagekey.Loose(pagekey.Of(p)); x.serves(page) {
			return page, true
		}
	}
	page, _, ok = x.explain(f)
	return page, ok
}

// isPublished reports whether pages that a file does not make may show its links: it is
// below a root that explains pages. A README addresses readers of the repository.
func (x *Finder) isPublished(file int32) bool {
	f := &x.index.Files[file]
	if x.page == nil || f.Test {
		return !f.Test
	}
	explained := x.findRoots().explained
	if len(explained) == 0 || pagekey.IsReadme(f.Name) {
		return !pagekey.IsReadme(f.Name)
	}
	for root := pagekey.Loose(path.Dir(f.Name)); ; root = root[:max(strings.LastIndexByte(root, '/'), 0)] {
		if root == "" || explained[root] > 0 {
			return explained[root] > 0
		}
	}
}
