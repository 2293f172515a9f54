package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Most of what a document is made of, such as names, values and the text
// between tags, is shorter than a call that searches it takes to get going. So
// the first bytes are read as one number, whose first byte is the lowest, and
// are looked at all at once.

// wordSize is how many bytes are looked at at once.
const wordSize = 8

const (
	eachByte uint64 = 0x0101010101010101
	highBits        = eachByte << 7
)

// word returns the bytes of src from i on, of which there must be wordSize.
func word(src []byte, i int) uint64 { return binary.LittleEndian.Uint64(src[i : i+wordSize]) }

// matches returns a number whose lowest bit that is set is in the first byte
// of w that is c; 0 when there is none. The bits above it mean nothing.
func matches(w uint64, c byte) uint64 {
	w ^= eachByte * uint64(c)
	return (w - eachByte) &^ w & highBits
}

// notLetters returns a number with one bit in each byte of w that is no letter,
// and does not look like one: what ends a name is among these bytes.
func notLetters(w uint64) uint64 { return ^w & (eachByte * 0x40) }

// byteOf returns the index of the byte in which the lowest bit of matches is.
func byteOf(matches uint64) int { return bits.TrailingZeros64(matches) / 8 }

// indexFrom returns the offset of the first c in src from i on, which is not
// negative, or -1 when there is none.
func indexFrom(src []byte, i int, c byte) int {
	if i+wordSize <= len(src) {
		if found := matches(word(src, i), c); found != 0 {
			return i + byteOf(found)
		}
	}
	n := bytes.IndexByte(src[i:], c)
	if n < 0 {
		return -1
	}
	return i + n
}

// isPlain reports whether the attribute's value between start and end reads as it
// is written: it has no "&", no CR and no NUL.
func isPlain(src []byte, start, end int) bool {
	i := start
	for ; i+wordSize <= end; i += wordSize {
		if w := word(src, i); matches(w, '&')|controls(w) != 0 {
			return isPlainText(src[i:end])
		}
	}
	if i == end || i+wordSize > len(src) {
		return isPlainText(src[i:end])
	}
	w := word(src, i) | ^uint64(0)<<(8*(end-i)) // without what is behind the value
	return matches(w, '&')|controls(w) == 0 || isPlainText(src[i:end])
}

// controls returns a number that is not 0 when one of the bytes of w is CR or
// less.
func controls(w uint64) uint64 { return (w - eachByte*('\r'+1)) &^ w & highBits }

// isPlainText is isPlain, a byte at a time.
func isPlainText(value []byte) bool {
	for _, c := range value {
		if c == '&' || c == '\r' || c == 0 {
			return false
		}
	}
	return true
}
