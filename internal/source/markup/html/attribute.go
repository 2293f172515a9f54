package html

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

// attribute is one attribute of a tag; its value may be an expression.
type attribute struct {
	name       string
	start, end int
	// expression is true for a value in braces, as JSX has them.
	expression bool
}

// maxAttributes bounds how many attributes a tag has.
const maxAttributes = 200

// attributes reads the attributes from at on. end is the offset after ">", or -1 when the
// tag does not end. In that case the first half of the bytes that were read is not searched
// for tags again, so that a text full of tags without an end takes linear time.
func (t *Reader) attributes(at int) (attrs []attribute, end int, selfClosing bool) {
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
		if attrs = append(attrs, a); len(attrs) > maxAttributes {
			break
		}
	}
	t.nextTag = start + (at-start)/2
	return nil, -1, false
}

// maxTag bounds in bytes how long a tag may be.
const maxTag = 16 << 10

// expression returns the offset after the expression at i; i when there is none. When one
// does not end, the next bytes are not searched for any, so that a text full of openers
// takes linear time.
func (t *Reader) expression(i, limit int) int {
	if i < t.nextExpression {
		return i
	}
	end := t.expressionEnd(i, limit)
	if end == i {
		t.nextExpression = i + template.MaxExpression/2
	}
	return end
}

func (t *Reader) expressionEnd(i, limit int) int {
	rest := string(t.src[i:min(limit, i+template.MaxExpression)])
	switch {
	case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "{%"), strings.HasPrefix(rest, "<%"):
		if _, end, ok := template.Expression(rest, 0); ok {
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

// braces returns the offset after balanced braces at i; i when they do not end. Quoted
// braces do not count.
func (t *Reader) braces(i, limit int) int {
	depth := 0
	limit = min(limit, i+template.MaxExpression)
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

// attribute reads one attribute at i, and returns the offset after it.
func (t *Reader) attribute(i, limit int) (attribute, int) {
	at := i
	for at < limit && t.src[at] > ' ' && t.src[at] != '=' && t.src[at] != '>' && t.src[at] != '/' {
		at++
	}
	if at == i {
		at++ // No name begins there.
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

func (t *Reader) space(i, limit int) int {
	for i < limit && t.src[i] <= ' ' && t.src[i] != lexical.Masked {
		i++
	}
	return i
}

// quoted returns the offset of the quote that ends a value. Quotes in expressions do not.
func (t *Reader) quoted(i, limit int, quote byte) int {
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
