package source

import (
	"bytes"
)

// dead stands for bytes that are no text, such as code. It is no white space, so
// that a line of it does not end a paragraph.
const dead = 0x01

// mdBlocks goes over Markdown line by line and covers what holds no links: code
// in fences, and code by indentation. It follows the block structure of
// CommonMark as far as that tells code from text.
type mdBlocks struct {
	sheet *sheet
	// live is the text in which code is covered; offsets are those of the sheet.
	live []byte
	mdx  bool
	// items are the columns at which the contents of the open list items begin.
	items []int
	// empty is how many of them the line before opened and left empty.
	empty int
	fence mdFence
	// ahead remembers what was looked for and is not there.
	ahead absences
	// comment is true inside a comment of HTML that began a line: nothing else begins
	// there.
	comment bool
	// afterBlank is true where indented code may begin: behind an empty line or
	// more of such code.
	afterBlank bool
	// previous is the last line, for headings that are underlined.
	previous, previousEnd int
	// quotes is how deep the open paragraph is quoted.
	quotes int
	// layout is what the pass finds out for the inline pass.
	layout mdLayout
}

// mdLayout says where the inline content of a document may begin and end.
type mdLayout struct {
	// breaks are the offsets at which one block ends and the next one begins. No
	// inline element reaches over one.
	breaks []int
	// brackets are the lines that begin with "[", and so may be definitions.
	brackets []int
}

// addBreak notes that a block ends at an offset. Offsets only grow.
func (l *mdLayout) addBreak(at int) {
	if n := len(l.breaks); n == 0 || l.breaks[n-1] < at {
		l.breaks = append(l.breaks, at)
	}
}

// mdFence is an open code fence; size is 0 for none.
type mdFence struct {
	mark   byte
	size   int
	quotes int
	// column is where the contents of the list item begin that holds it.
	column int
}

// mdLine is one line, taken apart.
type mdLine struct {
	start, end int
	// text is where the text begins behind quotes and indentation, at column.
	text, column int
	// quotes is how many ">" stand before it, the first one at the column quoted.
	quotes, quoted int
}

// cover covers the code in live between from and its end.
func (b *mdBlocks) cover(from int) {
	b.afterBlank, b.previous, b.previousEnd = true, from, from
	for at := from; at < len(b.live); {
		end := len(b.live)
		if i := bytes.IndexByte(b.live[at:], '\n'); i >= 0 {
			end = at + i
		}
		b.line(b.split(at, end))
		at = end + 1
	}
}

// split takes a line apart.
func (b *mdBlocks) split(start, end int) mdLine {
	l := mdLine{start: start, end: end, text: start}
	for l.text < end {
		switch b.live[l.text] {
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
			if l.text+1 < end && b.live[l.text+1] == ' ' {
				l.text++
			}
		default:
			return l
		}
		l.text++
	}
	return l
}

func (b *mdBlocks) line(l mdLine) {
	blank := l.text == l.end
	if b.commented(l) {
		return
	}
	if b.fence.size > 0 {
		if b.fenced(l, blank) {
			return
		}
	}
	if blank {
		b.endParagraph(l.start)
		b.dropEmptyItems()
		return
	}
	b.closeItems(l)
	if !b.afterBlank && l.quotes > b.quotes {
		b.endParagraph(l.start)
		for len(b.items) > 0 && l.quoted < b.items[len(b.items)-1] {
			b.items = b.items[:len(b.items)-1]
		}
	}
	if b.opensFence(l) {
		return
	}
	if b.indented(l) {
		b.layout.addBreak(l.start)
		b.blot(l)
		return
	}
	if b.heading(l) {
		return
	}
	b.empty = 0
	text := l.text
	if b.interrupts(l) {
		b.endParagraph(l.start)
		if text = b.openItem(l); text == l.end {
			b.endParagraph(l.end)
			return
		}
		if inner := (mdLine{start: l.start, text: text, end: l.end}); text > l.text && (b.atx(inner) || b.breaks(inner)) {
			return
		}
	}
	if b.afterBlank {
		b.quotes = l.quotes
	}
	b.afterBlank = false
	if b.live[text] == '[' {
		b.layout.brackets = append(b.layout.brackets, text)
	}
	b.previous, b.previousEnd = l.text, l.end
}

// dropEmptyItems closes the list items that hold nothing before an empty line.
func (b *mdBlocks) dropEmptyItems() {
	b.items = b.items[:len(b.items)-min(b.empty, len(b.items))]
	b.empty = 0
}

// endParagraph ends the open paragraph at an offset, if there is one: indented code
// may begin there.
func (b *mdBlocks) endParagraph(at int) {
	b.layout.addBreak(at)
	b.afterBlank = true
	b.previous, b.previousEnd = at, at
}

// interrupts reports whether a line begins a block of its own, though no empty line
// stands before it: a list item. Within a paragraph that is not in
// a list, a numbered list begins with 1, and an empty item begins none.
func (b *mdBlocks) interrupts(l mdLine) bool {
	if b.afterBlank {
		return true
	}
	width := b.itemMark(l.text, l.end)
	if width == 0 || b.deep(l) {
		return false
	}
	if len(b.items) > 0 {
		return true
	}
	c := b.live[l.text]
	return len(bytes.TrimSpace(b.live[l.text+width:l.end])) > 0 && (c < '0' || c > '9' || c == '1' && b.live[l.text+1] != '0' && !isDigit(b.live[l.text+1]))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// commented tells whether a line is of a comment, as a whole.
func (b *mdBlocks) commented(l mdLine) bool {
	text := b.live[l.text:l.end]
	if !b.comment {
		if b.fence.size > 0 || b.indented(l) || !bytes.HasPrefix(text, []byte("<!--")) {
			return false
		}
		text = text[len("<!--"):]
		b.endParagraph(l.start)
		// One without an end is text.
		b.comment = b.ahead.behind(b.live, l.text, "-->") > 0
		if !b.comment || bytes.Contains(text, []byte("-->")) {
			b.comment = false
			return false
		}
		return true
	}
	b.comment = !bytes.Contains(text, []byte("-->"))
	b.endParagraph(l.end)
	return true
}

// blot covers a line.
func (b *mdBlocks) blot(l mdLine) {
	blotRange(b.live, l.start, l.end)
}

// fenced covers a line inside a fence, and tells whether it is of the fence.
func (b *mdBlocks) fenced(l mdLine, blank bool) bool {
	if l.quotes < b.fence.quotes || !blank && l.column < b.fence.column {
		// What holds the fence ended, and the fence with it.
		b.fence.size = 0
		return false
	}
	if size := b.run(l.text, l.end, b.fence.mark); size >= b.fence.size && l.quotes == b.fence.quotes && l.column < b.fence.column+4 && len(bytes.TrimSpace(b.live[l.text+size:l.end])) == 0 {
		b.fence.size = 0
		b.endParagraph(l.end)
	}
	b.blot(l)
	return true
}

// run counts how often c stands at i.
func (b *mdBlocks) run(i, end int, c byte) int {
	n := 0
	for i+n < end && b.live[i+n] == c {
		n++
	}
	return n
}

// opensFence begins a fence, also one right behind the marks of list items.
func (b *mdBlocks) opensFence(l mdLine) bool {
	if b.indented(l) {
		return false
	}
	at, column := l.text, l.column
	for !b.thematic(at, l.end) {
		width := b.itemMark(at, l.end)
		if width == 0 || at+width >= l.end {
			break
		}
		at, column = at+width, column+width
	}
	if at >= l.end {
		return false
	}
	mark := b.live[at]
	size := b.run(at, l.end, mark)
	if mark != '`' && mark != '~' || size < 3 || mark == '`' && bytes.IndexByte(b.live[at+size:l.end], '`') >= 0 {
		return false
	}
	b.endParagraph(l.start)
	b.openItem(l)
	b.fence = mdFence{mark: mark, size: size, quotes: l.quotes}
	if len(b.items) > 0 && column >= b.items[len(b.items)-1] {
		b.fence.column = b.items[len(b.items)-1]
	}
	b.blot(mdLine{start: at, end: l.end})
	return true
}

// indented tells whether a line is code by its indentation.
func (b *mdBlocks) indented(l mdLine) bool { return b.afterBlank && b.deep(l) }

// deep reports whether a line is indented as far as code is.
func (b *mdBlocks) deep(l mdLine) bool {
	base := 0
	if len(b.items) > 0 {
		base = b.items[len(b.items)-1]
	}
	return !b.mdx && l.column >= base+4
}

// closeItems closes the list items that a line is not of: it begins further to
// the left behind an empty line.
func (b *mdBlocks) closeItems(l mdLine) {
	for len(b.items) > 0 && l.column < b.items[len(b.items)-1] && (b.afterBlank || b.itemMark(l.text, l.end) > 0 || b.thematic(l.text, l.end)) {
		b.items = b.items[:len(b.items)-1]
	}
}

// mostItems bounds how deep lists nest.
const mostItems = 100

// openItem opens the list items that a line begins with, and returns where the text
// behind their marks begins. Where much space stands behind a mark, the text is code.
func (b *mdBlocks) openItem(l mdLine) (text int) {
	at, column := l.text, l.column
	for !b.thematic(at, l.end) {
		width := b.itemMark(at, l.end)
		if width == 0 || len(b.items) >= mostItems {
			return at
		}
		at, column = at+width, column+width
		b.items = append(b.items, column)
		if len(bytes.TrimSpace(b.live[at:l.end])) == 0 {
			b.empty++
			return l.end
		}
		code := at
		for code < l.end && b.live[code] == '>' {
			code++
			if code < l.end && b.live[code] == ' ' {
				code++
			}
		}
		if !b.mdx && bytes.HasPrefix(b.live[code:l.end], []byte("    ")) {
			b.blot(mdLine{start: at, end: l.end})
			return l.end
		}
	}
	return at
}

// thematic reports whether the text between two offsets is a thematic break.
func (b *mdBlocks) thematic(from, end int) bool {
	if from >= end || bytes.IndexByte([]byte("-*_"), b.live[from]) < 0 {
		return false
	}
	n := 0
	for _, c := range b.live[from:end] {
		switch c {
		case b.live[from]:
			n++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return n >= 3
}

// itemMark is the width of the mark of a list item at i with the space behind
// it; 0 for none.
func (b *mdBlocks) itemMark(i, end int) int {
	n := 0
	for n < 9 && i+n < end && '0' <= b.live[i+n] && b.live[i+n] <= '9' {
		n++
	}
	if i+n >= end {
		return 0
	}
	c := b.live[i+n]
	switch {
	case n > 0 && c != '.' && c != ')', n == 0 && c != '-' && c != '*' && c != '+':
		return 0
	}
	n++
	spaces := 0
	for i+n+spaces < end && b.live[i+n+spaces] == ' ' {
		spaces++
	}
	if spaces == 0 {
		return 0
	}
	if spaces > 4 {
		// The contents are code by their indentation.
		spaces = 1
	}
	return n + spaces
}

// heading notes a heading of either form, and reports whether the line is of one or a
// thematic break.
func (b *mdBlocks) heading(l mdLine) bool {
	if b.deep(l) {
		return false
	}
	if b.atx(l) {
		return true
	}
	text := b.live[l.text:l.end]
	if b.previousEnd > b.previous && !b.afterBlank && l.quotes == b.quotes && (isAll(text, '=') || isAll(text, '-')) {
		b.sheet.addHeading(b.previous, headingText(b.live[b.previous:b.previousEnd]))
		b.endParagraph(l.end)
		return true
	}
	return b.breaks(l)
}

// breaks notes a thematic break.
func (b *mdBlocks) breaks(l mdLine) bool {
	if !b.thematic(l.text, l.end) {
		return false
	}
	b.endParagraph(l.start)
	b.endParagraph(l.end)
	return true
}

// atx notes a heading that begins with "#".
func (b *mdBlocks) atx(l mdLine) bool {
	n := b.run(l.text, l.end, '#')
	if n < 1 || n > 6 || l.text+n < l.end && bytes.IndexByte([]byte(" \t\r"), b.live[l.text+n]) < 0 {
		return false
	}
	b.sheet.addHeading(l.text, headingText(b.live[l.text+n:l.end]))
	b.endParagraph(l.start)
	b.endParagraph(l.end)
	return true
}

// headingText is the text of a heading without an identifier behind it.
func headingText(text []byte) []byte {
	if i := bytes.LastIndex(text, []byte("{#")); i > 0 && bytes.IndexByte(text[i:], '}') > 0 {
		return text[:i]
	}
	return text
}

// isAll tells whether a line is made of c alone.
func isAll(line []byte, c byte) bool {
	line = bytes.TrimRight(line, " \t\r")
	return len(line) > 0 && len(bytes.Trim(line, string(c))) == 0
}
