// Package markup takes HTML and XML apart into text, tags and comments.
package markup

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// Kind is the kind of a piece of a document.
type Kind uint8

const (
	// End is the end of the document.
	End Kind = iota
	// OpenTag begins at a "<". Only its attributes decide where it ends, so the caller
	// reads these and sets where to continue.
	OpenTag
	// CloseTag is the same for "</".
	CloseTag
	// Text is text, in which character references are not decoded yet.
	Text
	// Hidden is what a page does not show: comments, a doctype, and what the standard
	// turns into comments.
	Hidden
)

// Reader takes an HTML document apart, a piece at a time, by the tokenization states of
// the HTML standard (section 13.2.5).
type Reader struct {
	Src []byte
	// At is where the next piece begins.
	At int
	// Raw is the name of the element that was opened last, when its content is text up
	// to its own end tag; empty otherwise.
	Raw string
	// Foreign reports whether the next piece is in SVG or MathML, which has CDATA
	// sections.
	Foreign bool
	// XML reports whether the document is XML.
	XML bool
}

// Next returns the kind of the next piece and where it begins, and goes behind
// it unless it is a tag.
func (m *Reader) Next() (kind Kind, start int) {
	start = m.At
	switch {
	case start >= len(m.Src):
		return End, start
	case m.Raw != "":
		m.At = RawTextEnd(m.Src, start, m.Raw)
		m.Raw = ""
		if m.At > start {
			return Text, start
		}
		if start >= len(m.Src) {
			return End, start
		}
	}
	for i := start; ; {
		n := bytes.IndexByte(m.Src[i:], '<')
		if n < 0 {
			m.At = len(m.Src)
			return Text, start
		}
		i += n
		kind, end := m.open(i)
		switch {
		case kind == Text && end == 0:
			i++ // a "<" that opens nothing
		case i > start:
			m.At = i
			return Text, start
		default:
			m.At = end
			return kind, start
		}
	}
}

// open says what the "<" at i opens, and where that ends: for tags at the first
// byte of the name. A "<" that is text ends at 0.
func (m *Reader) open(i int) (kind Kind, end int) {
	if m.XML {
		return openInXML(m.Src, i)
	}
	rest := m.Src[i+1:]
	switch {
	case len(rest) == 0:
		return Text, 0
	case ascii.IsLetter(rest[0]):
		return OpenTag, i + 1
	case rest[0] == '/':
		switch {
		case len(rest) == 1:
			return Text, 0
		case ascii.IsLetter(rest[1]):
			return CloseTag, i + 2
		}
		return Hidden, behind(m.Src, i+2, '>')
	case rest[0] == '?':
		return Hidden, behind(m.Src, i+2, '>')
	case rest[0] != '!':
		return Text, 0
	case bytes.HasPrefix(rest, []byte("!--")):
		return Hidden, commentEnd(m.Src, i+len("<!--"))
	case m.Foreign && bytes.HasPrefix(rest, []byte(cdataStart[1:])):
		return Text, behindMark(m.Src, i, cdataEnd)
	}
	return Hidden, behind(m.Src, i+2, '>')
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
