package check

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// memo keeps where references lead from the pages of one directory: navigation
// is the same on each, and need not be resolved anew. It holds those to the site
// and those that are skipped. It is a hash table that keeps neither the texts of
// references nor, from one directory to the next, what it would have to clear.
type memo struct {
	from base
	// slots are as many as a power of two, at most half of them taken. Where one is
	// taken, the next is tried.
	slots []memory
	taken int
	// directory numbers the directories so far. What was noted in another is gone.
	directory uint32
}

// memory is where one reference leads.
type memory struct {
	// hash is that of the reference without its fragment, under seed.
	hash      uint64
	directory uint32
	// place is nowhere for what is skipped.
	place int32
}

// nowhere stands in a memo for what is skipped.
const nowhere = -1

// The numbers of slots in the memo of an ordinary directory, and of one of which no
// more is remembered: it may hold any number of pages.
const (
	fewMemories  = 1 << 10
	mostMemories = 1 << 17
)

// slotsAPage is how many slots, of 16 bytes each, lie on a page of memory.
const slotsAPage = 4096 / 16

// enter makes ready for the links of a document with that base: what is known
// holds as long as the directory is the same.
func (m *memo) enter(from base) {
	from = from.directory()
	if m.from == from && m.slots != nil {
		return
	}
	m.from, m.taken = from, 0
	m.directory++
	if m.slots == nil || m.directory == 0 {
		m.slots, m.directory = make([]memory, fewMemories), 1
	}
}

// recall returns the place that the reference with a hash leads to, if it is known.
func (m *memo) recall(hash uint64) (place int32, ok bool) {
	slot := m.slot(hash)
	return slot.place, slot.directory == m.directory
}

// slot is where the reference with a hash is remembered, or is to be.
func (m *memo) slot(hash uint64) *memory {
	last := uint64(len(m.slots) - 1)
	for i := hash & last; ; i = (i + 1) & last {
		if slot := &m.slots[i]; slot.hash == hash || slot.directory != m.directory {
			return slot
		}
	}
}

// remember notes the place that the reference with a hash, which is not known, leads
// to.
func (m *memo) remember(hash uint64, place int32) {
	if m.taken == len(m.slots)/2 && !m.grow() {
		return
	}
	*m.slot(hash) = memory{hash: hash, directory: m.directory, place: place}
	m.taken++
}

// grow doubles the number of slots, if it may.
func (m *memo) grow() bool {
	if len(m.slots) == mostMemories {
		return false
	}
	old := m.slots
	m.slots = make([]memory, 2*len(old))
	// A page of new memory that is read before it is written to is put in place twice,
	// and the second time all processors are told.
	for i := 0; i < len(m.slots); i += slotsAPage {
		m.slots[i] = memory{}
	}
	for _, slot := range old {
		if slot.directory == m.directory {
			*m.slot(slot.hash) = slot
		}
	}
	return true
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
	return l.Base == nil && !l.OnSite && !l.Ignored
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
	if r.job.elsewhere != nil && l.Element == "a" {
		// It may lead to another site than an image of the same URL: see resolve.
		hash = ^hash
	}
	place, ok := r.memo.recall(hash)
	if !ok {
		d := r.job.resolve(from, l)
		if place, ok = r.judge(m, l, d); ok {
			r.memo.remember(hash, place)
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
	r.discover(entry.File, l.Holds)
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
