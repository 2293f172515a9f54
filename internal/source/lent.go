package source

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// lent are the occurrences of a finding whose source is the file of another page: a list
// without a source shows what its pages hold. A menu looks the same, but is on pages, too,
// whose own sources lack the link.
type lent struct {
	// occurrences are those by number, with their readings.
	occurrences map[int]reading
	// unexplained are the readings on pages whose own sources lack the link.
	unexplained map[reading]bool
}

// reading is what a reader sees of a link.
type reading struct {
	text string
	role document.Role
}

func readingOf(o *link.Occurrence) reading {
	return reading{plaintext.Fold(o.Text), document.RoleOf(o.Element)}
}

// note notes the occurrences on one page after they were attributed; from is the number of
// the first. hasSource is true for a page that has a source file. isLent reports whether
// the source of an occurrence is the file of another page.
func (l *lent) note(on []link.Occurrence, from int, hasSource bool, isLent func(i int) bool) {
	for i := range on {
		switch {
		case on[i].Source == nil && hasSource:
			l.unexplained[readingOf(&on[i])] = true
		case on[i].Source != nil && isLent(i):
			l.occurrences[from+i] = readingOf(&on[i])
		}
	}
}

// withdraw turns the sources that were lent to a probable menu into candidates.
func (l *lent) withdraw(on []link.Occurrence) {
	for i, r := range l.occurrences {
		if l.unexplained[r] {
			on[i].Candidates, on[i].Source = []link.Source{*on[i].Source}, nil
		}
	}
}

// leastOnPages returns for each reading how many occurrences of it a page has at least, of
// the pages that have one.
func leastOnPages(on []link.Occurrence) map[reading]int {
	least, page := map[reading]int{}, map[reading]int{}
	for i := range on {
		page[readingOf(&on[i])]++
		if i+1 < len(on) && on[i+1].Page == on[i].Page {
			continue
		}
		for r, n := range page {
			if known := least[r]; known == 0 || n < known {
				least[r] = n
			}
		}
		clear(page)
	}
	return least
}
