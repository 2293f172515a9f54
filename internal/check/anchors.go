package check

import (
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// PageFacts is what links to a page can ask of it.
type PageFacts struct {
	Anchors hashSet
	// Rest is nil for most pages.
	Rest *MoreFacts
}

// MoreFacts is what few pages have besides anchors.
type MoreFacts struct {
	// maps are the names of its image maps.
	maps hashSet
	// cut is whether the page was not read to its end, so that an anchor that is
	// not known may still exist.
	cut bool
	// addsElements is whether scripts may add elements to which the page's own <use>
	// refer.
	addsElements bool
	// External is nil for a page of the site.
	External *ExternalFacts
}

// NewPageFacts returns the facts of a page that was read. The sets are kept in memory.
func NewPageFacts(page *scan.Page, memory *HashMemory, cut bool, external *ExternalFacts) PageFacts {
	p := PageFacts{Anchors: memory.keep(page.Anchors)}
	addsElements := page.Scripts && page.Uses
	if len(page.Maps) > 0 || cut || external != nil || addsElements {
		p.Rest = &MoreFacts{maps: memory.keep(page.Maps), cut: cut, addsElements: addsElements, External: external}
	}
	return p
}

// Indicates reports whether fragment points at something on the page, as far as
// that is known.
func (p *PageFacts) Indicates(fragment string) bool {
	return p.IsCut() || weburl.Indicated(fragment, p.Has) || p.External().finds(fragment, p.Has)
}

// AddsElements reports whether scripts may add elements to which the page's own <use>
// refer.
func (p *PageFacts) AddsElements() bool { return p.Rest != nil && p.Rest.addsElements }

// IsCut reports whether the page was not read to its end.
func (p *PageFacts) IsCut() bool { return p.Rest != nil && p.Rest.cut }

// External is what is known of a page of another site; nil for a page of the site.
func (p *PageFacts) External() *ExternalFacts {
	if p.Rest == nil {
		return nil
	}
	return p.Rest.External
}

// Has reports whether the page has an anchor with that id.
func (p *PageFacts) Has(id string) bool { return p.HasHash(scan.HashAnchor(id)) }

// HasHash reports whether the page has an anchor of that hash.
func (p *PageFacts) HasHash(hash uint64) bool { return p.Anchors.has(hash) }

// HasMap reports whether the usemap of an image names a map of the page.
func (p *PageFacts) HasMap(usemap string) bool {
	name, ok := scan.MapName(usemap)
	return ok && p.Rest != nil && (p.Rest.cut || p.Rest.maps.has(scan.HashAnchor(name)))
}

// FactsTable has the facts of the pages of a directory, by file. They are in one slice, as
// look-ups in a large site jump from page to page.
type FactsTable []factsRow

// factsRow are the facts of one page, once it is read.
type factsRow struct {
	PageFacts
	read atomic.Bool
}

// Put keeps the facts of a page. Only the worker that read the page calls it, once.
func (l FactsTable) Put(file int32, facts PageFacts) {
	l[file].PageFacts = facts
	l[file].read.Store(true)
}

// Of returns the facts of a page; nil while it is not read.
func (l FactsTable) Of(file int32) *PageFacts {
	if !l[file].read.Load() {
		return nil
	}
	return &l[file].PageFacts
}

// MaxFragmentHops bounds how many redirects and meta refreshes are followed for one
// fragment.
const MaxFragmentHops = 10
