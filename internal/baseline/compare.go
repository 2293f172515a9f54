package baseline

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// Comparison compares what a run found with the places of a baseline.
type Comparison struct {
	places *Places
	// shown returns a text as reports show it.
	shown func(text string) string
	// found is true for each place of the baseline that was found again, by number.
	found []bool
	line  []byte
}

// Compare begins the comparison of a run, whose reports show texts as shown returns them.
func (p *Places) Compare(shown func(text string) string) *Comparison {
	return &Comparison{places: p, shown: shown, found: make([]bool, p.Len())}
}

// Mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (c *Comparison) Mark(f *link.Finding) {
	if len(c.found) == 0 {
		return
	}
	c.line = AppendFinding(c.line[:0], f.ID, f.Reason, c.shown(f.Target))
	head, last, isKnown := len(c.line), "", false
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := PageOf(o); i == 0 || page != last {
			c.line = AppendPage(c.line[:head], c.shown(page))
			var n int
			if n, isKnown = c.places.Find(c.line); isKnown {
				c.found[n] = true
			}
			last = page
		}
		o.Known = isKnown
		f.Known = f.Known && isKnown
	}
}

// Conclude says in the report of a complete run which places of the baseline were not found again:
// those that are fixed, and those that the run could not find, because it looks for no such place
// or was not sure about its target or page.
func (c *Comparison) Conclude(r *link.Report, looksFor func(p *Place) bool) {
	unverified := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; len(c.found) > 0 && f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(c.shown(f.Target), "#")
			unverified[link.Cut(target)] = true
		}
	}
	for n, isFound := range c.found {
		if isFound {
			continue
		}
		place := c.places.Place(n)
		if target, _, _ := strings.Cut(place.Target, "#"); !unverified[target] && !unverified[place.Page] && looksFor(&place) {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, c.places.Line(n))
		}
	}
}
