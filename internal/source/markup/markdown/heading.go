package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// heading reads a line of a heading, or a thematic break, and reports whether it is one.
func (b *blocks) heading(l line) bool {
	if b.isDeep(l) {
		return false
	}
	if b.atxHeading(l) {
		b.closeItems(l)
		return true
	}
	text := b.text[l.text:l.end]
	if b.paragraph && l.quotes == b.quotes && (lexical.IsRunOf(text, '=') || lexical.IsRunOf(text, '-')) {
		b.doc.AddHeading(b.previous.Start, headingText(b.text[b.previous.Start:b.previous.End]))
		b.endBlock(l.end)
		return true
	}
	return b.thematicBreak(l)
}

// thematicBreak notes a thematic break.
func (b *blocks) thematicBreak(l line) bool {
	if !b.isThematic(l.text, l.end) {
		return false
	}
	b.endBlock(l.start)
	b.endBlock(l.end)
	return true
}

// isThematic reports whether the text between two offsets is a thematic break.
func (b *blocks) isThematic(from, end int) bool {
	if from >= end || bytes.IndexByte([]byte("-*_"), b.text[from]) < 0 {
		return false
	}
	n := 0
	for _, c := range b.text[from:end] {
		switch c {
		case b.text[from]:
			n++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return n >= 3
}

// atxHeading notes a heading that begins with "#".
func (b *blocks) atxHeading(l line) bool {
	n := b.run(l.text, l.end, '#')
	if n < 1 || n > 6 || l.text+n < l.end && bytes.IndexByte([]byte(" \t\r"), b.text[l.text+n]) < 0 {
		return false
	}
	b.doc.AddHeading(l.text, headingText(b.text[l.text+n:l.end]))
	b.endBlock(l.start)
	b.endBlock(l.end)
	return true
}

// headingText returns the text of a heading without the identifier after it.
func headingText(text []byte) []byte {
	if i := bytes.LastIndex(text, []byte("{#")); i > 0 && bytes.IndexByte(text[i:], '}') > 0 {
		return text[:i]
	}
	return text
}
