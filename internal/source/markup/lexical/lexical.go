// Package lexical holds what the readers of all syntaxes share: classes of bytes, byte
// ranges, masks over text that holds no links, and the search for closing marks.
package lexical

import "bytes"

// Span is a range of bytes.
type Span struct{ Start, End int }

// Masked replaces bytes that hold no links, such as code. It is not white space, so
// that a masked line is not an empty one.
const Masked = 0x01

// Mask masks a range of text.
func Mask(text []byte, from, to int) {
	for i := from; i < to; i++ {
		text[i] = Masked
	}
}

// IsWord reports whether c is part of a word: a letter, a digit, "_" or any byte that
// is not ASCII.
func IsWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || IsDigit(c) || c == '_' || c >= 0x80
}

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsPunctuation reports whether c is ASCII punctuation.
func IsPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !IsWord(c) || c == '_'
}

// IsRunOf reports whether a line consists of c, but for white space at its end.
func IsRunOf(line []byte, c byte) bool {
	line = bytes.TrimRight(line, " \t\r")
	return len(line) > 0 && len(bytes.Trim(line, string(c))) == 0
}

// LineEnd returns the offset of the end of the line around i: of its "\n", or of the
// end of the text.
func LineEnd(text []byte, i int) int {
	if j := bytes.IndexByte(text[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(text)
}
