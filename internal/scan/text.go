package scan

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// maxText is how many code points of a link's text are kept, and maxRaw of how many bytes
// they are made.
const (
	maxText = 120
	maxRaw  = 4 << 10
)

// text collects the text of the open <a>.
type text struct {
	open bool
	link int // index of the link
	// whole is all of the text so far when that is one part of the document; otherwise raw is.
	whole, raw []byte
}

// start begins the text of a link.
func (t *text) start(link int) { *t = text{open: true, link: link, raw: t.raw[:0]} }

// add appends text. The caller must not write to s afterwards.
func (t *text) add(s []byte) {
	if t.whole == nil && len(t.raw) == 0 {
		t.whole = s
		return
	}
	for _, s := range [][]byte{t.whole, s} {
		t.raw = append(t.raw, s[:min(len(s), maxRaw-len(t.raw))]...)
	}
	t.whole = nil
}

// space separates what follows from what came before.
func (t *text) space() { t.add([]byte(" ")) }

// folded returns the text with its white space folded, up to maxText code points. It may be a
// view of the document.
func (t *text) folded() string {
	raw := t.raw
	if t.whole != nil {
		raw = t.whole
	}
	text := view(bytes.TrimSpace(raw))
	isPlain := len(text) <= maxText
	for i := 0; i < len(text) && isPlain; i++ {
		isPlain = ' ' < text[i] && text[i] <= '~' || text[i] == ' ' && text[i-1] != ' '
	}
	if !isPlain {
		text = strings.Join(strings.Fields(text[:min(len(text), maxRaw)]), " ")
		if len(text) > maxText || !utf8.ValidString(text) {
			runes := []rune(text)
			text = strings.TrimRight(string(runes[:min(len(runes), maxText)]), " ")
		}
	}
	if t.whole == nil {
		text = strings.Clone(text) // raw serves again
	}
	return text
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
		tag: tag{src: src, element: &elements[0], attrs: x.tag.attrs[:0]}, text: text{raw: x.text.raw},
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

// valueEnd is the offset behind the value of an attribute that begins at offset. Without a
// value it is the name that begins there, and that is read again. It does not look for the
// start of the tag, and so is wrong behind another value that ends in "=", as in
// <a title="a="href>.
func valueEnd(src []byte, offset int) int {
	before, quote := src[:offset], byte(' ')
	if n := offset - 1; n >= 0 && (src[n] == '"' || src[n] == '\'') {
		before, quote = src[:n], src[n]
	}
	if !bytes.HasSuffix(bytes.TrimRight(before, ascii.Space), []byte("=")) {
		return offset
	}
	end := offset
	for end < len(src) && src[end] != quote && (quote != ' ' || src[end] != '>' && !ascii.IsSpace(src[end])) {
		end++
	}
	if quote != ' ' {
		end++
	}
	return min(end, len(src))
}
