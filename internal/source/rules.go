package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// decision is the link that an occurrence comes from; without any, the zero decision.
type decision struct {
	// link is the only link that fits.
	link *document.Link
	// inOrder are equal links of which each occurrence takes the one with its number.
	inOrder []*document.Link
}

// search is the search for the link that one occurrence comes from.
type search struct {
	p *pageLinks
	i int
	// left are the matches that are left, the one with the closest relation first.
	left     []match
	decision decision
	done     bool
}

// rules decide which match an occurrence comes from. They run from top to bottom until
// one is done.
var rules = []struct {
	name    string
	applies func(s *search) bool
	run     func(s *search)
}{
	{name: "prefer the same region of the page", applies: (*search).hasSeveral, run: (*search).preferRegion},
	{name: "prefer the best matching destination", applies: (*search).hasSeveral, run: (*search).preferDestination},
	{name: "prefer the program that the path of the page names", applies: (*search).hasSeveral, run: (*search).preferNamedProgram},
	{name: "prefer the same heading above", applies: (*search).hasSeveral, run: (*search).preferHeading},
	{name: "name the only place, when the rest of the page agrees", applies: (*search).hasOne, run: (*search).nameOne},
	{name: "prefer links above all headings, when none has the heading", applies: (*search).hasSeveral, run: (*search).preferTop},
	{name: "number equal links, when the page has as many", applies: (*search).hasAny, run: (*search).number},
}

// decide runs the rules for occurrence i.
func (p *pageLinks) decide(i int) decision {
	s := &search{p: p, i: i, left: p.found[p.groupOf[i]]}
	for _, r := range rules {
		if !p.a.trace.isLeftOut(r.name) && r.applies(s) {
			r.run(s)
		}
		if s.done {
			break
		}
	}
	return s.decision
}

// hasOne reports whether all matches that are left are in one place.
func (s *search) hasOne() bool {
	_, ok := onePlace(s.left)
	return ok
}

// hasAny reports whether a match is left.
func (s *search) hasAny() bool { return len(s.left) > 0 }

// hasSeveral reports whether the matches that are left are in several places.
func (s *search) hasSeveral() bool { return len(s.left) > 0 && !s.hasOne() }

// prefer keeps the matches that pass, if any does.
func (s *search) prefer(passes func(match) bool) {
	if kept := filter(s.left, passes); len(kept) > 0 {
		s.left = kept
	}
}

// preferRegion prefers shared files for links around the content of the page, and other
// files for those in it.
func (s *search) preferRegion() {
	where := s.p.builtLink(s.i).Region
	if where == document.NoRegion {
		return
	}
	s.prefer(func(m match) bool {
		if m.link.Region != document.NoRegion && m.relation == sharedFile {
			return m.link.Region == where
		}
		return (m.relation == sharedFile) == isOutside(where)
	})
}

func (s *search) preferNamedProgram() {
	s.left = namedPrograms(s.p.a.index, s.p.on[s.i].Page, s.left)
}

func (s *search) preferDestination() {
	var top destMatch
	for _, m := range s.left {
		top = max(top, m.dest)
	}
	s.prefer(func(m match) bool { return m.dest == top })
}

func (s *search) preferHeading() {
	if heading := s.p.builtLink(s.i).Heading; heading != "" {
		s.prefer(func(m match) bool { return m.link.Heading == heading })
	}
}

// nameOne decides for the only place that is left.
func (s *search) nameOne() {
	s.done = true
	if s.p.isEnough(s.i, s.left[0]) && s.p.isCredible(s.i, s.left) {
		s.decision.link = s.left[0].link
	}
}

func (s *search) preferTop() {
	built := s.p.builtLink(s.i)
	hasHeading := func(m match) bool { return m.link.Heading != "" && m.link.Heading == built.Heading }
	if built.Line != 0 && !slices.ContainsFunc(s.left, hasHeading) {
		s.prefer(func(m match) bool { return m.link.Heading == "" })
	}
}

// number decides for the n-th of equal links in one file where the page has as many.
func (s *search) number() {
	links := make([]*document.Link, len(s.left))
	for k, m := range s.left {
		if m.link.File != s.left[0].link.File {
			return
		}
		links[k] = m.link
	}
	built := s.p.builtLink(s.i)
	if s.p.count(s.i).surroundings[surroundings{built.Heading, built.Region}] == len(links) && s.p.isEnough(s.i, s.left[0]) {
		slices.SortFunc(links, byPlace)
		s.decision.inOrder = links
	}
}
