package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

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
	behind := x.tag.parseAttrs(valueEnd(src, offset))
	isXML := kind == link.XHTMLKind || kind == link.SVGKind
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
