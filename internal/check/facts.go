package check

import (
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// pageFacts is what links to a page can ask of it.
type pageFacts struct {
	anchors hashSet
	// rest is nil for most pages.
	rest *restOfFacts
}

// restOfFacts is what few pages have besides anchors.
type restOfFacts struct {
	// maps are the names of its image maps.
	maps hashSet
	// cut is whether the page was not read to its end, so that an anchor that is
	// not known may still exist.
	cut bool
	// foreign is nil for a page of the site.
	foreign *foreignFacts
}

// newPageFacts are the facts of a page that was read. The sets take their memory from
// room.
func newPageFacts(page *scan.Page, room *hashRoom, cut bool, foreign *foreignFacts) pageFacts {
	p := pageFacts{anchors: room.keep(page.Anchors)}
	if len(page.Maps) > 0 || cut || foreign != nil {
		p.rest = &restOfFacts{maps: room.keep(page.Maps), cut: cut, foreign: foreign}
	}
	return p
}

// size is how many bytes the facts of a page take.
func (p *pageFacts) size() int64 {
	n := len(p.anchors)
	if p.rest != nil {
		n += len(p.rest.maps)
	}
	return int64(8 * n)
}

// indicates reports whether fragment points at something on the page, as far as
// that is known.
func (p *pageFacts) indicates(fragment string) bool {
	return p.isCut() || weburl.Indicated(fragment, p.has) || p.foreign().finds(fragment, p.has)
}

func (p *pageFacts) isCut() bool { return p.rest != nil && p.rest.cut }

// foreign is what is known of a page of another site; nil for an own one.
func (p *pageFacts) foreign() *foreignFacts {
	if p.rest == nil {
		return nil
	}
	return p.rest.foreign
}

func (p *pageFacts) has(id string) bool { return p.hasHash(scan.HashAnchor(id)) }

// hasHash reports whether the page has an anchor of that hash.
func (p *pageFacts) hasHash(hash uint64) bool { return p.anchors.has(hash) }

// hasMap reports whether the usemap of an image names a map of the page.
func (p *pageFacts) hasMap(usemap string) bool {
	name, ok := scan.MapName(usemap)
	return ok && p.rest != nil && (p.rest.cut || p.rest.maps.has(scan.HashAnchor(name)))
}

// library has the facts of the pages of a directory, by file. They lie side by side,
// rather than each on its own: of a large site they are looked up far from each other.
type library []shelved

// shelved are the facts of one page, once it is read.
type shelved struct {
	pageFacts
	read atomic.Bool
}

// put keeps the facts of a page, which the one who read it does once.
func (l library) put(file int32, facts pageFacts) {
	l[file].pageFacts = facts
	l[file].read.Store(true)
}

// of returns the facts of a page; nil while it is not read.
func (l library) of(file int32) *pageFacts {
	if !l[file].read.Load() {
		return nil
	}
	return &l[file].pageFacts
}

// maxForwards bounds how many pages that forward to another are followed for
// one fragment.
const maxForwards = 10
