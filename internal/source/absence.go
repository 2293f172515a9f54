package source

import "bytes"

// absences remembers from where on a mark is not to be found in a text, so that a
// text full of openings without an end is still read in linear time.
type absences map[string]int

// behind is the offset behind the next close in src from i on, or 0 for none.
func (a absences) behind(src []byte, i int, close string) int {
	if from, gone := a[close]; gone && i >= from {
		return 0
	}
	j := bytes.Index(src[i:], []byte(close))
	if j < 0 {
		a[close] = i
		return 0
	}
	return i + j + len(close)
}
