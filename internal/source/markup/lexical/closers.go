package lexical

import "bytes"

// Closers finds the marks that close what a text opens. It keeps which marks no
// longer occur, so that a text full of openers without a closer takes linear time.
type Closers map[string]int

// After returns the offset after the next mark in src from i on, or 0 for none.
func (c Closers) After(src []byte, i int, mark string) int {
	if from, gone := c[mark]; gone && i >= from {
		return 0
	}
	j := bytes.Index(src[i:], []byte(mark))
	if j < 0 {
		c[mark] = i
		return 0
	}
	return i + j + len(mark)
}
