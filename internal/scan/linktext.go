package scan

import (
	"bytes"
	"unicode"
	"unicode/utf8"
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
