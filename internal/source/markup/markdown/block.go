package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// blocks reads Markdown line by line. It masks what holds no links (code in fences and
// code by indentation), and finds where blocks end.
type blocks struct {
	doc *document.Document
	// text is that of doc, in which code is masked.
	text []byte
	mdx  bool
	// items are the columns at which the contents of the open list items begin.
	items []int
	// empty is how many items the line before opened and left empty.
	empty int
	fence fence
	// directives are the sizes of the fences of the directives that are open.
	directives []int
	// component is true when the line before began a component of MDC, and inProperties
	// inside its properties, which begin at propertiesStart. properties are those of all
	// components.
	component, inProperties bool
	propertiesStart         int
	properties              []lexical.Span
	// comment is true inside an HTML comment that began a line: nothing else begins
	// there.
	comment bool
	// paragraph is true while a paragraph is open. Indented code begins only where none
	// is.
	paragraph bool
	// quotes is how deep the last paragraph is quoted, and quotedItems how many list
	// items hold that quote.
	quotes, quotedItems int
	// previous is the last line of the paragraph, which an underline makes a heading.
	previous lexical.Span
	layout   layout
	closers  lexical.Closers
}

// line is one line.
type line struct {
	start, end int
	// text is where the text after quote marks and indentation begins, at column.
	text, column int
	// quotes counts the quote marks before it. The first one is at the column quoted.
	quotes, quoted int
}

// read reads the text from an offset on.
func (b *blocks) read(from int) {
	for at := from; at < len(b.text); {
		end := lexical.LineEnd(b.text, at)
		b.line(b.split(at, end))
		at = end + 1
	}
}

// split finds the text of a line.
func (b *blocks) split(start, end int) line {
	l := line{start: start, end: end, text: start}
	for l.text < end {
		switch b.text[l.text] {
		case ' ', '\r':
			l.column++
		case '\t':
			l.column += 4 - l.column%4
		case '>':
			if l.column > 3 {
				return l
			}
			if l.quotes == 0 {
				l.quoted = l.column
			}
			l.quotes++
			l.column = 0
			if l.text+1 < end && b.text[l.text+1] == ' ' {
				l.text++
			}
		default:
			return l
		}
		l.text++
	}
	return l
}

func (b *blocks) line(l line) {
	blank := l.text == l.end
	switch {
	case b.readComment(l), b.readProperties(l), b.fence.size > 0 && b.readFenced(l, blank):
		return
	case blank:
		b.endBlock(l.start)
		b.dropEmptyItems()
		return
	}
	closed := b.closeItems(l)
	b.enterQuote(l)
	switch {
	case b.directiveLine(l), b.opensFence(l), b.heading(l), b.opensContainer(l):
		return
	case b.isCode(l):
		b.layout.addBreak(l.start)
		lexical.Mask(b.text, l.start, l.end)
		return
	}
	b.empty = 0
	text, quotes := l.text, l.quotes
	if b.interrupts(l, closed || len(b.items) > 0) {
		b.endBlock(l.start)
		var inner int
		if text, inner = b.openItems(l); text == l.end {
			b.endBlock(l.end)
			return
		}
		quotes += inner
		if item := (line{start: l.start, text: text, end: l.end}); text > l.text && (b.atxHeading(item) || b.thematicBreak(item)) {
			return
		}
	}
	if !b.paragraph {
		b.paragraph, b.quotes = true, quotes
	}
	if b.text[text] == '[' {
		b.layout.brackets = append(b.layout.brackets, text)
	}
	b.previous = lexical.Span{Start: l.text, End: l.end}
}

// endBlock ends the open paragraph at an offset, if there is one.
func (b *blocks) endBlock(at int) {
	b.layout.addBreak(at)
	b.paragraph = false
	b.previous = lexical.Span{Start: at, End: at}
}

// enterQuote ends the open paragraph where a deeper quote begins, and closes the list
// items that the quote is not in, or that an outer quote held.
func (b *blocks) enterQuote(l line) {
	switch {
	case l.quotes > b.quotes:
		if b.paragraph {
			b.endBlock(l.start)
		}
		for b.quotes == 0 && len(b.items) > 0 && l.quoted < b.items[len(b.items)-1] {
			b.items = b.items[:len(b.items)-1]
		}
		b.quotes, b.quotedItems = l.quotes, len(b.items)
	case l.quotes < b.quotes && !b.paragraph:
		b.items = b.items[:min(b.quotedItems, len(b.items))]
		b.quotes = l.quotes
	}
}

// readComment reads a line of an HTML comment, and reports whether all of the line is in
// it.
func (b *blocks) readComment(l line) bool {
	text := b.text[l.text:l.end]
	if !b.comment {
		if b.fence.size > 0 || b.isCode(l) || !bytes.HasPrefix(text, []byte("<!--")) {
			return false
		}
		text = text[len("<!--"):]
		b.endBlock(l.start)
		// A comment without an end is text.
		b.comment = b.closers.After(b.text, l.text, "-->") > 0
		if !b.comment || bytes.Contains(text, []byte("-->")) {
			b.comment = false
			return false
		}
		return true
	}
	b.comment = !bytes.Contains(text, []byte("-->"))
	b.endBlock(l.end)
	return true
}
