package scan

import "bytes"

// tag is a start tag: its name and those of its attributes that matter here,
// with their places in the document. It is used again for every tag.
type tag struct {
	src []byte

	name    string // lower-case; empty for a name that no table knows
	nameEnd int    // offset of the byte after the name
	rawName []byte // as written
	anyName string // lower-case, when asked for; see element
	// attrs are in the order of the document, one for each name: of attributes
	// that stand twice the first counts.
	attrs  []attr
	closed bool // "/>"
}

// attr is one attribute of a tag.
type attr struct {
	name string
	// start and end enclose the value in the document. Without a value both are
	// where it would start behind the "=", or at the name when there is no "=".
	start, end int
	// plain tells that the value reads as it is written.
	plain bool
}

// parse reads the tag whose name begins at i, by the attribute states of the
// HTML standard, and returns the offset behind it. It returns -1 when src ends
// first.
func (t *tag) parse(src []byte, i int) int {
	return t.parseAttrs(t.parseName(src, i))
}

// parseAttrs reads the attributes from i on, and returns the offset behind the
// tag, or -1 when src ends first.
func (t *tag) parseAttrs(i int) int {
	t.attrs, t.closed = t.attrs[:0], false
	src := t.src
	for i < len(src) {
		switch c := src[i]; {
		case isSpace(c):
			i++
		case c == '/':
			i++
			t.closed = i < len(src) && src[i] == '>'
		case c == '>':
			return i + 1
		default:
			i = t.parseAttr(i)
		}
	}
	return -1
}

// parseName reads the tag's name, which starts at i, and returns where it ends.
func (t *tag) parseName(src []byte, i int) int {
	start := i
	for i < len(src) && !endsName[src[i]] {
		i++
	}
	t.src, t.nameEnd, t.rawName, t.anyName = src, i, src[start:i], ""
	t.name = elementName(t.rawName)
	return i
}

// parseAttr reads the attribute that starts at i and returns where it ends.
func (t *tag) parseAttr(i int) int {
	src, start := t.src, i
	i++ // whatever it is: a "=" can start a name
	for i < len(src) && !endsName[src[i]] && src[i] != '=' {
		i++
	}
	a := attr{name: attrName(src[start:i]), start: start, end: start, plain: true}
	after := i
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	if i < len(src) && src[i] == '=' {
		a.start, a.end, after = valueSpan(src, i+1)
		if a.name != "" {
			a.plain = isPlain(src[a.start:a.end])
		}
	}
	if a.name != "" && t.find(a.name) == nil {
		t.attrs = append(t.attrs, a)
	}
	return after
}

// isPlain tells whether a value reads as it is written.
func isPlain(value []byte) bool {
	for _, c := range value {
		if c == '&' || c == '\r' || c == 0 {
			return false
		}
	}
	return true
}

// valueSpan returns where the value behind a "=" starts and ends, and where to
// read on, which is the end of src when that cuts the value off.
func valueSpan(src []byte, i int) (start, end, after int) {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	start = i
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		start++
		n := bytes.IndexByte(src[start:], src[i])
		if n < 0 {
			return start, len(src), len(src)
		}
		return start, start + n, start + n + 1
	}
	for i < len(src) && !isSpace(src[i]) && src[i] != '>' {
		i++
	}
	return start, i, i
}

// endsName marks the bytes that end the name of a tag.
var endsName = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true, '/': true, '>': true}

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
	value := t.src[a.start:a.end]
	if a.plain {
		return string(value)
	}
	return unescapeValue(value)
}

// element returns the lower-case name of the element, be it one that no table
// knows. All links of a tag share it, however long it is.
func (t *tag) element() string {
	if t.name != "" {
		return t.name
	}
	if t.anyName == "" {
		name := bytes.ReplaceAll(t.rawName, []byte{0}, []byte("\ufffd"))
		for i, c := range name {
			name[i] = lower(c)
		}
		t.anyName = string(name)
	}
	return t.anyName
}

// isSpace tells whether c is white space as HTML has it.
func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}
