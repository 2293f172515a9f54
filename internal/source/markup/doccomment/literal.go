package doccomment

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// literal is a string: its contents, and the offset after it. escaped is true when it may
// hold escapes.
type literal struct {
	lexical.Span
	after   int
	escaped bool
}

// text reads the string whose quote is at i. A string without an end is no string.
func (r *reader) text(i int) literal {
	src := r.doc.Source
	if l, ok := r.rawText(i); ok {
		return l
	}
	if r.language.triple && bytes.HasPrefix(src[i:], []byte(`"""`)) {
		if after := r.closers.After(src, i+3, `"""`); after > 0 {
			return literal{Span: lexical.Span{Start: i + 3, End: after - 3}, after: after, escaped: true}
		}
		return literal{after: i + 3}
	}
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
		case '"':
			return literal{Span: lexical.Span{Start: i + 1, End: j}, after: j + 1, escaped: true}
		case '\n':
			if !r.language.multiline {
				return literal{after: j}
			}
		}
	}
	return literal{after: len(src)}
}

// maxDelimiter bounds the text between the quote and the content of a string without
// escapes.
const maxDelimiter = 32

// maxUnclosed bounds how many different end marks are looked for in vain in a file. After
// so many, a further string has no end mark.
const maxUnclosed = 64

// rawText reads the string without escapes whose quote is at i: r#"text"# of Rust, and
// R"x(text)x" of C++.
func (r *reader) rawText(i int) (l literal, ok bool) {
	src := r.doc.Source
	hashes := 0
	for r.language.raw == 'r' && hashes < maxDelimiter && i-hashes > 0 && src[i-hashes-1] == '#' {
		hashes++
	}
	if at := i - hashes - 1; r.language.raw == 0 || at < 0 || src[at] != r.language.raw {
		return literal{}, false
	}
	start, closer := i+1, `"`+strings.Repeat("#", hashes)
	if r.language.raw == 'R' {
		if len(r.closers) > maxUnclosed {
			return literal{}, false
		}
		n := bytes.IndexByte(src[start:min(len(src), start+maxDelimiter)], '(')
		if n < 0 {
			return literal{}, false
		}
		closer = ")" + string(src[start:start+n]) + `"`
		start += n + 1
	}
	after := r.closers.After(src, start, closer)
	if after == 0 {
		return literal{after: start}, true
	}
	return literal{Span: lexical.Span{Start: start, End: after - len(closer)}, after: after}, true
}

// character returns the offset after the character in quotes at i. The quote of a lifetime
// or in a number is no character.
func character(src []byte, i int) int {
	if i+1 < len(src) && src[i+1] == '\\' {
		if j := bytes.IndexByte(src[min(i+3, len(src)):min(len(src), i+16)], '\''); j >= 0 {
			return min(i+3, len(src)) + j + 1
		}
		return i + 2
	}
	_, size := utf8.DecodeRune(src[i+1:])
	if after := i + 1 + size; size > 0 && after < len(src) && src[after] == '\'' {
		return after + 1
	}
	return i + 1
}

// singleQuoted returns the offset after the string in single quotes at i, which ends on its
// line.
func singleQuoted(src []byte, i int) int {
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
		case '\'':
			return j + 1
		case '\n':
			return j
		}
	}
	return len(src)
}

// attribute reads the documentation in the attribute at i: #[doc = "text"], #![doc = r"text"].
func (r *reader) attribute(i int) int {
	src := r.doc.Source
	at := i + 1
	if at < len(src) && src[at] == '!' {
		at++
	}
	for _, word := range [...]string{"[", "doc", "="} {
		at = space(src, at)
		if !bytes.HasPrefix(src[at:], []byte(word)) {
			return i + 1
		}
		at += len(word)
	}
	at = space(src, at)
	for at < len(src) && (src[at] == 'r' || src[at] == '#') && at < i+maxDelimiter {
		at++
	}
	if at >= len(src) || src[at] != '"' {
		return i + 1
	}
	l := r.text(at)
	if l.End > l.Start {
		r.join(&r.language.lines[0], i)
		for from := l.Start; from <= l.End; {
			end := lexical.LineEnd(src[:l.End], from)
			r.block = append(r.block, line{Span: lexical.Span{Start: from, End: end}, escaped: l.escaped})
			from = end + 1
		}
		r.end = l.after
		if bytes.HasPrefix(src[r.end:], []byte("]")) {
			r.end++
		}
	}
	return l.after
}

// space returns the offset after the white space at i.
func space(src []byte, i int) int {
	for i < len(src) && src[i] <= ' ' && i >= 0 {
		i++
	}
	return i
}
