package source

import (
	"path"

	"github.com/linkvet/linkvet/internal/link"
)

// sought is what the links of a report can be told by, so that all others are
// forgotten as soon as they were read.
type sought struct {
	keys map[string]bool
	// all is true when every link is sought.
	all bool
}

// seek gathers what to look for.
func seek(r *link.Report) sought {
	s := sought{keys: map[string]bool{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		last := ""
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if o.Element == link.RuleElement {
				continue
			}
			s.keys[destKey(f.Target)] = true
			written := o.Link
			if written == last && j > 0 {
				continue
			}
			last = written
			for _, key := range keysOf(written) {
				s.keys[key] = true
			}
		}
	}
	return s
}

// rulesNamed are the base names of the files in which the rules of the host stand that
// a report finds fault with.
func rulesNamed(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; o.Element == link.RuleElement {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}

// keysOf are the keys under which the source of a link may stand: a link to
// another page's anchor may have been one on the page itself.
func keysOf(written string) []string {
	keys := []string{destKey(written)}
	if before, fragment := splitFragment(written); fragment != "" && before != "" {
		keys = append(keys, destKey("#"+fragment))
	}
	return keys
}

// wants tells whether a destination may be that of a sought link.
func (s sought) wants(d dest) bool {
	if s.all {
		return true
	}
	key := destKey(d.pattern)
	return key == wild || s.keys[key]
}
