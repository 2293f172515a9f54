// Package scan turns the bytes of a site's documents into links and anchors,
// each with its byte offset. It does no I/O and resolves no URL.
package scan

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/linkvet/linkvet/internal/link"
)

// Options says what HTML collects besides links and anchors. The zero value
// collects nothing more.
type Options struct {
	// Text asks for what each <a> reads: white space folded, at most 120 code
	// points. It costs time, so it is off by default.
	Text bool
}

// Page is what one HTML document holds. A Page can be used again for the next
// document, which then needs little new memory.
type Page struct {
	// Links are in the order of the document.
	Links []link.Link
	// Anchors holds the HashAnchor of every id of any element and of every name
	// of an <a>, in the order of the document, duplicates kept.
	Anchors []uint64
	// Base is the value of the first <base href>, entities decoded; empty when
	// HasBase is false.
	Base string
	// HasBase tells whether the document has a <base href>, be it empty.
	HasBase bool
	// Refresh is the URL that the document forwards to with <meta
	// http-equiv=refresh>; empty when it forwards nowhere.
	Refresh string
}

// reset empties p but keeps its memory.
func (p *Page) reset() {
	clear(p.Links) // let go of the strings
	*p = Page{Links: p.Links[:0], Anchors: p.Anchors[:0]}
}

// HTML reads the links and anchors of a UTF-8 document into page, whatever page
// held before. Any bytes are a document: what a browser would not take for an
// element, such as a tag that the end of src cuts off, is left out.
func HTML(src []byte, opt Options, page *Page) {
	page.reset()
	s := scanner{src: src, opt: opt, page: page, z: html.NewTokenizer(bytes.NewReader(src))}
	s.tag.z = s.z
	s.run()
	s.textEnd()
	s.markIgnored()
}

// scanner is the state of one call of HTML. The tokenizer knows tags from text;
// the little of the tree that changes what a tag means is kept here.
type scanner struct {
	src  []byte
	opt  Options
	page *Page
	z    *html.Tokenizer

	tag     tag
	foreign foreign
	inert   int  // open <template> elements whose content is not rendered
	script  bool // inside <noscript>, which is for readers without scripts
	form    form
	raw     bool // the next text is that of a script, a style or the like
	text    text
	marks   marks
}

// run reads src to its end.
func (s *scanner) run() {
	for offset := 0; ; {
		kind := s.z.Next()
		end := offset + len(s.z.Raw())
		switch kind {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			s.tag.parse(s.src, offset, end)
			s.start()
		case html.EndTagToken:
			s.tag.parseName(s.src, offset+len("</"), end)
			s.end()
		case html.TextToken:
			if s.text.open && s.inert == 0 && !s.raw {
				s.text.add(s.z.Text())
			}
			s.raw = false
		}
		offset = end
	}
}

// start takes in a start tag.
func (s *scanner) start() {
	t := &s.tag
	in := s.foreign.start(t)
	s.z.AllowCDATA(s.foreign.inside())
	s.raw = in == inHTML && isRawText(t.name)
	switch {
	case in != inHTML:
		// The tokenizer cannot know that <style> in <svg> is like any element.
		s.z.NextIsNotRawText()
	case t.name == "image":
		t.name = "img" // as every browser has it
	case t.name == "noscript":
		s.z.NextIsNotRawText()
		s.script = true
	case t.name == "template" && (s.inert > 0 || !t.rendersTemplate()):
		s.inert++
	}
	if s.inert > 0 {
		return
	}
	if t.name == "form" {
		s.form = t.formMethod()
	}
	s.textStart()
	s.marks.enter(t)
	s.collect(in)
}

// end takes in an end tag.
func (s *scanner) end() {
	name := s.tag.name
	s.raw = false
	s.foreign.end(&s.tag)
	s.z.AllowCDATA(s.foreign.inside())
	if !s.foreign.inside() {
		switch name {
		case "template":
			s.inert = max(0, s.inert-1)
		case "noscript":
			s.script = false
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

// isRawText tells whether what follows the start tag of an HTML element is text
// that no reader sees as the text of a link.
func isRawText(name string) bool {
	switch name {
	case "script", "style", "iframe", "noembed", "noframes", "textarea", "title":
		return true
	}
	return false
}
