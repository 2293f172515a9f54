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
