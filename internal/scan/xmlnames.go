package scan

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// XML names are case-sensitive. A prefix is short for the namespace that an xmlns attribute
// gave it (Namespaces in XML 1.0).

// The namespaces whose elements and attributes matter here.
const (
	htmlNamespace   = "http://www.w3.org/1999/xhtml"
	svgNamespace    = "http://www.w3.org/2000/svg"
	mathMLNamespace = "http://www.w3.org/1998/Math/MathML"
	xlinkNamespace  = "http://www.w3.org/1999/xlink"
)

// prefixes are those that stand for one of these namespaces. The declaration that was read
// last counts: documents do not use one prefix for two namespaces.
type prefixes map[string]string

// exactNames has the names in XML, by those of the records, where these differ.
var exactNames = map[string]string{
	"feimage": "feImage", "foreignobject": "foreignObject", "lineargradient": "linearGradient", "radialgradient": "radialGradient", "textpath": "textPath",
}

// parseTag reads the tag whose name begins at i, and returns the offset behind it, or -1
// when the document ends first.
func (x *xhtml) parseTag(src []byte, i int) int {
	t := &x.tag
	t.src = src
	name := t.parseName(i)
	x.declares = false
	end := x.parseNamed(i, name)
	if end < 0 || !x.declares {
		return end
	}
	t.eachAttr(name, x.declare)
	return x.parseNamed(i, name)
}

// parseNamed is parseTag for a tag whose name ends at an offset, by the prefixes that are
// known.
func (x *xhtml) parseNamed(start, end int) int {
	t := &x.tag
	t.named(start, end)
	x.findElement()
	t.attrs, t.have = t.attrs[:0], 0
	return t.eachAttr(end, x.keepAttr)
}

// findElement sets the element of the current tag by its exact name. That of a prefix
// without a namespace is no name of an element that matters.
func (x *xhtml) findElement() {
	t := &x.tag
	if prefix, local, ok := bytes.Cut(t.rawName, []byte(":")); ok {
		switch x.prefixes[string(prefix)] {
		case htmlNamespace, svgNamespace, mathMLNamespace:
			t.rawName = local
		}
	}
	t.element = &elements[elementTable.find(t.rawName)]
	name := t.element.name
	if exact := exactNames[name]; exact != "" {
		name = exact
	}
	if name != string(t.rawName) {
		t.element = &elements[0]
	}
}

// declare records what an attribute says of a prefix.
func (x *xhtml) declare(name []byte, start, end int) {
	prefix, ok := strings.CutPrefix(string(name), "xmlns:")
	if !ok {
		return
	}
	switch space := x.tag.value(&attr{start: start, end: end}); space {
	case htmlNamespace, svgNamespace, mathMLNamespace, xlinkNamespace:
		if x.prefixes == nil {
			x.prefixes = prefixes{}
		}
		x.prefixes[prefix] = space
	default:
		delete(x.prefixes, prefix)
	}
}

// keepAttr keeps an attribute of the current tag by its exact name.
func (x *xhtml) keepAttr(name []byte, start, end int) {
	number := attribute(attributeTable.find(name))
	if prefix, local, ok := bytes.Cut(name, []byte(":")); ok && string(local) == "href" && x.prefixes[string(prefix)] == xlinkNamespace {
		number = attrXlinkHref
	} else if number.String() != string(name) {
		x.declares = x.declares || bytes.HasPrefix(name, []byte("xmlns:"))
		return
	}
	x.tag.keep(number, start, end)
}

// eachAttr calls do for each attribute from offset i on, with where its value starts and
// ends. It returns the offset behind the tag, or -1 when src ends first.
func (t *tag) eachAttr(i int, do func(name []byte, start, end int)) int {
	src := t.src
	t.closed = false
	for i < len(src) {
		switch c := src[i]; {
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
		start := i
		i = nameEnd(src, start+1, &endsAttribute)
		name, after := src[start:i], i
		for i < len(src) && ascii.IsSpace(src[i]) {
			i++
		}
		if i == len(src) || src[i] != '=' {
			do(name, start, start)
			i = after
			continue
		}
		valueStart, valueEnd, behind := markup.ValueSpan(src, i+1)
		do(name, valueStart, valueEnd)
		i = behind
	}
	return -1
}
