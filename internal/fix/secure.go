package fix

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// addSecure adds the links that get https:, but for those with a finding of their own.
func addSecure(all []*place, known map[placeKey]*place, links []Secure) []*place {
	for i := range links {
		l := &links[i]
		key := placeKey{l.Source.File, l.Source.Line, l.Source.Column}
		from, ok := external(l.URL)
		if known[key] != nil || !ok || !strings.HasPrefix(from.origin, "http://") {
			continue
		}
		from.fragment = ""
		to := from
		to.origin = "https://" + strings.TrimPrefix(from.origin, "http://")
		at := &place{source: l.Source, uses: []use{{
			finding: &link.Finding{Target: from.origin + from.path + from.query}, likely: to.origin + to.path + to.query,
			on: &link.Occurrence{Link: l.URL}, change: change{from: from, to: to},
		}}}
		known[key] = at
		all = append(all, at)
	}
	return all
}
