package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// A short name is found by its key, which is a number made of its bytes in lower
// case. A longer one, and one with bytes that no name has, is found by names.

// nameTable numbers the names of a list by their places in it, of which the
// first is "", which stands for every other name.
type nameTable struct {
	short keyTable
	all   *names
}

// newNameTable makes a table of at most 256 names. They are in lower case and
// consist of ASCII letters, digits, hyphens and colons.
func newNameTable(list []string) *nameTable {
	t := &nameTable{all: intern(list[1:]...)}
	for i, name := range list {
		if 0 < len(name) && len(name) < wordSize {
			t.short.add(keyOf(name), uint8(i))
		}
	}
	return t
}

// find returns the number of a name in any case, 0 when it is not in the
// list.
func (t *nameTable) find(raw []byte) uint8 { return lookUp(t.all, raw) }

// keyTable finds the numbers of names of less than wordSize bytes by their keys.
// It is mostly empty, so that a name that it lacks costs one look.
type keyTable [tableSize]struct {
	key    uint64
	number uint8
}

const (
	tableBits = 9
	tableSize = 1 << tableBits
)

// add records a name that the table does not have.
func (t *keyTable) add(key uint64, number uint8) {
	i := slot(key)
	for t[i%tableSize].key != 0 {
		i++
	}
	t[i%tableSize].key, t[i%tableSize].number = key, number
}

// find returns the number of the name with that key, 0 when there is none.
func (t *keyTable) find(key uint64) uint8 {
	i := slot(key)
	for t[i%tableSize].key != key && t[i%tableSize].key != 0 {
		i++
	}
	return t[i%tableSize].number
}

// slot returns the index at which the search for a key begins.
func slot(key uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15 // spreads numbers well (Knuth, volume 3, 6.4)
	return key * golden >> (64 - tableBits)
}

// keyOf returns the key of a name that keyAt has a key for.
func keyOf(name string) uint64 {
	var key uint64
	for i := len(name) - 1; i >= 0; i-- {
		key = key<<8 | uint64(name[i])
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
		n := byteOf(rest)
		c := byte(w >> (8 * n))
		if ends[c] {
			// The bit 0x20 makes letters lower-case. Digits and hyphens have it, and
			// nothing else becomes one of these but control characters.
			return (w | eachByte*0x20) & (1<<(8*n) - 1), n
		}
		if c < ' ' {
			break
		}
	}
	return 0, 0
}

// names finds the names of one list, in any case, without
// a copy. Length, first and last letter differ between nearly all names, so that a name
// that is not in the list costs little.
type names struct {
	// all are the names from 1 on. There are 255 at most, so that a number takes a
	// byte: the tables are made anew for each run.
	all []string
	// first holds the number of one name for each hash, and next for each name that
	// of another one with the same; 0 for none.
	first [2048]uint8
	next  []uint8
}

// intern makes a table, which numbers the names by their places, from 1 on.
func intern(list ...string) *names {
	table := &names{all: make([]string, 1, len(list)+1), next: make([]uint8, len(list)+1)}
	for i, name := range list {
		table.all = append(table.all, name)
		if lookUp(table, name) == 0 {
			h := hashName(name)
			table.next[i+1], table.first[h] = table.first[h], uint8(i+1)
		}
	}
	return table
}

func hashName[T string | []byte](name T) uint {
	n := len(name)
	return (uint(n)*131 + uint(name[0]|0x20)*61 + uint(name[n-1]|0x20)*7) % 2048
}

// lookUp returns the number of the name raw, 0 when the list does not have it.
func lookUp[T string | []byte](table *names, raw T) uint8 {
	if len(raw) == 0 {
		return 0
	}
	number := table.first[hashName(raw)]
	for number != 0 && !ascii.EqualFold(table.all[number], raw) {
		number = table.next[number]
	}
	return number
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
