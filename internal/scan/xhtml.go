package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/markup"
)

// XHTML is HTML for a document in the XML syntax, as browsers read one that comes
// as application/xhtml+xml, or a picture: any element ends with "/>", none holds raw text,
// and all end where their end tags are. Names are case-sensitive. Elements count by their
// names and not by their namespaces; those with a prefix have anchors alone. Browsers refuse
// a document that is not well formed; it is read as far as it makes sense. Entities that the
// document declares itself are not read: of 2,400 pictures of Debian none uses any in a link.
//
// An id is the attribute of that name without a prefix, in XML as well (DOM
// standard, section 4.9), so that xml:id makes no anchor.
func XHTML(src []byte, opt Options, page *Page) {
	page.reset()
	x := xhtml{scanner: scanner{src: src, opt: opt, page: page, noTree: true}}
	x.tag.isXML = true
	x.read(0)
	x.textEnd()
}

// xhtml is the state of one call of XHTML.
type xhtml struct {
	scanner
	// ignored is the name, as written, of the outermost open element that its author marked
	// to be ignored, and open how many elements of that name are open, from that one on; 0
	// outside. In XML every element has an end tag, so counting finds where it ends.
	ignored []byte
	open    int
}

// read reads the document from offset on, or to the end of the open text if once is set, and
// returns where it ended.
func (x *xhtml) read(offset int) (end int) {
	m := markup.Reader{Src: x.src, At: offset, XML: true}
	for !x.once || x.text.open {
		if !x.text.open { // no link collects the text that comes first
			if m.At = indexFrom(m.Src, m.At, '<'); m.At < 0 {
				return len(x.src)
			}
		}
		kind, start := m.Next()
		switch kind {
		case markup.End:
			return len(x.src)
		case markup.OpenTag, markup.CloseTag:
			if m.At = x.tag.parse(m.Src, m.At); m.At < 0 {
				return len(x.src) // the end of the document cuts it off
			}
			switch {
			case x.tag.element.name == "" && len(x.tag.attrs) == 0 && x.open == 0:
				// It has no link, as most tags of pictures.
			case kind == markup.CloseTag:
				if x.open > 0 && bytes.Equal(x.tag.rawName, x.ignored) {
					x.open--
				}
				x.closeXML()
			default:
				x.openXML(&m)
			}
		case markup.Text:
			if x.text.open && x.inert == 0 {
				x.text.add(m.Text(start))
			}
		case markup.Hidden:
		}
	}
	return m.At
}

// openXML records the start tag that was read last. The XML syntax knows no
// shadow roots, and a <noscript> has no meaning there (HTML standard, sections
// 14.2 and 4.12.2): a template is inert, and a <noscript> like any element.
func (x *xhtml) openXML(m *markup.Reader) {
	t := &x.tag
	x.isIgnored = x.open > 0 || t.isMarked()
	switch {
	case t.closed:
	case x.open > 0 && bytes.Equal(t.rawName, x.ignored):
		x.open++
	case x.open == 0 && x.isIgnored:
		x.ignored, x.open = t.rawName, 1
	}
	in := x.foreign.enterXML(t)
	x.embedded = noLinks
	if x.inert == 0 {
		x.enter(in)
	}
	switch {
	case t.closed && t.element.name == "template":
	case t.closed:
		x.closeXML()
	case in == inHTML && t.element.name == "template":
		x.inert++
	case x.embedded != noLinks, in == inHTML && t.element.raw != "":
		// It is not part of the text of a link, as with raw text in HTML.
		x.readEmbedded(m.CharData())
	}
}

// closeXML ends the element of the current tag.
func (x *xhtml) closeXML() {
	t := &x.tag
	x.embedded = noLinks
	if t.element.isContext && !t.closed {
		x.foreign.end(t)
	}
	switch name := t.element.name; {
	case name == "template" && !x.foreign.inside():
		x.inert = max(0, x.inert-1)
	case x.inert > 0:
	case name == "form":
		x.form = noForm
	case name == "a":
		x.textEnd()
	case separates(name):
		x.text.space()
	}
}
