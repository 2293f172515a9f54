// Package pagesource finds the files that a page of the site is made of.
package pagesource

import (
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// Finder finds the sources of pages.
type Finder struct {
	index *index.Index
	// paths are those of the pages of all files, by their last segment. Under "" are
	// those that may be the start page.
	paths map[string][]pagePath
	// page reports whether the site has a page at a path; nil when that is not known.
	// served caches its results.
	page   func(path string) bool
	served map[string]bool
	// roots is nil until it is needed.
	roots *roots
}

// Source is a file that a page may be made of.
type Source struct {
	File int32
	// Root is the folded directory of the sources that becomes the part of the site at
	// Mount. Exact is true when the rest of both paths is the same.
	Root, Mount string
	Exact       bool
}

// Sources are the files that one page may be made of.
type Sources struct {
	All []Source
	// Ambiguous is true when only one of them can be the source of the page, and nothing
	// says which: the same page in another language or version.
	Ambiguous bool
}

// New returns a finder for the files of an index. page reports whether the site has a page
// at a path; nil when that is not known.
func New(x *index.Index, page func(path string) bool) *Finder {
	f := &Finder{index: x, paths: make(map[string][]pagePath, len(x.Files)), page: page, served: map[string]bool{}}
	for i := range x.Files {
		f.addFile(int32(i))
	}
	return f
}

// Edited returns the source that a page names itself, with a link to edit it.
func Edited(file int32, name, page string) Source {
	key, source := pagekey.Loose(pagekey.Of(page)), pagekey.Loose(pagekey.Of(name))
	s := Source{File: file}
	s.Root, _ = pagekey.CommonSuffix(source, key)
	s.Mount, _ = pagekey.CommonSuffix(key, source)
	s.Exact = key != "" && s.Mount == ""
	return s
}

// Of returns the files that may be the source of a page: those whose path below a root is
// the path of the page; without any, those whose path ends most like it.
func (x *Finder) Of(page string) Sources {
	key := pagekey.Loose(pagekey.Of(page))
	all, related := x.candidates(key)
	if exact := keep(all, func(c candidate) bool { return c.Exact }); len(exact) > 0 {
		return x.prefer(exact, related)
	}
	most := 0
	for _, c := range all {
		most = max(most, c.common)
	}
	all = x.mostSimilar(key, keep(all, func(c candidate) bool { return c.common == most }))
	found := sourcesOf(x.bestNamed(all))
	found.Ambiguous = found.Ambiguous || len(related) > 0
	return found
}

// sourcesOf returns the files of candidates of which one is right.
func sourcesOf(all []candidate) Sources {
	o := Sources{Ambiguous: len(all) > 1}
	for _, c := range all {
		o.All = append(o.All, c.Source)
	}
	return o
}

// serves reports whether the site is known to have a page with the key, in one of the ways
// that generators name its file.
func (x *Finder) serves(key string) bool {
	if x.page == nil || key == "" {
		return false
	}
	serves, known := x.served[key]
	if !known {
		serves = x.page("/"+key+"/") || x.page("/"+key+".html") || x.page("/"+key)
		x.served[key] = serves
	}
	return serves
}
