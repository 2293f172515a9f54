package baseline

import (
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// Match finds the places of a baseline again in what a run found.
type Match struct {
	// left are the places that were not found again yet, and known all of them.
	known, left Places
	// shown returns a text as reports show it.
	shown func(text string) string
}

// Match begins the match of a run, whose reports show texts as shown returns them.
func (p Places) Match(shown func(text string) string) *Match {
	return &Match{p, maps.Clone(p), shown}
}

// Mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (m *Match) Mark(f *link.Finding) {
	if len(m.known) == 0 {
		return
	}
	place, last := Place{Reason: f.Reason, Target: link.Cut(m.shown(f.Target))}, ""
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := pageOf(o); i == 0 || page != last {
			place.Page, last = link.Cut(m.shown(page)), page
			delete(m.left, place)
		}
		o.Known = m.known[place]
		f.Known = f.Known && o.Known
	}
}

// Conclude says in the report of a complete run which places of the baseline were not found again:
// those that are fixed, and those that the run could not find, because it looks for no such place
// or was not sure about its target or page.
func (m *Match) Conclude(r *link.Report, looksFor func(p *Place) bool) {
	unverified := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; len(m.left) > 0 && f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(m.shown(f.Target), "#")
			unverified[link.Cut(target)] = true
		}
	}
	for place := range m.left {
		if target, _, _ := strings.Cut(place.Target, "#"); !unverified[target] && !unverified[place.Page] && looksFor(&place) {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, place.Line())
		}
	}
	slices.Sort(r.Unsettled)
}
