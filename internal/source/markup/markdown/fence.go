package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
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

// run counts how often c is at i.
func (b *blocks) run(i, end int, c byte) int {
	n := 0
	for i+n < end && b.text[i+n] == c {
		n++
	}
	return n
}

// directive reads the first line of a fence from at on, and reports whether it begins a
// directive whose contents are Markdown: ```{note} title.
func (b *blocks) directive(at, end, size int) bool {
	length, ok := directiveName(b.text[at:end])
	if !ok {
		return false
	}
	b.argument(at+length, end)
	lexical.Mask(b.text, at-size, at+length)
	b.endBlock(end)
	b.directives = append(b.directives, size)
	return true
}

// argument adds the file that a directive shows: ```{image} picture.png.
func (b *blocks) argument(at, end int) {
	text := bytes.TrimSpace(b.text[at:end])
	if !destination.LooksLike(string(text)) {
		return
	}
	at += bytes.Index(b.text[at:end], text)
	b.doc.Add(document.Link{Offset: at, End: at + len(text), Loose: true, Role: document.EmbedRole})
	lexical.Mask(b.text, at, at+len(text))
}

// directiveLine reads a line inside a directive that is not text: its end, and an option
// with a destination.
func (b *blocks) directiveLine(l line) bool {
	if len(b.directives) == 0 {
		return false
	}
	text := bytes.TrimRight(b.text[l.text:l.end], " \t\r")
	if len(text) >= 3 && lexical.IsRunOf(text, text[0]) && (text[0] == '`' || text[0] == '~') && len(text) >= b.directives[len(b.directives)-1] {
		b.directives = b.directives[:len(b.directives)-1]
		lexical.Mask(b.text, l.text, l.end)
		b.endBlock(l.end)
		return true
	}
	name, value, ok := optionOf(text)
	if !ok || b.paragraph {
		return false
	}
	if name == "target" || name == "link" {
		at := l.text + len(text) - len(value)
		b.doc.Add(document.Link{Offset: at, End: at + len(value), Loose: true, Role: document.LinkRole})
	}
	lexical.Mask(b.text, l.text, l.end)
	b.endBlock(l.end)
	return true
}
