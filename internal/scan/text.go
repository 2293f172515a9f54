package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// maxText is how many code points of a link's text are kept.
const maxText = 120

// text collects the text of the open <a>.
type text struct {
	open bool
	link int // index of the link
	// whole is all of the text so far, as a part of the document, when that needed no
	// change; nil when buf holds the text.
	whole []byte
	buf   []byte
	runes int
	gap   bool // white space was seen since the last code point
}

// start begins the text of a link.
func (t *text) start(link int) {
	*t = text{open: true, link: link, buf: t.buf[:0]}
}

// space separates what follows from what came before.
func (t *text) space() { t.gap = t.runes > 0 }

// add appends text, its white space folded, up to maxText code points. The
// caller must not write to s afterwards.
func (t *text) add(s []byte) {
	if t.runes == 0 {
		if line := bytes.TrimSpace(s); isFolded(line) {
			t.whole, t.runes = line, len(line)
			t.gap = line[len(line)-1] != s[len(s)-1]
			return
		}
	}
	t.buf, t.whole = append(t.buf, t.whole...), nil
	for len(s) > 0 && t.runes < maxText {
		r, size := utf8.DecodeRune(s)
		s = s[size:]
		if unicode.IsSpace(r) {
			t.space()
			continue
		}
		if t.gap {
			if t.runes+2 > maxText {
				t.runes = maxText // the space and what follows it do not fit
				return
			}
			t.buf = append(t.buf, ' ')
			t.runes++
			t.gap = false
		}
		t.buf = utf8.AppendRune(t.buf, r)
		t.runes++
	}
}

// isFolded reports whether s is short enough and ASCII, and folding would not change it.
func isFolded(s []byte) bool {
	if len(s) == 0 || len(s) > maxText {
		return false
	}
	before := byte(' ')
	for _, c := range s {
		if c < ' ' || c > '~' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return true
}

// separates reports whether a browser shows the text before and after a tag of that element
// on different lines.
func separates(name string) bool {
	switch name {
	case "br", "div", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	return false
}

// Texts reads the texts of single links. For a few links that is faster than to read the
// document again. The zero value is ready for use, and needs little new memory when it is
// used again. It is not safe for concurrent use.
type Texts struct {
	reader xhtml
	page   Page
	bytes  int
}

// Bytes returns how many bytes of documents were read for the texts so far. The text of a
// link may reach the end of its document.
func (t *Texts) Bytes() int { return t.bytes }

// Of returns the Text of the link of an <a> whose place in src, a page of that
// kind, is offset, as HTML and XHTML collect it. It does not see the
// outer elements of the link. So it takes a <title> in a link of SVG for one of HTML, and
// omits its text; and it takes a <template> for a shadow root where the link has none.
func (t *Texts) Of(kind link.Kind, src []byte, offset int) string {
	t.page.reset()
	t.page.Links = append(t.page.Links, link.Link{})
	x := &t.reader
	*x = xhtml{scanner: scanner{
		src: src, opt: Options{Text: true}, page: &t.page, once: true, noTree: true,
		tag: tag{src: src, element: &elements[0], attrs: x.tag.attrs[:0]}, text: text{buf: x.text.buf},
	}}
	isXML := kind == link.XHTMLKind || kind == link.SVGKind
	x.tag.isXML = isXML
	behind := x.tag.parseAttrs(valueEnd(src, offset))
	if behind < 0 || isXML && x.tag.closed {
		return ""
	}
	x.text.start(0)
	if isXML {
		t.bytes += x.read(behind) - behind
	} else {
		t.bytes += x.run(behind, len(src)) - behind
	}
	x.textEnd()
	return t.page.Links[0].Text
}

// valueEnd is the offset behind the href's value that begins at offset. Where an
// href is without a value, its name begins there, and is not passed: what
// follows it are attributes, and maybe the "/" that ends the element in XML.
func valueEnd(src []byte, offset int) int {
	i := offset
	if !isValueOfHref(src[:i]) {
		return i
	}
	if quote := src[max(0, i-1)]; quote == '"' || quote == '\'' {
		if n := bytes.IndexByte(src[i:], quote); n >= 0 {
			return i + n + 1
		}
		return len(src)
	}
	for i < len(src) && !ascii.IsSpace(src[i]) && src[i] != '>' {
		i++
	}
	return i
}

// isValueOfHref reports whether a value of an href begins behind these bytes. It
// does not look for the start of the tag, and so is wrong about an href without a
// value right behind another value that ends in "href=", as in <a title="href="href>.
func isValueOfHref(before []byte) bool {
	if n := len(before); n > 0 && (before[n-1] == '"' || before[n-1] == '\'') {
		before = before[:n-1]
	}
	before, ok := bytes.CutSuffix(trimSpaceRight(before), []byte("="))
	before = trimSpaceRight(before)
	start := len(before) - len("href")
	return ok && start >= 0 && ascii.EqualFold(before[start:], "href")
}

// trimSpaceRight cuts what HTML takes for white space off the end of b.
func trimSpaceRight(b []byte) []byte {
	for len(b) > 0 && ascii.IsSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}
