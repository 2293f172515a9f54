package settings

import (
	"slices"
	"unicode/utf8"
)

// lineIndex finds lines and columns in one file without counting from its beginning each
// time.
type lineIndex struct {
	data []byte
	// starts are the offsets of the lines.
	starts []int
	// counts are how many code points are before some offsets, a few hundred bytes
	// apart, as a line may be as long as the file.
	counts []counted
}

type counted struct{ offset, runes int }

// countEvery is the distance of the offsets of counts, in bytes.
const countEvery = 512

// newLineIndex finds the lines of a file.
func newLineIndex(data []byte) lineIndex {
	x := lineIndex{data: data, starts: []int{0}, counts: []counted{{}}}
	runes, next := 0, countEvery
	for i := 0; i < len(data); runes++ {
		if i >= next {
			x.counts = append(x.counts, counted{i, runes})
			next = i + countEvery
		}
		if data[i] < utf8.RuneSelf {
			if data[i] == '\n' {
				x.starts = append(x.starts, i+1)
			}
			i++
			continue
		}
		_, size := utf8.DecodeRune(data[i:])
		i += size
	}
	return x
}

// position returns the line and column of an offset, both 1-based, the column in
// Unicode code points.
func (x lineIndex) position(offset int) (line, column int) {
	line, found := slices.BinarySearch(x.starts, offset)
	if !found {
		line--
	}
	return line + 1, x.runes(offset) - x.runes(x.starts[line]) + 1
}

// runes returns how many code points are before an offset.
func (x lineIndex) runes(offset int) int {
	i, found := slices.BinarySearchFunc(x.counts, offset, func(c counted, offset int) int { return c.offset - offset })
	if !found {
		i--
	}
	return x.counts[i].runes + utf8.RuneCount(x.data[x.counts[i].offset:offset])
}
