package source

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// wanted holds the keys of the links of a report. Readers drop all other links at once.
type wanted map[string]bool

// wantedLinks returns the keys of the links of a report.
func wantedLinks(r *link.Report) wanted {
	w := wanted{}
	for i := range r.Findings {
		f := &r.Findings[i]
		last := ""
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if !o.IsInDocument() {
				continue
			}
			w[destination.Key(f.Target)] = true
			if o.Link == last && j > 0 {
				continue
			}
			last = o.Link
			for _, key := range keysOf(o.Link) {
				w[key] = true
			}
		}
	}
	return w
}

// keysOf returns the keys that the source of a link may have. A link to the anchor of
// another page may have been one on that page itself.
func keysOf(written string) []string {
	keys := []string{destination.Key(written)}
	if before, fragment := destination.SplitFragment(written); fragment != "" && before != "" {
		keys = append(keys, destination.Key("#"+fragment))
	}
	if name, ok := unresolvedName(written); ok {
		keys = append(keys, destination.Key(name))
	}
	return keys
}

// want reports whether a destination may be that of a wanted link.
func (w wanted) want(d destination.Destination) bool {
	key := destination.Key(d.Pattern)
	if key == destination.Wild || w[key] {
		return true
	}
	// The source of a page may have another name than the page.
	_, fragment := destination.SplitFragment(d.Pattern)
	return fragment != "" && w[destination.Key("#"+fragment)]
}
