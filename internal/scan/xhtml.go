package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// XHTML is HTML for a document in the XML syntax, as browsers read one that comes
// as application/xhtml+xml: any element ends with "/>", none holds raw text, and
// all end where their end tags are. Names are case-sensitive. Elements count by their
// names and not by their namespaces, but those with a prefix count by that of the prefix;
// where it has none, they have anchors alone. Browsers refuse a
// document that is not well formed; it is read as far as it makes sense.
//
// An id is the attribute of that name without a prefix, in XML as well (DOM
// standard, section 4.9), so that xml:id makes no anchor.
func XHTML(src []byte, opt Options, page *Page) {
	page.reset()
	x := xhtml{scanner: scanner{src: src, opt: opt, page: page, noTree: true}}
	x.read(0)
	x.textEnd()
}

// xhtml is the state of one call of XHTML.
type xhtml struct {
	scanner
	marked   markedElement
	prefixes prefixes
	// declares is whether the current tag says what a prefix stands for.
	declares bool
	// depth is how many entities are nested around the text.
	depth int
}

// read reads the document from offset on, or to the end of the open text if once is set, and
// returns where it ended.
func (x *xhtml) read(offset int) (end int) {
	m := markup.Reader{Src: x.src, At: offset, XML: true}
	for !x.once || x.text.open {
		if !x.text.open { // no link collects the text that comes first
			start := m.At
			if m.At = indexFrom(m.Src, m.At, '<'); m.At < 0 {
				x.readReferences(start, len(m.Src))
				return len(x.src)
			}
			x.readReferences(start, m.At)
		}
		kind, start := m.Next()
		switch kind {
		case markup.End:
			return len(x.src)
		case markup.OpenTag, markup.CloseTag:
			if m.At = x.parseTag(m.Src, m.At); m.At < 0 {
				return len(x.src) // the end of the document cuts it off
			}
			switch {
			case x.isPlain() && x.marked.open == 0:
			case kind == markup.CloseTag:
				x.marked.leave(&x.tag)
				x.end()
			default:
				x.openXML(&m)
			}
		case markup.Text:
			x.readReferences(start, m.At)
			if x.text.open && x.inert == 0 {
				x.text.add(m.Text(start))
			}
		case markup.Hidden:
			if x.tag.entities == nil && bytes.HasPrefix(m.Src[start:], []byte("<!DOCTYPE")) {
				x.tag.entities = readEntities(m.Src[start:m.At])
			}
		}
	}
	return m.At
}

// openXML records the start tag that was read last. The XML syntax knows no
// shadow roots, and a <noscript> has no meaning there (HTML standard, sections
// 14.2 and 4.12.2): a template is inert, and a <noscript> like any element.
func (x *xhtml) openXML(m *markup.Reader) {
	t := &x.tag
	x.marks.onTag = x.marked.enter(t)
	in := x.foreign.enterXML(t)
	x.embedded = noLinks
	if x.inert == 0 {
		x.enter(in)
	}
	switch {
	case t.closed:
		x.closeXML()
	case in == inHTML && t.element.name == "template":
		x.inert++
	case x.embedded != noLinks, in == inHTML && t.element.raw != "":
		// It is not part of the text of a link, as with raw text in HTML.
		x.readEmbedded(m.CharData())
	}
}

// closeXML ends the element of a tag that closes itself, as far as end does not
// go by what is open.
func (x *xhtml) closeXML() {
	switch x.tag.element.name {
	case "a":
		x.textEnd()
	case "form":
		x.form = noForm
	}
}

// markedElement is the outermost open element that its author marked to be
// ignored. In XML every element has an end tag, so counting those of its
// name finds where it ends.
type markedElement struct {
	name []byte // as written
	open int    // elements of that name that are open, from that one on; 0 outside
}

// enter records a start tag, and reports whether its links are to be ignored.
func (e *markedElement) enter(t *tag) bool {
	marked := t.isMarked()
	switch {
	case e.open > 0:
		if !t.closed && ascii.EqualFold(t.rawName, e.name) {
			e.open++
		}
		return true
	case marked && !t.closed:
		e.name, e.open = t.rawName, 1
	}
	return marked
}

// leave records an end tag.
func (e *markedElement) leave(t *tag) {
	if e.open > 0 && ascii.EqualFold(t.rawName, e.name) {
		e.open--
	}
}
