package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// markupKind is what the next piece of a document is.
type markupKind uint8

const (
	// endOfMarkup is the end of the document.
	endOfMarkup markupKind = iota
	// openTag begins at a "<"; where it ends only its attributes tell, so the
	// reader of those sets where to go on.
	openTag
	// closeTag is the same for "</".
	closeTag
	// textMarkup is text, in which entities are not decoded yet.
	textMarkup
	// hiddenMarkup is what no reader sees: comments, a doctype, and what the
	// standard makes comments of.
	hiddenMarkup
)

// markup takes an HTML document apart into text, tags and comments, by the
// tokenization states of the HTML standard (section 13.2.5), a piece at a time.
type markup struct {
	src []byte
	// at is where the next piece begins.
	at int
	// raw is the name of the element that was opened last, when its content is
	// text up to its own end tag; empty otherwise.
	raw string
	// foreign tells that the next piece is in SVG or MathML, which has CDATA
	// sections.
	foreign bool
	// xml tells that the document is XML.
	xml bool
}

// next returns the kind of the next piece and where it begins, and goes behind
// it unless it is a tag.
func (m *markup) next() (kind markupKind, start int) {
	start = m.at
	switch {
	case start >= len(m.src):
		return endOfMarkup, start
	case m.raw != "":
		m.at = rawTextEnd(m.src, start, m.raw)
		m.raw = ""
		if m.at > start {
			return textMarkup, start
		}
		if start >= len(m.src) {
			return endOfMarkup, start
		}
	}
	for i := start; ; {
		n := bytes.IndexByte(m.src[i:], '<')
		if n < 0 {
			m.at = len(m.src)
			return textMarkup, start
		}
		i += n
		kind, end := m.open(i)
		switch {
		case kind == textMarkup && end == 0:
			i++ // a "<" that opens nothing
		case i > start:
			m.at = i
			return textMarkup, start
		default:
			m.at = end
			return kind, start
		}
	}
}

// open says what the "<" at i opens, and where that ends: for tags at the first
// byte of the name. A "<" that is text ends at 0.
func (m *markup) open(i int) (kind markupKind, end int) {
	if m.xml {
		return openXML(m.src, i)
	}
	rest := m.src[i+1:]
	switch {
	case len(rest) == 0:
		return textMarkup, 0
	case ascii.IsLetter(rest[0]):
		return openTag, i + 1
	case rest[0] == '/':
		switch {
		case len(rest) == 1:
			return textMarkup, 0
		case ascii.IsLetter(rest[1]):
			return closeTag, i + 2
		}
		return hiddenMarkup, behind(m.src, i+2, '>')
	case rest[0] == '?':
		return hiddenMarkup, behind(m.src, i+2, '>')
	case rest[0] != '!':
		return textMarkup, 0
	case bytes.HasPrefix(rest, []byte("!--")):
		return hiddenMarkup, commentEnd(m.src, i+len("<!--"))
	case m.foreign && bytes.HasPrefix(rest, []byte(cdataStart[1:])):
		return textMarkup, behindMark(m.src, i, cdataEnd)
	}
	return hiddenMarkup, behind(m.src, i+2, '>')
}

// behind is the offset behind the first c from i on, or the end of src.
func behind(src []byte, i int, c byte) int {
	if n := bytes.IndexByte(src[i:], c); n >= 0 {
		return i + n + 1
	}
	return len(src)
}

// commentEnd is the offset behind the comment whose text begins at i: "-->" and
// "--!>" end it, and so do ">" and "->" at its very beginning.
func commentEnd(src []byte, i int) int {
	switch rest := src[i:]; {
	case bytes.HasPrefix(rest, []byte(">")):
		return i + 1
	case bytes.HasPrefix(rest, []byte("->")):
		return i + 2
	}
	for {
		n := bytes.Index(src[i:], []byte("--"))
		if n < 0 {
			return len(src)
		}
		i += n + 2
		for i < len(src) && src[i] == '-' {
			i++
		}
		switch rest := src[i:]; {
		case bytes.HasPrefix(rest, []byte(">")):
			return i + 1
		case bytes.HasPrefix(rest, []byte("!>")):
			return i + 2
		}
	}
}
