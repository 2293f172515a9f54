package crawl

import (
	"slices"

	"github.com/linkvet/linkvet/internal/check/target"
)

// budget bounds how many pages are read (max-pages). A page's place is taken
// before it is asked for, as only its answer reports whether it is a page; the
// place of what was none goes to the next that waits. The zero value has no
// bound.
type budget struct {
	limit int
	// taken counts the places given out, read those that became pages.
	taken, read int
	waiting     []*target.Target
}

// grant is what a budget answers.
type grant int

const (
	refused grant = iota
	later
	granted
)

// take asks for a place for t. later means that t will be handed back by
// spend.
func (b *budget) take(t *target.Target) grant {
	switch {
	case b.limit == 0:
		return granted
	case t.Queued:
		return later
	case b.taken < b.limit:
		b.taken++
		return granted
	case b.read >= b.limit:
		return refused
	}
	t.Queued = true
	b.waiting = append(b.waiting, t)
	return later
}

// spend tells what became of a place. It returns those that waited and may now
// be read, or, once all places have become pages, those that never will be.
func (b *budget) spend(wasPage bool) (read, left []*target.Target) {
	if b.limit == 0 {
		return nil, nil
	}
	if wasPage {
		b.read++
		if b.read >= b.limit {
			left, b.waiting = b.waiting, nil
		}
	} else if next := b.next(); next != nil {
		read = []*target.Target{next}
	} else {
		b.taken--
	}
	for _, t := range slices.Concat(read, left) {
		t.Queued = false
	}
	return read, left
}

// next takes the first that still waits out of the queue, or returns nil. A page
// may have been read meanwhile, at the end of a redirect.
func (b *budget) next() *target.Target {
	for len(b.waiting) > 0 {
		t := b.waiting[0]
		b.waiting = b.waiting[1:]
		if t.Claimed() < target.LevelLinks {
			return t
		}
		t.Queued = false
	}
	return nil
}
