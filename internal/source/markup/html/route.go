package html

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// route adds the link that an object of Next.js or Vue Router describes:
// {pathname: '/guide', query: {a: 'b'}, hash: 'setup'}, {path: '/guide', hash: '#setup'}. It
// reports whether the attribute holds one.
func (t *Reader) route(r document.Link, a attribute) bool {
	object := bytes.TrimSpace(t.src[a.start:a.end])
	if len(object) < 2 || object[0] != '{' || !a.expression && !bytes.HasPrefix(object, []byte("{{")) {
		return false
	}
	o := routeObject{src: t.src, start: a.start, end: a.end}
	place, known := o.value("pathname")
	if !known {
		place, known = o.value("path")
	}
	hash, hashed := o.value("hash")
	query, queried := o.query()
	if !known && !hashed || queried && query == "" {
		return false
	}
	r.Raw = string(t.src[place.Start:place.End]) + query
	if hashed {
		r.Raw += "#" + strings.TrimPrefix(string(t.src[hash.Start:hash.End]), "#")
	}
	if !known {
		place = hash
	}
	r.Offset, r.End = place.Start, place.End
	t.doc.Add(r)
	return true
}

// routeObject is the text of an object between two offsets.
type routeObject struct {
	src        []byte
	start, end int
}

// value returns where the string under a key is; ok is false when there is none.
func (o routeObject) value(key string) (found lexical.Span, ok bool) {
	at, ok := o.after(key)
	if !ok {
		return found, false
	}
	quote := o.src[at]
	if quote != '"' && quote != '\'' && quote != '`' {
		return found, false
	}
	n := bytes.IndexByte(o.src[at+1:o.end], quote)
	return lexical.Span{Start: at + 1, End: at + 1 + n}, n > 0
}

// after returns the offset at which the value of a key begins.
func (o routeObject) after(key string) (at int, ok bool) {
	for at = o.start; ; {
		i := bytes.Index(o.src[at:o.end], []byte(key))
		if i < 0 {
			return 0, false
		}
		before := at + i - 1
		at += i + len(key)
		rest := bytes.TrimLeft(o.src[at:o.end], "'\" \t\r\n")
		if before >= o.start && (lexical.IsWord(o.src[before]) || o.src[before] == '.') || len(rest) == 0 || rest[0] != ':' {
			continue
		}
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		return o.end - len(rest), len(rest) > 0
	}
}

// query returns the query that an object of strings describes. ok is true when there is one;
// the query is empty when its values are not known.
func (o routeObject) query() (query string, ok bool) {
	at, ok := o.after("query")
	if !ok || o.src[at] != '{' {
		return "", ok
	}
	n := bytes.IndexByte(o.src[at:o.end], '}')
	if n < 0 {
		return "", true
	}
	mark := "?"
	for pair := range bytes.SplitSeq(o.src[at+1:at+n], []byte(",")) {
		key, value, found := bytes.Cut(pair, []byte(":"))
		if len(bytes.TrimSpace(pair)) == 0 {
			continue
		}
		value = bytes.TrimSpace(value)
		if !found || !isNumber(value) && (len(value) < 2 || value[0] != '\'' && value[0] != '"') {
			return "", true
		}
		query += mark + strings.Trim(string(bytes.TrimSpace(key)), `'"`) + "=" + strings.Trim(string(value), `'"`)
		mark = "&"
	}
	return query, true
}

// isNumber reports whether a text is a whole number.
func isNumber(s []byte) bool { return len(s) > 0 && len(bytes.Trim(s, "0123456789")) == 0 }
