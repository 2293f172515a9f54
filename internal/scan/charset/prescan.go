package charset

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
)

// prescan returns the name of the encoding that an HTML document declares for
// itself within src, its first bytes, and "" when it declares none. It is the
// algorithm by which the HTML standard prescans a byte stream: much like the
// tokenizer, but it knows no raw text.
func prescan(src []byte) string {
	if name := unmarkedUTF16(src); name != "" {
		return name
	}
	p := prescanner{src: src}
	for p.next('<') {
		switch rest := src[p.at:]; {
		case bytes.HasPrefix(rest, []byte("!--")):
			n := bytes.Index(rest[len("!"):], []byte("-->")) // the dashes may be the same
			if n < 0 {
				return xmlEncoding(src)
			}
			p.at += len("!") + n + len("-->")
		case len(rest) > len("meta") && ascii.EqualFold(rest[:len("meta")], "meta") && (ascii.IsSpace(rest[len("meta")]) || rest[len("meta")] == '/'):
			p.at += len("meta")
			if name := p.meta(); name != "" {
				return name
			}
		case startsTag(rest):
			p.tag()
		case len(rest) > 0 && (rest[0] == '!' || rest[0] == '/' || rest[0] == '?'):
			p.next('>')
		}
	}
	return xmlEncoding(src)
}

// unmarkedUTF16 returns the name of the UTF-16 in which src begins with an XML
// declaration, "" when it does not.
func unmarkedUTF16(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte("<\x00?\x00x\x00")):
		return nameUTF16LE
	case bytes.HasPrefix(src, []byte("\x00<\x00?\x00x")):
		return nameUTF16BE
	}
	return ""
}

// prescanner is a place in the document that is searched.
type prescanner struct {
	src []byte
	at  int
	cut bool // the end came within a tag
}

// next moves behind the next c, or to the end when there is none.
func (p *prescanner) next(c byte) bool {
	n := bytes.IndexByte(p.src[p.at:], c)
	if n < 0 {
		p.at = len(p.src)
		return false
	}
	p.at += n + 1
	return true
}

// startsTag reports whether the bytes after a "<" make it a tag.
func startsTag(rest []byte) bool {
	rest = bytes.TrimPrefix(rest, []byte("/"))
	return len(rest) > 0 && 'a' <= ascii.Lower(rest[0]) && ascii.Lower(rest[0]) <= 'z'
}

// tag moves behind a tag whose "<" was read.
func (p *prescanner) tag() {
	for p.at < len(p.src) && !ascii.IsSpace(p.src[p.at]) && p.src[p.at] != '>' {
		p.at++
	}
	for more := true; more; {
		_, _, more = p.attribute()
	}
}

// meta moves behind a <meta whose name was read and returns the name of the
// encoding that it declares, "" when it declares none.
func (p *prescanner) meta() (name string) {
	var seen struct{ pragma, content, charset bool }
	var pragma, needsPragma bool
	for {
		key, value, more := p.attribute()
		if !more {
			break
		}
		switch {
		case ascii.EqualFold(key, "http-equiv") && !seen.pragma:
			seen.pragma = true
			pragma = ascii.EqualFold(value, "content-type")
		case ascii.EqualFold(key, "content") && !seen.content:
			seen.content = true
			if found := declaredName(charsetIn(value)); found != "" && !seen.charset {
				name, needsPragma = found, true
			}
		case ascii.EqualFold(key, "charset") && !seen.charset:
			seen.charset = true
			name, needsPragma = declaredName(string(value)), false
		}
	}
	if p.cut || needsPragma && !pragma {
		return ""
	}
	return name
}

// attribute reads the next attribute of a tag and moves behind it. Without more
// it moves behind the end of the tag, or to the end of the document.
func (p *prescanner) attribute() (name, value []byte, more bool) {
	for p.at < len(p.src) && (ascii.IsSpace(p.src[p.at]) || p.src[p.at] == '/') {
		p.at++
	}
	if p.at == len(p.src) {
		p.cut = true
		return nil, nil, false
	}
	if p.src[p.at] == '>' {
		p.at++
		return nil, nil, false
	}
	start := p.at
	p.at++ // any character, even "=", can start a name
	for p.at < len(p.src) && !ascii.IsSpace(p.src[p.at]) && p.src[p.at] != '/' && p.src[p.at] != '>' && p.src[p.at] != '=' {
		p.at++
	}
	name = p.src[start:p.at]
	end := p.at
	for end < len(p.src) && ascii.IsSpace(p.src[end]) {
		end++
	}
	if end < len(p.src) && p.src[end] == '=' {
		start, end, p.at = markup.ValueSpan(p.src, end+1)
		value = p.src[start:end]
	}
	return name, value, true
}

// charsetIn returns the label in the content of a <meta
// http-equiv=content-type>, such as "text/html; charset=utf-8", "" for none.
func charsetIn(content []byte) string {
	const word = "charset"
	for i := 0; i+len(word) <= len(content); i++ {
		if !ascii.EqualFold(content[i:i+len(word)], word) {
			continue
		}
		rest := bytes.TrimLeft(content[i+len(word):], ascii.Space)
		if !bytes.HasPrefix(rest, []byte("=")) {
			continue
		}
		return label(bytes.TrimLeft(rest[1:], ascii.Space))
	}
	return ""
}

// label returns the label that starts rest, in quotes or not.
func label(rest []byte) string {
	if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
		quoted, _, found := bytes.Cut(rest[1:], rest[:1])
		if !found {
			return ""
		}
		return string(quoted)
	}
	if end := bytes.IndexAny(rest, "; \n\t\r\f"); end >= 0 {
		rest = rest[:end]
	}
	return string(rest)
}

// xmlEncoding returns the name of the encoding that the XML declaration at the
// start of src holds, "" for none. Browsers heed it in HTML, too.
func xmlEncoding(src []byte) string {
	const word = "encoding"
	declaration, found := bytes.CutPrefix(src, []byte("<?xml"))
	if !found {
		return ""
	}
	declaration, _, found = bytes.Cut(declaration, []byte(">"))
	if !found {
		return ""
	}
	_, rest, found := bytes.Cut(declaration, []byte(word))
	if !found {
		return ""
	}
	rest, found = bytes.CutPrefix(trimControls(rest), []byte("="))
	if rest = trimControls(rest); !found || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	quoted, _, found := bytes.Cut(rest[1:], rest[:1])
	if !found || bytes.ContainsFunc(quoted, func(r rune) bool { return r <= ' ' }) {
		return ""
	}
	return declaredName(string(quoted))
}

// trimControls cuts white space and control characters off the front of s.
func trimControls(s []byte) []byte {
	return bytes.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' })
}
