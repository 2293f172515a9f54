package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// nameTable numbers the names of a list by their places in it, of which the
// first is "", which stands for every other name. It is mostly empty, so that a name that it
// lacks costs one look.
type nameTable struct {
	slots [tableSize]slot
}

// slot is the place of one name. Names of less than wordSize bytes differ in their keys; of
// others, text is compared, too.
type slot struct {
	key    uint64
	number uint8
	text   string
}

const (
	tableBits = 9
	tableSize = 1 << tableBits
)

// newNameTable makes a table of at most 256 names. They are in lower case and
// consist of ASCII letters, digits, hyphens and colons.
func newNameTable(list []string) *nameTable {
	t := &nameTable{}
	for i, name := range list[1:] {
		t.add(name, uint8(i+1))
	}
	return t
}

// add records a name.
func (t *nameTable) add(name string, number uint8) {
	*t.slot(keyOf([]byte(name))) = slot{keyOf([]byte(name)), number, name}
}

// slot returns where the key is, or where there is room for it.
func (t *nameTable) slot(key uint64) *slot {
	const golden = 0x9e3779b97f4a7c15 // spreads numbers well (Knuth, volume 3, 6.4)
	i := key * golden >> (64 - tableBits)
	for t.slots[i%tableSize].key != key && t.slots[i%tableSize].key != 0 {
		i++
	}
	return &t.slots[i%tableSize]
}

// find returns the number of a name in any case, 0 when it is not in the list.
func (t *nameTable) find(raw []byte) uint8 {
	if len(raw) == 0 {
		return 0
	}
	s := t.slot(keyOf(raw))
	if !ascii.EqualFold(s.text, raw) {
		return 0
	}
	return s.number
}

// keyOf returns the key of a name: the number that its bytes in lower case make, or the first
// and the last of them where they are too many for one.
func keyOf(name []byte) uint64 {
	if n := len(name); n >= wordSize {
		return (word(name, 0)|eachByte*0x20)*3 + (word(name, n-wordSize) | eachByte*0x20)
	}
	var key uint64
	for i := len(name) - 1; i >= 0; i-- {
		key = key<<8 | uint64(name[i]|0x20)
	}
	return key
}

// keyAt returns the key and the length of the name at i, which a byte ends that
// ends marks. The length is 0 when the name is too long for a key, has control
// characters in it, or is too near to the end of src.
func keyAt(src []byte, i int, ends *[256]bool) (key uint64, length int) {
	if i+wordSize > len(src) {
		return 0, 0
	}
	w := word(src, i)
	for rest := notLetters(w); rest != 0; rest &= rest - 1 {
		bit := firstOf(rest)
		c := byte(w >> bit)
		if ends[c] {
			// The bit 0x20 makes letters lower-case. Digits and hyphens have it, and
			// nothing else becomes one of these but control characters.
			return (w | eachByte*0x20) & (1<<bit - 1), int(bit / 8)
		}
		if c < ' ' {
			break
		}
	}
	return 0, 0
}

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

// firstOf returns how many bits of w are before the byte that has the lowest bit of matches, which
// is not 0.
func firstOf(matches uint64) uint { return uint(bits.TrailingZeros64(matches)) & (7 << 3) }

// indexFrom returns the offset of the first c in src from i on, which is not
// negative, or -1 when there is none.
func indexFrom(src []byte, i int, c byte) int {
	if i+wordSize <= len(src) {
		if found := matches(word(src, i), c); found != 0 {
			return i + int(firstOf(found)/8)
		}
	}
	n := bytes.IndexByte(src[i:], c)
	if n < 0 {
		return -1
	}
	return i + n
}

// isPlain reports whether the attribute's value between start and end reads as it is written: it
// has no "&", no CR and no NUL. Words that may have one are looked at again.
func isPlain(src []byte, start, end int) bool {
	i := start
	for i+wordSize <= end && isPlainWord(word(src, i)) {
		i += wordSize
	}
	left := end - i
	if left < wordSize && end+wordSize <= len(src) && isPlainWord(word(src, i)|^uint64(0)<<(8*left)) {
		return true // what is behind the value does not count
	}
	return !bytes.ContainsAny(src[i:end], "&\r\x00")
}

// isPlainWord reports whether no byte of w is "&", and none CR or less.
func isPlainWord(w uint64) bool {
	return (matches(w, '&') | (w-eachByte*('\r'+1))&^w&highBits) == 0
}
