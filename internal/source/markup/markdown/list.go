package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// interrupts reports whether a line begins a new block. In a paragraph outside of lists
// only list items do that which are not empty and have no number but 1.
func (b *blocks) interrupts(l line, inList bool) bool {
	if !b.paragraph {
		return true
	}
	width := b.itemMark(l.text, l.end)
	if width == 0 || b.isDeep(l) {
		return false
	}
	if inList {
		return true
	}
	c := b.text[l.text]
	isEmpty := len(bytes.TrimSpace(b.text[l.text+width:l.end])) == 0
	return !isEmpty && (!lexical.IsDigit(c) || c == '1' && !lexical.IsDigit(b.text[l.text+1]))
}

// isCode reports whether a line is code by its indentation.
func (b *blocks) isCode(l line) bool { return !b.paragraph && b.isDeep(l) }

// isDeep reports whether a line is indented as far as code is.
func (b *blocks) isDeep(l line) bool {
	base := 0
	if len(b.items) > 0 {
		base = b.items[len(b.items)-1]
	}
	return !b.mdx && l.column >= base+4
}

// closeItems closes the list items that a line is not in, and reports whether there were
// any: the line begins further to the left, and does not continue a paragraph.
func (b *blocks) closeItems(l line) (closed bool) {
	for len(b.items) > 0 && l.column < b.items[len(b.items)-1] && (!b.paragraph || b.itemMark(l.text, l.end) > 0 || b.isThematic(l.text, l.end)) {
		b.items = b.items[:len(b.items)-1]
		closed = true
	}
	return closed
}

// maxItems bounds how deep lists nest.
const maxItems = 100

// openItems opens the list items that a line begins with. It returns where the text
// after their marks begins, and how many quote marks are before the text. Text after
// wide space is code.
func (b *blocks) openItems(l line) (text, quotes int) {
	text = l.text
	for column := l.column; !b.isThematic(text, l.end); {
		width := b.itemMark(text, l.end)
		if width == 0 || len(b.items) >= maxItems {
			return text, quotes
		}
		text, column = text+width, column+width
		b.items = append(b.items, column)
		if len(bytes.TrimSpace(b.text[text:l.end])) == 0 {
			b.empty++
			return l.end, 0
		}
		content := text
		for quotes = 0; content < l.end && b.text[content] == '>'; quotes++ {
			content++
			if content < l.end && b.text[content] == ' ' {
				content++
			}
		}
		if !b.mdx && bytes.HasPrefix(b.text[content:l.end], []byte("    ")) {
			lexical.Mask(b.text, text, l.end)
			return l.end, quotes
		}
	}
	return text, quotes
}

// dropEmptyItems closes the list items that hold nothing before an empty line.
func (b *blocks) dropEmptyItems() {
	b.items = b.items[:len(b.items)-min(b.empty, len(b.items))]
	b.empty = 0
}

// itemMark returns the width of the list item mark at i and the space after it; 0 when
// there is none.
func (b *blocks) itemMark(i, end int) int {
	n := 0
	for n < 9 && i+n < end && lexical.IsDigit(b.text[i+n]) {
		n++
	}
	if i+n >= end {
		return 0
	}
	c := b.text[i+n]
	switch {
	case n > 0 && c != '.' && c != ')', n == 0 && c != '-' && c != '*' && c != '+':
		return 0
	}
	n++
	spaces := 0
	for i+n+spaces < end && b.text[i+n+spaces] == ' ' {
		spaces++
	}
	if spaces == 0 {
		return 0
	}
	if spaces > 4 {
		// The contents are indented code.
		spaces = 1
	}
	return n + spaces
}

// containerIndent is how far the contents of a container are indented.
const containerIndent = 4

// opensContainer opens the container that a line begins, and reports whether it begins
// one. The contents of a container are indented, and are no code: an admonition or a tab
// of Python-Markdown, a footnote, or the definition of a term.
func (b *blocks) opensContainer(l line) bool {
	if b.isCode(l) || len(b.items) >= maxItems {
		return false
	}
	rest := bytes.TrimRight(b.text[l.text:l.end], " \t\r")
	mark := markLength(rest)
	if mark == 0 {
		return false
	}
	b.endBlock(l.start)
	b.items = append(b.items, l.column+containerIndent)
	if mark == len(rest) {
		b.endBlock(l.end)
		return true
	}
	b.paragraph, b.quotes = true, l.quotes
	b.previous = lexical.Span{Start: l.text + mark, End: l.end}
	return true
}
