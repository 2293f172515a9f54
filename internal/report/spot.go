package report

import (
	"cmp"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// spot is one place to fix: a place of a source, to which the links of many
// pages may come down, or a link of a page whose source is not known.
type spot struct {
	// first is the first of the links that are there.
	first *link.Occurrence
	// file, line and column are as place returns them; end is the column behind
	// the last character, or zero.
	file              string
	line, column, end int
	// uses and pages count the links that come from there, and the pages that hold
	// them.
	uses, pages int
	// known is true when the baseline lists all of these pages, and not all others of
	// the finding. notCaused is the same for what the pull request does not cause.
	known, notCaused bool
}

// isSource reports whether an author can edit the spot.
func (s *spot) isSource() bool { return s.first.Source != nil }

// spots returns the places at which a finding is to be fixed, each once: first what is
// new, then what the pull request causes, otherwise in the order of stableSpots.
func spots(f *link.Finding) []spot {
	all := stableSpots(f)
	slices.SortStableFunc(all, func(a, b spot) int {
		return cmp.Or(yesLast(a.known, b.known), yesLast(a.notCaused, b.notCaused))
	})
	return all
}

// stableSpots are the spots in an order that no baseline changes: first those of sources,
// then those of pages, each in the order of the occurrences.
func stableSpots(f *link.Finding) []spot {
	all := make([]spot, 0, len(f.Occurrences))
	seen := map[link.Source]int{}
	last := map[int]string{} // the page that a spot was last seen on
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		at, known := len(all), false
		if o.Source != nil {
			if j, ok := seen[*o.Source]; ok {
				at, known = j, true
			}
			seen[*o.Source] = at
		}
		if !known {
			all = append(all, newSpot(o))
		}
		// Occurrences are sorted by page, so a page that comes again comes next.
		s, page := &all[at], cmp.Or(o.Page, o.File)
		if s.uses == 0 || last[at] != page {
			s.pages++
		}
		s.uses++
		s.known, s.notCaused = s.known && o.Known, s.notCaused && o.NotCaused
		if o.Source != nil {
			last[at] = page
		}
	}
	for i := range all {
		all[i].known = all[i].known && !f.Known
		all[i].notCaused = all[i].notCaused && !f.NotCaused
	}
	slices.SortStableFunc(all, func(a, b spot) int { return yesLast(!a.isSource(), !b.isSource()) })
	return all
}

func newSpot(o *link.Occurrence) spot {
	s := spot{first: o, known: true, notCaused: true}
	s.file, s.line, s.column = place(o)
	if o.Source != nil {
		s.end = o.Source.EndColumn
	}
	return s
}
