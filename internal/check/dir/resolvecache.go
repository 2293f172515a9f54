package dir

import (
	"github.com/linkvet/linkvet/internal/check"
)

// resolveCache keeps where references lead from the pages of one directory: navigation
// is the same on each, and need not be resolved anew. It holds those to the site
// and those that are skipped. It is a hash table that keeps neither the texts of
// references nor, from one directory to the next, what it would have to clear.
type resolveCache struct {
	from check.Base
	// slots are as many as a power of two, at most half of them taken. Where one is
	// taken, the next is tried.
	slots []cachedReference
	taken int
	// directory numbers the directories so far. Entries of earlier directories are invalid.
	directory uint32
}

// cachedReference is where one reference leads.
type cachedReference struct {
	// hash is that of the reference without its fragment, under seed.
	hash      uint64
	directory uint32
	// place is nowhere for what is skipped.
	place int32
}

// nowhere is in the cache for what is skipped.
const nowhere = -1

// The numbers of slots in the cache of an ordinary directory, and of one of which no
// more is kept: it may hold any number of pages.
const (
	minSlots = 1 << 10
	maxSlots = 1 << 17
)

// slotsAPage is how many slots, of 16 bytes each, lie on a page of memory.
const slotsAPage = 4096 / 16

// enter prepares for the links of a document with that base. Entries stay valid as long as
// the directory is the same.
func (m *resolveCache) enter(from check.Base) {
	from = from.Directory()
	if m.from == from && m.slots != nil {
		return
	}
	m.from, m.taken = from, 0
	m.directory++
	if m.slots == nil || m.directory == 0 {
		m.slots, m.directory = make([]cachedReference, minSlots), 1
	}
}

// find returns the place that the reference with a hash leads to, if it is known.
func (m *resolveCache) find(hash uint64) (place int32, ok bool) {
	slot := m.slot(hash)
	return slot.place, slot.directory == m.directory
}

// slot is where the reference with a hash is kept, or is to be.
func (m *resolveCache) slot(hash uint64) *cachedReference {
	last := uint64(len(m.slots) - 1)
	for i := hash & last; ; i = (i + 1) & last {
		if slot := &m.slots[i]; slot.hash == hash || slot.directory != m.directory {
			return slot
		}
	}
}

// keep notes the place that the reference with a hash, which is not known, leads
// to.
func (m *resolveCache) keep(hash uint64, place int32) {
	if m.taken == len(m.slots)/2 && !m.grow() {
		return
	}
	*m.slot(hash) = cachedReference{hash: hash, directory: m.directory, place: place}
	m.taken++
}

// grow doubles the number of slots, if it may.
func (m *resolveCache) grow() bool {
	if len(m.slots) == maxSlots {
		return false
	}
	old := m.slots
	m.slots = make([]cachedReference, 2*len(old))
	// A page of new memory that is read before it is written to is mapped twice, and the
	// second time interrupts all processors.
	for i := 0; i < len(m.slots); i += slotsAPage {
		m.slots[i] = cachedReference{}
	}
	for _, slot := range old {
		if slot.directory == m.directory {
			*m.slot(slot.hash) = slot
		}
	}
	return true
}
