package hosting

import (
	"slices"
	"unicode/utf8"
)

// lineIndex finds lines and columns in one file without counting from its
// beginning each time.
type lineIndex struct {
	data []byte
	// starts are the offsets of the lines.
	starts []int
}

// newLineIndex looks for the lines of a file.
func newLineIndex(data []byte) lineIndex {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return lineIndex{data, starts}
}

// position is the line and column of an offset, both 1-based, the column in
// Unicode code points.
func (x lineIndex) position(offset int) (line, column int) {
	line, found := slices.BinarySearch(x.starts, offset)
	if !found {
		line--
	}
	return line + 1, utf8.RuneCount(x.data[x.starts[line]:offset]) + 1
}
