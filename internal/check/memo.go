package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// memo keeps where references lead from the pages of one directory: navigation
// is the same on each, and need not be resolved anew. It holds only links to
// files that exist, as those to others need more to be said.
type memo struct {
	from  base
	known map[string]memory
}

// memory is where one reference leads.
type memory struct {
	// lookup is the number of the target in found, fragment that of what the
	// reference asks for there; -1 when it asks for nothing.
	lookup, fragment int32
}

// noFragment stands in a memory for nothing that is to be looked up.
const noFragment = -1

// mostMemories bounds a memo: a directory may hold any number of pages.
const mostMemories = 1 << 16

// enter makes ready for the links of a document with that base: what is known
// holds as long as the directory is the same.
func (m *memo) enter(from base) {
	from.url.Path = from.url.Path[:strings.LastIndexByte(from.url.Path, '/')+1]
	from.url.Query, from.url.Fragment = "", ""
	if m.from != from || len(m.known) > mostMemories {
		m.from = from
		if m.known == nil {
			m.known = map[string]memory{}
		}
		clear(m.known)
	}
}

// isMemorable tells whether where a link leads depends on its reference and the
// directory of its page alone. "#top", "?q" and "" lead to the page itself, and
// so may a scheme that no slash follows: "https:?q".
func isMemorable(l *link.Link) bool {
	if l.Raw == "" || l.Raw[0] == '#' || l.Raw[0] == '?' || l.Raw[0] <= ' ' {
		return false
	}
	if _, rest, ok := strings.Cut(l.Raw, ":"); ok && !strings.HasPrefix(rest, "/") {
		return false
	}
	return l.Base == nil && l.Holds == link.NoKind && !l.OnSite && !l.Ignored
}

// judgeMemorable is judge for such a link.
func (r *reader) judgeMemorable(m mention, l *link.Link, from base) {
	if known, ok := r.memo.known[l.Raw]; ok {
		if known.fragment != noFragment {
			r.ask(m, known.lookup, known.fragment)
		}
		return
	}
	d := r.job.resolve(from, l)
	r.judge(m, l, d)
	if d.reason != "" || !d.internal {
		return
	}
	number := r.lookUp(d)
	entry := &r.found[number].entry
	if entry.Kind != site.Found {
		return
	}
	known := memory{lookup: number, fragment: noFragment}
	if r.asksFor(entry, d) {
		known.fragment = r.fragments.number(d.fragment)
	}
	r.memo.known[l.Raw] = known
}
