package position

import "unicode/utf8"

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
