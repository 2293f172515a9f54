package scan

import (
	"bytes"

	"golang.org/x/net/html"
)

// tag is a start tag: its name and those of its attributes that matter here,
// with their places in the document. It is used again for every tag.
type tag struct {
	z   *html.Tokenizer // stands at this tag
	src []byte

	offset  int    // of the "<"
	name    string // lower-case; empty for a name that no table knows
	nameEnd int    // offset of the byte after the name
	rawName []byte // as written
	// attrs are in the order of the document, one for each name: of attributes
	// that stand twice the first counts.
	attrs   []attr
	closed  bool // "/>"
	decoded bool // attrs have their values decoded, where that changes them
}

// attr is one attribute of a tag.
type attr struct {
	name string
	// start and end enclose the value in the document. Without a value both are
	// where it would start behind the "=", or at the name when there is no "=".
	start, end int
	// value is the decoded value, when plain is false and the tag is decoded.
	value string
	// plain tells that the value reads as it is written.
	plain bool
}

// parse reads the start tag that src holds from offset to end, its angle
// brackets included, by the attribute states of the HTML standard.
func (t *tag) parse(src []byte, offset, end int) {
	t.offset = offset
	t.attrs, t.closed, t.decoded = t.attrs[:0], false, false
	i := t.parseName(src, offset+len("<"), end)
	for i < end {
		switch c := src[i]; {
		case isSpace(c):
			i++
		case c == '/':
			i++
			t.closed = i < end && src[i] == '>'
		case c == '>':
			return
		default:
			i = t.parseAttr(i, end)
		}
	}
}

// parseName reads the tag's name, which starts at i, and returns where it ends.
func (t *tag) parseName(src []byte, i, end int) int {
	start := i
	for i < end && !isSpace(src[i]) && src[i] != '/' && src[i] != '>' {
		i++
	}
	t.src, t.nameEnd, t.rawName = src, i, src[start:i]
	t.name = elementName(t.rawName)
	return i
}

// parseAttr reads the attribute that starts at i and returns where it ends.
func (t *tag) parseAttr(i, end int) int {
	start := i
	i++ // whatever it is: a "=" can start a name
	for i < end && !isSpace(t.src[i]) && t.src[i] != '/' && t.src[i] != '>' && t.src[i] != '=' {
		i++
	}
	a := attr{name: attrName(t.src[start:i]), start: start, end: start, plain: true}
	after := i
	for i < end && isSpace(t.src[i]) {
		i++
	}
	if i < end && t.src[i] == '=' {
		a.start, a.end, after = valueSpan(t.src, i+1, end)
		a.plain = bytes.IndexByte(t.src[a.start:a.end], '&') < 0 &&
			bytes.IndexByte(t.src[a.start:a.end], '\r') < 0 &&
			bytes.IndexByte(t.src[a.start:a.end], 0) < 0
	}
	if a.name != "" && t.find(a.name) == nil {
		t.attrs = append(t.attrs, a)
	}
	return after
}

// valueSpan returns where the value behind a "=" starts and ends, and where to
// read on.
func valueSpan(src []byte, i, limit int) (start, end, after int) {
	for i < limit && isSpace(src[i]) {
		i++
	}
	start = i
	if i < limit && (src[i] == '"' || src[i] == '\'') {
		start++
		n := bytes.IndexByte(src[start:limit], src[i])
		if n < 0 {
			return start, limit, limit
		}
		return start, start + n, start + n + 1
	}
	for i < limit && !isSpace(src[i]) && src[i] != '>' {
		i++
	}
	return start, i, i
}

// find returns the attribute of that name, nil when there is none. The names
// that tags keep are few, so a walk is fast, however long the tag.
func (t *tag) find(name string) *attr {
	for i := range t.attrs {
		if t.attrs[i].name == name {
			return &t.attrs[i]
		}
	}
	return nil
}

// get returns the decoded value of the attribute of that name, and whether the
// tag has one.
func (t *tag) get(name string) (string, bool) {
	a := t.find(name)
	if a == nil {
		return "", false
	}
	return t.value(a), true
}

// value returns the decoded value of a, which is one of t's attributes.
func (t *tag) value(a *attr) string {
	if a.plain {
		return string(t.src[a.start:a.end])
	}
	if !t.decoded {
		t.decode()
	}
	return a.value
}

// decode has the tokenizer decode the values that hold entities, carriage
// returns or NULs, once for the whole tag.
func (t *tag) decode() {
	t.decoded = true
	for more := true; more; {
		var key, value []byte
		key, value, more = t.z.TagAttr()
		if name := attrName(key); name != "" {
			if a := t.find(name); a != nil && !a.plain {
				a.value = string(value)
			}
		}
	}
}

// isSpace tells whether c is white space as HTML has it.
func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}
