// Package series distinguishes series of pages without an end, such as calendars, from
// large sites. It knows the URLs of pages and what was found there, and sends no request.
package series

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Detector distinguishes series of pages without an end from large sites: calendars,
// filters in ever new combinations, new sessions on each page, relative links that lead
// deeper and deeper. It lets trapLimit pages of such a series be read, and no more.
//
// To leave out a real page is worse than to read a trap until the time limit. So a series
// must meet strict conditions: its pages lead to each other without an end, and for long
// they have shown no new word and led to nothing new outside of the series. URLs in a
// sitemap are no part of a series, URLs that include names are all read, and max-pages
// replaces this bound.
//
// The checker's lock guards it. A nil *Detector detects nothing.
type Detector struct {
	shapes map[uint64]*Shape
	// values counts those that are kept of all queries, vocabularies the shapes whose
	// words are.
	values, vocabularies int
	// sessions are the URLs that were met, without what names the session.
	sessions map[uint64]struct{}
}

// seed makes the hashes of one process agree with each other.
var seed = maphash.MakeSeed()

// Bounds of the detector.
const (
	// maxSeriesPages is the number of pages of a trap that are read.
	maxSeriesPages = 1000
	// maxShapes bounds the shapes that are known at a time.
	maxShapes = 10_000
	// maxShapeValues bounds the values of queries that are kept of all shapes,
	// maxKeyValues those of one key.
	maxShapeValues = 500_000
	maxKeyValues   = 1000
	// maxVocabularies bounds the shapes whose words are known at a time, and
	// maxVocabulary the words of one: with more of them it is no trap.
	maxVocabularies = 32
	maxVocabulary   = 20_000
	// maxSessionURLs bounds the URLs that are known without their session.
	maxSessionURLs = 100_000
	// maxTrapText is how much of a page is looked at for new words.
	maxTrapText = 64 << 10
)

// The evidence for a trap.
const (
	// minStale is how many pages in a row have brought nothing new. A page that does
	// takes back staleForNew of them, so that a series in which one page in six has
	// something new is never left out.
	minStale    = 500
	staleForNew = 5
	// minChain is how many pages of the shape lead to one that is far along, each
	// found on the one before. The clicks between the pages of a site are far fewer.
	minChain = 32
	// maxValues is the share, one in so many of the URLs, up to which a key has values
	// in a series that combines few of them.
	maxValues = 8
	// maxFruit is the number of pages of another shape up to which finding one of them
	// is something new, when they do not lead to each other themselves.
	maxFruit = 25_000
)

// share is a part of a whole.
type share struct{ are, of int64 }

// isReached reports whether a part of a whole is the share at least.
func (s share) isReached(part, whole int32) bool { return int64(part)*s.of >= int64(whole)*s.are }

var (
	// shareFed of the URLs at least were first found on a page of the series itself.
	shareFed = share{3, 4}
	// shareLate of the URLs at least are far along in a chain.
	shareLate = share{1, 4}
	// shareDry of the pages at most led to no further one of the series, when it is a
	// tree that grows without end.
	shareDry = share{1, 20}
)

// Shape is one series of pages. Targets refer to it even after the detector has dropped it.
// Where each page has a unique name, each page has a shape, so a shape is small.
type Shape struct {
	// urlShape is forgotten of a shape that is not known any more.
	*urlShape
	// found counts its URLs, fed those that were first found on a page of the series,
	// read its pages that were read, dry those of them on which no further one was
	// found first, and left the URLs that were not asked for.
	found, Fed, read, dry, Left int32
	// chain is the length of the longest chain of its pages, and late counts the URLs
	// that minChain pages or more led to.
	chain int32
	late  int32
	stale int32
	// values are those of each key, and combines is true once URLs have several keys.
	values   map[string]map[uint64]struct{}
	words    map[uint64]struct{}
	combines bool
	// trap is whether the series has no end, and rich whether it has too many words for
	// that.
	trap, rich bool
}

// forgotten is the form of the shapes that are not known any more.
var forgotten = &urlShape{}

// Place is where a target is in a series.
type Place struct {
	// Shape is that of the target, and from that of the page on which it was first
	// found; nil for none.
	Shape, From *Shape
	// chain counts the pages of the shape that led here, fromChain those that led to
	// that page.
	chain, FromChain int32
	// Listed is whether a sitemap or feed lists it, and again whether it differs from
	// another target in its session alone.
	Listed, again bool
}

// ShapeOf returns the shape of a page and the length of the chain that leads to it; nil
// for a page of no series.
func (p *Place) ShapeOf() (*Shape, int32) {
	if p == nil {
		return nil, 0
	}
	return p.Shape, p.chain
}

// NewDetector returns traps that know of no series yet.
func NewDetector() *Detector {
	return &Detector{shapes: map[uint64]*Shape{}, sessions: map[uint64]struct{}{}}
}

// Place returns where a URL of the site is in a series, which was first found on a
// page of the shape from; nil when it is of none.
func (k *Detector) Place(path, query string, from *Shape, chain int32) *Place {
	form, ok := shapeOf(path, query)
	if k == nil || !ok {
		return nil
	}
	s := k.shape(form)
	p := &Place{Shape: s, From: from, FromChain: chain}
	if s.found++; s == from {
		s.Fed++
		p.chain = chain + 1
		s.chain = max(s.chain, p.chain)
		if p.chain >= minChain {
			s.late++
		}
	}
	switch s.kind {
	case session:
		hash := withoutSession(path, query)
		_, p.again = k.sessions[hash]
		if !p.again && len(k.sessions) < maxSessionURLs {
			k.sessions[hash] = struct{}{}
		}
	case queried:
		s.slashes = s.slashes || strings.Contains(query, "/")
		if !s.trap {
			k.noteValues(s, query)
		}
	}
	return p
}

// BringsNew reports whether a page of the shape from that leads to p brought
// something new by that: a page of another series that is not large, and not the same
// page in another form.
func (p *Place) BringsNew(from *Shape) bool {
	s, _ := p.ShapeOf()
	switch {
	case s == nil:
		return true
	case s == from, from != nil && s.path == from.path && from.urlShape != forgotten:
		return false
	}
	return s.Fed == 0 && s.found < maxFruit
}

// shape returns the one shape of that form.
func (k *Detector) shape(form urlShape) *Shape {
	id, repeats := form.id(), form.repeats
	s := k.shapes[id]
	if s == nil {
		if len(k.shapes) >= maxShapes {
			k.forget()
		}
		kept := form
		kept.path, kept.repeats = strings.Clone(form.path), nil
		s = &Shape{urlShape: &kept}
		k.shapes[id] = s
	}
	for _, name := range repeats {
		if len(s.repeats) < maxRepeats && !slices.Contains(s.repeats, name) {
			s.repeats = append(s.repeats, strings.Clone(name))
		}
	}
	for _, key := range form.keys {
		if len(s.keys) < maxKeys && !slices.Contains(s.keys, key) {
			s.keys = append(s.keys, key)
			slices.Sort(s.keys)
		}
	}
	return s
}

// forget makes room for a shape, in the place of one with few URLs.
func (k *Detector) forget() {
	looked := 0
	for id, s := range k.shapes {
		if looked++; s.found < minChain || looked > minChain {
			if s.trap {
				continue
			}
			k.drop(s)
			delete(k.shapes, id)
			s.urlShape = forgotten
			return
		}
	}
}

// drop frees the memory for a shape.
func (k *Detector) drop(s *Shape) {
	for _, values := range s.values {
		k.values -= len(values)
	}
	if s.words != nil {
		k.vocabularies--
	}
	s.values, s.words = nil, nil
}

// noteValues takes in the values of a query. One that is a list is so many values.
func (k *Detector) noteValues(s *Shape, query string) {
	n := 0
	for key, value := range queryPairs(query) {
		for part := range strings.SplitSeq(weburl.Unescape(value), ",") {
			if n++; n > maxKeys || k.values >= maxShapeValues {
				break
			}
			if s.values == nil {
				s.values = map[string]map[uint64]struct{}{}
			}
			if s.values[key] == nil {
				s.values[strings.Clone(key)] = map[uint64]struct{}{}
			}
			hash := maphash.String(seed, part)
			if _, ok := s.values[key][hash]; !ok && len(s.values[key]) < maxKeyValues {
				s.values[key][hash] = struct{}{}
				k.values++
			}
		}
	}
	s.combines = s.combines || n > 1
}

// Suspects returns the shape of a page when its words are to be looked at; nil for
// most pages.
func (k *Detector) Suspects(p *Place) *Shape {
	s, _ := p.ShapeOf()
	if k == nil || s == nil {
		return nil
	}
	grows := s.chain >= minChain/2 || s.kind != numbered && s.Fed >= 2*minChain
	if s.trap || s.rich || !grows || k.shapes[s.id()] != s {
		return nil
	}
	if s.words == nil {
		if k.vocabularies >= maxVocabularies {
			return nil
		}
		k.vocabularies++
		s.words = map[uint64]struct{}{}
	}
	return s
}

// Found says what was first found on a page of a series: a page of the same series, and a
// new page outside the series.
type Found struct{ Same, New bool }

// Read records that the page at p was read, with what was first found there, and with
// the hashes of its words when its shape is the suspect.
func (k *Detector) Read(p *Place, found Found, suspect *Shape, words []uint64) {
	if k == nil || p == nil || p.Listed {
		return
	}
	s := p.Shape
	s.read++
	if !found.Same {
		s.dry++
	}
	if suspect == nil || s.words == nil {
		return
	}
	fresh := found.New
	for _, word := range words {
		if _, ok := s.words[word]; !ok {
			s.words[word] = struct{}{}
			fresh = true
		}
	}
	if len(s.words) > maxVocabulary {
		s.rich = true
		k.drop(s)
		return
	}
	if fresh {
		s.stale = max(0, s.stale-staleForNew)
	} else {
		s.stale++
	}
	if s.read >= maxSeriesPages && s.stale >= minStale && s.isEndless() {
		s.trap = true
		k.drop(s)
	}
}

// IsPastEnd reports whether a page is one too many of a trap.
func (p *Place) IsPastEnd() bool {
	if p == nil || p.Listed || !p.Shape.trap {
		return false
	}
	// One that was not read under another session either is read.
	return p.Shape.kind != session || p.again
}

// Notes say which series were left out.
func (k *Detector) Notes() []string {
	if k == nil {
		return nil
	}
	var notes []string
	for _, s := range k.shapes {
		if s.trap && s.Left > 0 {
			verb := "were"
			if s.Left == 1 {
				verb = "was"
			}
			notes = append(notes, fmt.Sprintf("%d pages like %s were read, and %d more %s skipped: the series seems endless; "+
				"if it is, add %s to exclude; otherwise list the pages in include or in a sitemap, or set max-pages",
				s.read, s, s.Left, verb, s.pattern()))
		}
	}
	slices.Sort(notes)
	return notes
}

// isEndless reports whether the pages of a series lead to more of them without an end.
func (s *Shape) isEndless() bool {
	switch {
	case !shareFed.isReached(s.Fed, s.found):
		return false
	case shareLate.isReached(s.late, s.found), s.kind == queried && s.combinesFew():
		return true
	}
	return s.kind != numbered && int64(s.dry)*shareDry.of <= int64(s.read)*shareDry.are
}

// combinesFew reports whether the series combines few values in many ways.
func (s *Shape) combinesFew() bool {
	if !s.combines || len(s.values) == 0 {
		return false
	}
	for _, values := range s.values {
		if len(values)*maxValues > int(s.found) {
			return false
		}
	}
	return true
}
