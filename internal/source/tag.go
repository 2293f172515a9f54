package source

import (
	"bytes"
	"strings"
)

// tagReader reads the elements of HTML and of the template languages, whose tags
// may hold expressions anywhere.
type tagReader struct {
	*sheet
	// src is the text, in which code may be covered.
	src   []byte
	ahead absences
	marks landmarks
	vain
}

// vain is where what had no end shortly before is looked for again: expressions,
// and tags.
type vain struct{ dry, barren int }

// attribute is one attribute of a tag; its value may be an expression.
type attribute struct {
	name       string
	start, end int
	// expression is true for a value in braces, as JSX has them.
	expression bool
}

// mostAttributes bounds how many attributes a tag has.
const mostAttributes = 200

// tag reads the tag that begins at i, and returns the offset behind it; i when
// there is none.
func (t *tagReader) tag(i int) int {
	closing := i+1 < len(t.src) && t.src[i+1] == '/'
	at := i + 1
	if closing {
		at++
	}
	start := at
	for at < len(t.src) && (isWordByte(t.src[at]) || t.src[at] == '-' || t.src[at] == '.' || t.src[at] == ':') {
		at++
	}
	if at == start || t.src[start] >= '0' && t.src[start] <= '9' || t.src[start] == ':' || t.src[start] == '-' {
		return i
	}
	if at-start > 4 && at < len(t.src) && t.src[at] == '/' && t.src[at-1] == ':' {
		// An address in angle brackets.
		return i
	}
	name := string(t.src[start:at])
	if closing {
		t.marks.end(regionOf(name))
		if end := bytes.IndexByte(t.src[at:min(len(t.src), at+64)], '>'); end >= 0 {
			return at + end + 1
		}
		return at
	}
	if i < t.barren {
		return i
	}
	attrs, end, selfClosing := t.attributes(at)
	if end < 0 {
		return i
	}
	t.marks.start(regionOf(name))
	t.element(name, i, end, attrs, selfClosing)
	return t.skipRaw(strings.ToLower(name), end, selfClosing)
}

// skipRaw passes over the contents of elements that hold no markup.
func (t *tagReader) skipRaw(name string, end int, selfClosing bool) int {
	if name != "script" && name != "style" || selfClosing {
		return end
	}
	if behind := t.ahead.behind(t.src, end, "</"+name); behind > 0 {
		return behind
	}
	return end
}

// attributes reads the attributes from at on; end is behind ">", or -1 when the
// tag has no end. Then tags are looked for again only where half of what was read
// in vain is passed, so that a text full of openings is still read in linear time.
func (t *tagReader) attributes(at int) (attrs []attribute, end int, selfClosing bool) {
	start, limit := at, min(len(t.src), at+maxTag)
	for at < limit {
		c := t.src[at]
		switch {
		case c == '>':
			return attrs, at + 1, selfClosing
		case c == '/':
			selfClosing = true
			at++
			continue
		case c <= ' ':
			at++
			continue
		case c == '<' && !bytes.HasPrefix(t.src[at:], []byte("<%")) && !bytes.HasPrefix(t.src[at:], []byte("<?")):
			return nil, -1, false
		case c == '{' || c == '<':
			if after := t.expression(at, limit); after > at {
				at = after
				continue
			}
		}
		selfClosing = false
		var a attribute
		a, at = t.attribute(at, limit)
		if attrs = append(attrs, a); len(attrs) > mostAttributes {
			break
		}
	}
	t.barren = start + (at-start)/2
	return nil, -1, false
}

// maxTag bounds in bytes how long a tag may be.
const maxTag = 16 << 10

// expression is the offset behind the expression at i; i when there is none.
// Where one has no end, none is looked for in the next bytes, so that a text full
// of openings is still read in linear time.
func (t *tagReader) expression(i, limit int) int {
	if i < t.dry {
		return i
	}
	end := t.expressionEnd(i, limit)
	if end == i {
		t.dry = i + maxExpression/2
	}
	return end
}

func (t *tagReader) expressionEnd(i, limit int) int {
	rest := string(t.src[i:min(limit, i+maxExpression)])
	switch {
	case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "{%"), strings.HasPrefix(rest, "<%"):
		if _, end, ok := expressionAt(rest, 0); ok {
			return i + end
		}
	case strings.HasPrefix(rest, "<?"):
		if end := strings.Index(rest, "?>"); end >= 0 {
			return i + end + 2
		}
	case rest[0] == '{':
		return t.braces(i, limit)
	}
	return i
}

// braces is the offset behind balanced braces at i, in which quoted braces do not
// count; i when they have no end.
func (t *tagReader) braces(i, limit int) int {
	depth := 0
	limit = min(limit, i+maxExpression)
	for at := i; at < limit; at++ {
		switch c := t.src[at]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"', '\'', '`':
			if j := bytes.IndexByte(t.src[at+1:limit], c); j >= 0 && bytes.IndexByte(t.src[at+1:at+1+j], '\n') < 0 {
				at += j + 1
			}
		}
	}
	return i
}

// attribute reads one attribute at i, and returns the offset behind it.
func (t *tagReader) attribute(i, limit int) (attribute, int) {
	at := i
	for at < limit && t.src[at] > ' ' && t.src[at] != '=' && t.src[at] != '>' && t.src[at] != '/' {
		at++
	}
	if at == i {
		at++ // what cannot stand there
	}
	a := attribute{name: strings.ToLower(strings.TrimLeft(string(t.src[i:at]), ":@")), start: at, end: at}
	a.expression = t.src[i] == ':' && !strings.HasPrefix(a.name, "on")
	a.name = strings.TrimPrefix(a.name, "v-bind:")
	next := t.space(at, limit)
	if next >= limit || t.src[next] != '=' {
		return a, at
	}
	at = t.space(next+1, limit)
	if at >= limit {
		return a, at
	}
	switch c := t.src[at]; {
	case c == '"' || c == '\'':
		a.start, a.end = at+1, t.quoted(at+1, limit, c)
		return a, min(a.end+1, limit)
	case c == '{' && (at+1 >= limit || t.src[at+1] != '{' && t.src[at+1] != '%'):
		if end := t.expression(at, limit); end > at {
			a.start, a.end, a.expression = at+1, end-1, true
			return a, end
		}
	}
	a.start = at
	for at < limit && t.src[at] > ' ' && t.src[at] != '>' {
		if t.src[at] == '{' || t.src[at] == '<' {
			if after := t.expression(at, limit); after > at {
				at = after
				continue
			}
		}
		at++
	}
	a.end = at
	return a, at
}

func (t *tagReader) space(i, limit int) int {
	for i < limit && t.src[i] <= ' ' && t.src[i] != dead {
		i++
	}
	return i
}

// quoted is the offset of the quote that ends a value; those in expressions do
// not.
func (t *tagReader) quoted(i, limit int, quote byte) int {
	for i < limit && t.src[i] != quote {
		if t.src[i] == '{' && i+1 < limit && (t.src[i+1] == '{' || t.src[i+1] == '%') || t.src[i] == '<' && i+1 < limit && t.src[i+1] == '%' {
			if after := t.expression(i, limit); after > i {
				i = after
				continue
			}
		}
		i++
	}
	return min(i, limit)
}
