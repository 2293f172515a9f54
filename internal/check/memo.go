package check

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// memo keeps where references lead from the pages of one directory: navigation
// is the same on each, and need not be resolved anew. It holds those to the site
// and those that are skipped.
type memo struct {
	from base
	// known are places, or nowhere, by the hashes of references without their
	// fragments under seed, so that no text is kept nor compared.
	known map[uint64]int32
}

// nowhere stands in a memo for what is skipped.
const nowhere = -1

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
			m.known = map[uint64]int32{}
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
	if i := strings.IndexByte(l.Raw, ':'); i >= 0 && !strings.HasPrefix(l.Raw[i+1:], "/") {
		return false
	}
	return l.Base == nil && l.Holds == link.NoKind && !l.OnSite && !l.Ignored
}

// judgeMemorable is judge for such a link.
func (r *reader) judgeMemorable(m mention, l *link.Link, from base) {
	ref, fragment, _ := strings.Cut(l.Raw, "#")
	key := ref
	if r.patterned {
		// A pattern may tell one fragment from another.
		key = l.Raw
	}
	hash := maphash.String(seed, key)
	place, ok := r.memo.known[hash]
	if !ok {
		d := r.job.resolve(from, l)
		if place, ok = r.judge(m, l, d); ok {
			r.memo.known[hash] = place
		}
		return
	}
	if place == nowhere {
		return
	}
	if other := r.places.other(place); other != nil && !r.arrive(other, m) {
		return
	}
	entry := r.places.entry(place)
	r.places.reach(entry.File, m.page)
	if fragment == "" || r.hasWritten(entry.File, fragment) {
		return
	}
	if fragmentBits(fragment)&mended != 0 {
		fragment = r.job.resolve(from, l).fragment
	}
	if r.asksFor(place, fragment) {
		r.ask(m, place, fragment)
	}
}
