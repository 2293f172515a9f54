// Package markup takes HTML and XML apart into text, tags and comments.
package markup

import (
	"bytes"
	"unicode/utf8"

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

// openInXML is open for a document that is XML, by the grammar of
// XML 1.0 (sections 2.5 to 2.8). There a comment and a processing instruction
// have but one end, CDATA sections are anywhere, and a doctype may hold
// declarations.
func openInXML(src []byte, i int) (kind Kind, end int) {
	rest := src[i+1:]
	switch {
	case len(rest) == 0:
		return Text, 0
	case startsName(rest[0]):
		return OpenTag, i + 1
	case rest[0] == '/':
		if len(rest) > 1 && startsName(rest[1]) {
			return CloseTag, i + 2
		}
		return Hidden, behind(src, i+2, '>')
	case rest[0] == '?':
		return Hidden, behindMark(src, i+len("<?"), "?>")
	case rest[0] != '!':
		return Text, 0
	case bytes.HasPrefix(rest, []byte("!--")):
		return Hidden, behindMark(src, i+len("<!--"), "-->")
	case bytes.HasPrefix(rest, []byte(cdataStart[1:])):
		return Text, behindMark(src, i+len(cdataStart), cdataEnd)
	}
	return Hidden, declarationEnd(src, i+len("<!"))
}

// behindMark is the offset behind the first mark from i on, or the end of src.
func behindMark(src []byte, i int, mark string) int {
	if n := bytes.Index(src[i:], []byte(mark)); n >= 0 {
		return i + n + len(mark)
	}
	return len(src)
}

// declarationEnd is the offset behind the declaration whose text begins at i. It
// may hold others, comments and processing instructions.
func declarationEnd(src []byte, i int) int {
	for depth := 0; i < len(src); {
		rest := src[i:]
		switch c := rest[0]; {
		case c == '"', c == '\'':
			i = behind(src, i+1, c)
		case bytes.HasPrefix(rest, []byte("<!--")):
			i = behindMark(src, i+len("<!--"), "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			i = behindMark(src, i+len("<?"), "?>")
		case c == '>' && depth == 0:
			return i + 1
		default:
			switch c {
			case '<':
				depth++
			case '>':
				depth--
			}
			i++
		}
	}
	return len(src)
}

// startsName reports whether c can begin a name in XML, or the UTF-8 of what can.
func startsName(c byte) bool { return ascii.IsLetter(c) || c == '_' || c == ':' || c >= utf8.RuneSelf }

// RawTextEnd is the offset of the end tag that ends the text from i on of the
// element name, or the end of src. A script may hold what looks like one.
func RawTextEnd(src []byte, i int, name string) int {
	switch name {
	case "plaintext":
		return len(src)
	case "script":
		return scriptEnd(src, i)
	}
	for {
		n := bytes.Index(src[i:], []byte("</"))
		if n < 0 {
			return len(src)
		}
		if i += n; isTagOf(src, i+2, name) {
			return i
		}
		i += 2
	}
}

// isTagOf reports whether the name of a tag that begins at i is the given one, and
// ends there.
func isTagOf(src []byte, i int, name string) bool {
	end := i + len(name)
	if end >= len(src) || !ascii.EqualFold(src[i:end], name) {
		return false
	}
	return ascii.IsSpace(src[end]) || src[end] == '/' || src[end] == '>'
}

// scriptEnd is RawTextEnd for a script. In a comment, which "<!--" opens and
// "-->" closes, a <script> hides the </script> behind it (HTML standard, section
// 13.2.5, the "script data escaped" and "double escaped" states).
func scriptEnd(src []byte, i int) int {
	var inComment, hidden bool
	comment := closer{src: src}
	for {
		n := bytes.IndexByte(src[i:], '<')
		if n < 0 {
			return len(src)
		}
		if inComment {
			if end := comment.behind(i); end <= i+n {
				i, inComment, hidden = end, false, false
				continue
			}
		}
		i += n
		switch {
		case !inComment && bytes.HasPrefix(src[i:], []byte("<!--")):
			// The dashes that open a comment can be those that close it.
			inComment = true
			i += len("<!")
		case !hidden && isTagOf(src, i+2, "script") && src[i+1] == '/':
			return i
		case hidden && isTagOf(src, i+2, "script") && src[i+1] == '/':
			hidden = false
			i += len("</script")
		case inComment && !hidden && isTagOf(src, i+1, "script"):
			hidden = true
			i += len("<script")
		default:
			i++
		}
	}
}

// closer finds the ends of the comments of a script. It keeps the last that it
// found, so that a script is searched once however many calls there are.
type closer struct {
	src  []byte
	next int // offset behind a "-->"; 0 before the first search
}

// behind is the offset behind the first "-->" from i on, or beyond the end of
// src.
func (c *closer) behind(i int) int {
	const end = "-->"
	if c.next == 0 || c.next-len(end) < i {
		n := bytes.Index(c.src[i:], []byte(end))
		if n < 0 {
			c.next = len(c.src) + len(end) + 1
		} else {
			c.next = i + n + len(end)
		}
	}
	return c.next
}
