// Package moved finds where the pages went that a site had and has no longer.
package moved

import (
	"cmp"
	"context"
	"slices"
)

// Page is a page of the old or of the new site.
type Page struct {
	// Path is where it is served, as a URL writes it, with a leading slash and without
	// the base path.
	Path string
	// Title is its title; empty when it is unknown.
	Title string
	// Text is its text.
	Text Text
}

// Rename is a source file that was renamed. Both paths are those in the repository.
type Rename struct{ From, To string }

// Move is a page of the old site, and the page of the new site where its content is now.
type Move struct {
	From, To string
	// Why says how that is known, to a reader.
	Why string
	// IsSure is whether a renamed source or the text says so, and not only the names.
	IsSure bool
}

// Sites is what [Find] compares.
type Sites struct {
	// Lost are the pages of the old site that lead nowhere on the new one.
	Lost []Page
	// New are the pages of the new site. WasThere reports whether the old site had the
	// page at a path, too: then a similar name does not make it the place of another.
	New      []Page
	WasThere func(path string) bool
	// Renames are source files that were renamed since the old site was built.
	Renames []Rename
}

// Find returns where the lost pages went, in the order of their paths. The best evidence
// counts: a renamed source, then the same text, then the folder into which other pages of
// the same folder moved, then a similar name; the folders of these count again. Pages
// without one clear answer are left out.
// The time is in proportion to the number of pages. Find ends early when ctx does, with
// what it found.
func Find(ctx context.Context, s Sites) []Move {
	f := &finder{Sites: s, to: make([]answer, len(s.Lost)), common: newFrequencies(s), titles: newTitles(s.New)}
	for _, step := range []func(context.Context){f.byRenames, f.byText, f.byFolder, f.byName, f.byFolder} {
		if ctx.Err() != nil {
			break
		}
		step(ctx)
	}
	var moves []Move
	for i, a := range f.to {
		if a.why != "" && s.New[a.page].Path != s.Lost[i].Path {
			moves = append(moves, Move{s.Lost[i].Path, s.New[a.page].Path, a.why, a.isSure})
		}
	}
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Compare(a.From, b.From) })
	return moves
}

// finder gathers the answers, step by step. A step only looks at pages without an answer.
type finder struct {
	Sites
	to []answer
	// common says which phrases are on many pages.
	common *frequencies
	titles titles
}

// none stands for no page, or for several.
const none = -1

// answer is the index of a page of the new site; why is empty when there is none.
type answer struct {
	page   int32
	why    string
	isSure bool
}

// open visits the lost pages that have no answer yet, until ctx ends.
func (f *finder) open(ctx context.Context, visit func(i int, lost *Page)) {
	for i := range f.Lost {
		if i%1024 == 0 && ctx.Err() != nil {
			return
		}
		if f.to[i].why == "" {
			visit(i, &f.Lost[i])
		}
	}
}

// accept answers for a lost page, unless the page is none, or both have a text and nothing
// of the one is in the other.
func (f *finder) accept(i int, page int32, why string, isSure bool) {
	if page == none || f.sharesNothing(&f.Lost[i].Text, &f.New[page].Text) {
		return
	}
	f.to[i] = answer{page, why, isSure}
}
