// Package position finds the lines and columns of offsets in documents.
package position

import (
	"bytes"
	"unicode/utf8"
)

// lineFeed ends the lines of nearly all documents.
var lineFeed = []byte{'\n'}

// Of returns the 1-based line and column of a byte offset in src. LF, CR LF and a lone CR each end
// a line, and column counts Unicode code points. An offset outside src counts as its nearest end.
func Of(src []byte, offset int) (line, column int) {
	before := src[:min(max(offset, 0), len(src))]
	if bytes.IndexByte(before, '\r') < 0 {
		start := bytes.LastIndexByte(before, '\n') + 1
		return bytes.Count(before[:start], lineFeed) + 1, utf8.RuneCount(before[start:]) + 1
	}
	line, start := 1, 0
	for {
		i := bytes.IndexAny(before[start:], "\r\n")
		if i < 0 {
			return line, utf8.RuneCount(before[start:]) + 1
		}
		end := start + i
		if before[end] == '\r' && end+1 < len(src) && src[end+1] == '\n' {
			if end+1 == len(before) {
				// offset is between the two bytes that end the line together.
				return line, utf8.RuneCount(before[start:]) + 1
			}
			end++
		}
		line, start = line+1, end+1
	}
}

// Lines finds the positions of many offsets in one document, in time linear in
// the document when the offsets mostly grow, as those of its links do.
type Lines struct {
	src []byte
	// from is where the last search ended, which is at line and column.
	from, line, column int
}

// NewLines returns the positions in src, which must not change while they are used.
func NewLines(src []byte) *Lines {
	return &Lines{src: src, line: 1, column: 1}
}

// Position is Of for an offset in the document.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.src))
	if offset < l.from || l.splitsLineEnd() {
		*l = Lines{src: l.src, line: 1, column: 1}
	}
	line, column = Of(l.src[l.from:], offset-l.from)
	if line == 1 {
		column += l.column - 1
	}
	*l = Lines{src: l.src, from: offset, line: l.line + line - 1, column: column}
	return l.line, l.column
}

// splitsLineEnd reports whether the last search ended between CR and LF: a search
// from there would count the end of the line twice.
func (l *Lines) splitsLineEnd() bool {
	return l.from > 0 && l.from < len(l.src) && l.src[l.from-1] == '\r' && l.src[l.from] == '\n'
}

// Offsets is the inverse of Of for many places of one document. It takes time linear in the
// document when the places are asked for in order.
type Offsets struct {
	src []byte
	// at is the offset of the place that was found last, which is at line and column.
	at, line, column int
}

// NewOffsets returns the offsets in src, which must not change while they are used.
func NewOffsets(src []byte) *Offsets {
	return &Offsets{src: src, line: 1, column: 1}
}

// Offset returns the byte offset of a 1-based line and column, or -1 when the document has
// no such place. The place after the last character of a line is one.
func (o *Offsets) Offset(line, column int) int {
	if line < 1 || column < 1 {
		return -1
	}
	if line < o.line || line == o.line && column < o.column {
		*o = Offsets{src: o.src, line: 1, column: 1}
	}
	for o.line < line {
		if !o.nextLine() {
			return -1
		}
	}
	for o.column < column {
		if o.at == len(o.src) || o.src[o.at] == '\n' || o.src[o.at] == '\r' {
			return -1
		}
		_, size := utf8.DecodeRune(o.src[o.at:])
		o.at, o.column = o.at+size, o.column+1
	}
	return o.at
}

// nextLine moves to the beginning of the next line, if there is one. LF, CR LF and a lone
// CR each end a line.
func (o *Offsets) nextLine() bool {
	for i := o.at; i < len(o.src); i++ {
		if o.src[i] == '\n' || o.src[i] == '\r' && (i+1 == len(o.src) || o.src[i+1] != '\n') {
			*o = Offsets{src: o.src, at: i + 1, line: o.line + 1, column: 1}
			return true
		}
	}
	return false
}
