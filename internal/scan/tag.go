package scan

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// tag is a start tag: its name and those of its attributes that matter here,
// with their places in the document. It is used again for every tag.
type tag struct {
	src []byte

	element *element
	nameEnd int    // offset of the byte after the name
	rawName []byte // as written
	anyName string // lower-case; elementName sets it
	// attrs are in the order of the document, one for each name: the
	// first of two attributes with one name counts. Attributes that the element does not
	// want are not among them.
	attrs  []attr
	have   attributes // the names of attrs
	closed bool       // "/>"
	// origin is that of the links of the attribute that is being read for them.
	origin *link.Origin
	// isXML reports whether the document is XML, which tells names by their case.
	isXML bool
}

// attr is one attribute of a tag.
type attr struct {
	// start and end enclose the value in the document. Without a value both are
	// where it would start behind the "=", or at the name when there is no "=".
	start, end int
	name       attribute
	// plain reports whether the value needs no decoding.
	plain bool
}

// parse reads the tag whose name begins at i, by the attribute states of the
// HTML standard, and returns the offset behind it. It returns -1 when src ends
// first.
func (t *tag) parse(src []byte, i int) int {
	t.src = src
	end := t.parseName(i)
	t.named(i, end)
	if t.isXML && t.element.exact != string(t.rawName) {
		t.element = &elements[0]
	}
	return t.parseAttrs(end)
}

// parseName reads the tag's name, which starts at i, and returns where it ends.
func (t *tag) parseName(i int) int {
	if key, n := keyAt(t.src, i, &endsName); n > 0 {
		t.element = &elements[elementTable.slot(key).number]
		return i + n
	}
	end := nameEnd(t.src, i, &endsName)
	t.element = &elements[elementTable.find(t.src[i:end])]
	return end
}

// named notes the position of the tag's name.
func (t *tag) named(start, end int) {
	t.nameEnd, t.rawName, t.anyName = end, t.src[start:end], ""
}

// nameEnd returns where the name ends that i is in, which a byte ends that ends
// marks.
func nameEnd(src []byte, i int, ends *[256]bool) int {
	for i < len(src) && !ends[src[i]] {
		i++
	}
	return i
}

// parseAttrs reads the attributes from i on, and returns the offset behind the
// tag, or -1 when src ends first.
func (t *tag) parseAttrs(i int) int {
	t.attrs, t.have, t.closed = t.attrs[:0], 0, false
	src := t.src
	for i < len(src) {
		switch c := src[i]; {
		case c > '>':
		case c == '>':
			return i + 1
		case ascii.IsSpace(c):
			i++
			continue
		case c == '/':
			i++
			t.closed = i < len(src) && src[i] == '>'
			continue
		}
		// Nearly all attributes are like this: a short name and a value in quotes.
		key, n := keyAt(src, i, &endsAttribute)
		if value := i + n + len(`="`); n > 0 && value <= len(src) && src[value-2] == '=' {
			if quote := src[value-1]; quote == '"' || quote == '\'' {
				if end := indexFrom(src, value, quote); end >= 0 {
					if name := attribute(attributeTable.slot(key).number); name != noAttribute && (!t.isXML || isLower(src[i:i+n])) {
						t.keep(name, value, end)
					}
					i = end + 1
					continue
				}
			}
		}
		i = t.parseAttr(i)
	}
	return -1
}

// parseAttr reads an attribute of any form.
func (t *tag) parseAttr(i int) int {
	nameEnd, start, end, after := markup.Attribute(t.src, i)
	raw := t.src[i:nameEnd]
	if name := attribute(attributeTable.find(raw)); name != noAttribute && (!t.isXML || isLower(raw)) {
		t.keep(name, start, end)
	}
	return after
}

// isLower reports whether a name is in lower case, as XML wants those that matter.
func isLower(name []byte) bool {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// keep records an attribute whose value is enclosed by start and end, if the
// element wants it.
func (t *tag) keep(name attribute, start, end int) {
	if (t.element.wants &^ t.have).has(name) {
		t.add(name, start, end)
	}
}

// add is keep for an attribute that the element wants and the tag does not have. It is a
// separate function so that keep costs no call.
func (t *tag) add(name attribute, start, end int) {
	t.have |= 1 << name
	t.attrs = append(t.attrs, attr{start, end, name, isPlain(t.src, start, end)})
}

// endsName and endsAttribute mark the bytes that end the name of a tag and of an
// attribute.
var (
	endsName      = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true, '/': true, '>': true}
	endsAttribute = [256]bool{' ': true, '\n': true, '\t': true, '\r': true, '\f': true, '/': true, '>': true, '=': true}
)

// get returns the decoded value of the attribute of that name, and whether the
// tag has one. The attributes that tags keep are few, so a walk is fast, however long
// the tag.
func (t *tag) get(name string) (string, bool) {
	for i := range t.attrs {
		if t.attrs[i].name.String() == name {
			return t.value(&t.attrs[i]), true
		}
	}
	return "", false
}

// has reports whether the tag has an attribute of that name.
func (t *tag) has(name string) bool {
	_, ok := t.get(name)
	return ok
}

// value returns the decoded value of a, which is one of t's attributes. It may be
// a view of the document.
func (t *tag) value(a *attr) string {
	value := t.src[a.start:a.end]
	if a.plain {
		return view(value)
	}
	return markup.UnescapeValue(value)
}

// elementName returns the lower-case name of the element, be it one that has no
// record. All links of a tag share it, however long it is.
func (t *tag) elementName() string {
	if t.element.name != "" {
		return t.element.name
	}
	if t.anyName == "" {
		name := bytes.ReplaceAll(t.rawName, []byte{0}, []byte("\ufffd"))
		for i, c := range name {
			name[i] = ascii.Lower(c)
		}
		t.anyName = string(name)
	}
	return t.anyName
}
