package markup

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// ValueSpan returns where the value behind a "=" starts and ends, and where to
// read on, which is the end of src when that cuts the value off.
func ValueSpan(src []byte, i int) (start, end, after int) {
	for i < len(src) && ascii.IsSpace(src[i]) {
		i++
	}
	start = i
	if i < len(src) && (src[i] == '"' || src[i] == '\'') {
		start++
		n := bytes.IndexByte(src[start:], src[i])
		if n < 0 {
			return start, len(src), len(src)
		}
		return start, start + n, start + n + 1
	}
	for i < len(src) && !ascii.IsSpace(src[i]) && src[i] != '>' {
		i++
	}
	return start, i, i
}
