package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// fence is an open code fence; size is 0 for none.
type fence struct {
	mark   byte
	size   int
	quotes int
	// column is where the contents of its list item begin.
	column int
}

// opensFence opens the fence that a line begins with, maybe after the marks of list
// items.
func (b *blocks) opensFence(l line) bool {
	if b.isCode(l) {
		return false
	}
	at, column := l.text, l.column
	for !b.isThematic(at, l.end) {
		width := b.itemMark(at, l.end)
		if width == 0 || at+width >= l.end {
			break
		}
		at, column = at+width, column+width
	}
	if at >= l.end {
		return false
	}
	mark := b.text[at]
	size := b.run(at, l.end, mark)
	if mark != '`' && mark != '~' || size < 3 || mark == '`' && bytes.IndexByte(b.text[at+size:l.end], '`') >= 0 {
		return false
	}
	b.endBlock(l.start)
	b.openItems(l)
	if b.directive(at+size, l.end, size) {
		return true
	}
	b.fence = fence{mark: mark, size: size, quotes: l.quotes}
	// A fence that is not in the innermost item closes that item.
	for len(b.items) > 0 && column < b.items[len(b.items)-1] {
		b.items = b.items[:len(b.items)-1]
	}
	if len(b.items) > 0 {
		b.fence.column = b.items[len(b.items)-1]
	}
	lexical.Mask(b.text, at, l.end)
	return true
}

// readFenced masks a line inside the fence, and reports whether the line belongs to it.
func (b *blocks) readFenced(l line, blank bool) bool {
	column := l.column
	if b.fence.quotes == 0 && l.quotes > 0 {
		// A quote mark inside the fence is text.
		column = l.quoted
	}
	if l.quotes < b.fence.quotes || !blank && column < b.fence.column {
		// The quote or list item around the fence ended, and the fence with it.
		b.fence.size = 0
		return false
	}
	size := b.run(l.text, l.end, b.fence.mark)
	if size >= b.fence.size && l.quotes == b.fence.quotes && l.column < b.fence.column+4 && len(bytes.TrimSpace(b.text[l.text+size:l.end])) == 0 {
		b.fence.size = 0
		b.endBlock(l.end)
	}
	lexical.Mask(b.text, l.start, l.end)
	return true
}

// run counts how often c stands at i.
func (b *blocks) run(i, end int, c byte) int {
	n := 0
	for i+n < end && b.text[i+n] == c {
		n++
	}
	return n
}
