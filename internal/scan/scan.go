// Package scan turns the bytes of a site's documents into links and anchors,
// each with its byte offset. It does no I/O and resolves no URL.
package scan

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// Options says what HTML collects besides links and anchors. The zero value
// collects nothing more.
type Options struct {
	// Text asks for what each <a> reads: white space folded, at most 120 code
	// points. It costs time, so it is off by default.
	Text bool
	// IDs asks for the texts of the anchors. It is off by default, as a site in good
	// order can do with their hashes.
	IDs bool
}

// Page is what one document holds: HTML, or another one, which has links alone.
// A Page can be used again for the next document, which then needs little new
// memory.
type Page struct {
	// Links are in the order of the document. The Raw and the Text of those of HTML
	// may be parts of the document's bytes: they are good until somebody writes to
	// these, as the next document does where a buffer is used again. Clone what is
	// kept.
	Links []link.Link
	// Anchors holds the HashAnchor of every id of any element and of every name
	// of an <a>, in the order of the document, duplicates kept.
	Anchors []uint64
	// IDs are the texts of Anchors, when they were asked for. As with Raw, clone
	// what is kept.
	IDs []string
	// Maps holds the HashAnchor of every name and id of a <map>. A link that has
	// Map set asks for one of them, by its MapName.
	Maps []uint64
	// Nested tells whether an <iframe> of the document has a srcdoc, whose links
	// stand in an attribute.
	Nested bool
	// Base is the value of the first <base href>, entities decoded; empty when
	// HasBase is false.
	Base string
	// HasBase tells whether the document has a <base href>, be it empty.
	HasBase bool
	// Refresh is the URL that the document forwards to with <meta
	// http-equiv=refresh>; empty when it forwards nowhere.
	Refresh string
	// Password reports whether the document has a field for a password.
	Password bool
	// Full tells that the document has more than MaxLinks links, of which Links does
	// not hold all.
	Full bool
}

// MaxLinks is how many links of one document are read: no author writes as many, and
// those of a page of 64 MiB would fill the memory.
const MaxLinks = 1_000_000

// hasRoom reports whether one more link is to be kept; otherwise p is full.
func (p *Page) hasRoom() bool {
	p.Full = p.Full || len(p.Links) >= MaxLinks
	return !p.Full
}

// reset empties p but keeps its memory.
func (p *Page) reset() {
	clear(p.Links) // let go of the strings
	*p = Page{Links: p.Links[:0], Anchors: p.Anchors[:0], Maps: p.Maps[:0]}
}

// HTML reads the links and anchors of a UTF-8 document into page, whatever page
// held before. Any bytes are a document: what a browser would not take for an
// element, such as a tag that the end of src cuts off, is left out.
func HTML(src []byte, opt Options, page *Page) {
	page.reset()
	s := scanner{src: src, opt: opt, page: page}
	s.document()
}

// scanner is the state of one call of HTML. Markup tells tags from text; the
// little of the tree that changes what a tag means is kept here.
type scanner struct {
	src  []byte
	opt  Options
	page *Page

	tag     tag
	foreign foreign
	inert   int  // open <template> elements whose content is not rendered
	script  bool // inside <noscript>, which is for readers without scripts
	form    form
	content content // what the text behind the tag is
	text    text
	marks   marks
	nested  int  // how many srcdocs the document stands in
	once    bool // nothing is wanted but the text that is open
}

// document reads all of src.
func (s *scanner) document() {
	s.run(0, len(s.src))
	s.textEnd()
	s.markIgnored()
}

// run reads src from offset to limit, or until once has what it wants, and returns
// where it ended.
func (s *scanner) run(offset, limit int) (end int) {
	m := markup{src: s.src[:limit], at: offset}
	for !s.once || s.text.open {
		if s.skims(&m) {
			var tagged bool
			if m.at, tagged = s.skim(m.src, m.at); m.at < 0 {
				return limit // the end of the document cuts it off
			}
			if tagged {
				s.open(&m)
				continue
			}
		}
		if !s.piece(&m) {
			return limit
		}
	}
	return m.at
}

// piece takes in the next piece of the document, and tells whether there was
// one.
func (s *scanner) piece(m *markup) bool {
	m.foreign = s.foreign.inside()
	raw := m.raw != ""
	kind, start := m.next()
	switch kind {
	case endOfMarkup:
		return false
	case openTag, closeTag:
		if m.at = s.tag.parse(m.src, m.at); m.at < 0 {
			return false // the end of the document cuts it off
		}
		switch {
		case s.isPlain():
			s.content = proseContent
		case kind == closeTag:
			s.end()
		default:
			s.open(m)
		}
	case textMarkup:
		switch {
		case s.content != proseContent:
			s.readContent(charData{text: m.src[start:m.at], start: start})
		case s.text.open && s.inert == 0 && !raw:
			s.text.add(m.text(start))
		}
	case hiddenMarkup:
	}
	return true
}

// open takes in the start tag that was read last.
func (s *scanner) open(m *markup) {
	m.raw = s.start()
	switch {
	case m.raw == "noscript":
		m.raw = ""
		m.at = s.noscript(m.at, len(m.src))
	case m.raw == "" && s.content != proseContent:
		m.foreign = true // as only the <style> of SVG has content that is no raw text
		s.readContent(m.charData())
		s.content = proseContent
	}
}

// isPlain tells whether the tag at hand changes nothing that matters here, as
// most do: no table knows its element nor any of its attributes, and it does not
// stand in a picture.
func (s *scanner) isPlain() bool {
	return s.tag.element.name == "" && len(s.tag.attrs) == 0 && len(s.foreign.open) == 0
}

// noscript reads the text of a <noscript> that begins at offset, and returns
// where it ends. What it leaves open, be it a comment or a picture, does not
// reach past its end.
func (s *scanner) noscript(offset, limit int) int {
	end := rawTextEnd(s.src[:limit], offset, "noscript")
	if s.inert > 0 {
		return end
	}
	around, form := s.foreign, s.form
	s.foreign, s.script = foreign{}, true
	s.run(offset, end)
	s.foreign, s.form = around, form
	s.script, s.inert = false, 0
	return end
}

// start takes in a start tag. It returns the name of the element when what
// follows is its text, up to its end tag.
func (s *scanner) start() (raw string) {
	t := &s.tag
	in := s.foreign.start(t)
	s.content = proseContent
	switch name := t.element.name; {
	case in != inHTML:
	case name == "image":
		t.element = imgElement // as every browser has it
	case name == "noscript" && !s.script:
		raw = name
	case name == "template" && (s.inert > 0 || !t.rendersTemplate()):
		if s.inert == 0 {
			s.collect(in) // the element itself stands in the page
		}
		s.inert++
	default:
		raw = t.element.raw
	}
	if s.inert > 0 {
		return raw
	}
	s.marks.enter(t)
	s.enter(in)
	return raw
}

// enter takes in the start tag of an element that stands in the page.
func (s *scanner) enter(in namespace) {
	t := &s.tag
	switch t.element.name {
	case "form":
		s.form = t.formMethod()
	case "input":
		kind, _ := t.get(attrType)
		s.page.Password = s.page.Password || ascii.EqualFold(kind, "password")
	}
	s.textStart()
	s.collect(in)
	s.content = t.content(in)
}

// end takes in an end tag.
func (s *scanner) end() {
	name := s.tag.element.name
	s.content = proseContent
	s.foreign.end(&s.tag)
	if !s.foreign.inside() {
		switch name {
		case "template":
			s.inert = max(0, s.inert-1)
		case "form":
			s.form = noForm
		}
	}
	switch {
	case s.inert > 0:
	case name == "a":
		s.textEnd()
	case separates(name):
		s.text.space()
	}
}
