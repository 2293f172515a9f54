package link

import (
	"strings"
	"unicode/utf8"
)

// MaxString is the most bytes of a text of a page, a file or a server in reports that
// programs read.
const MaxString = 2048

// Cut returns s, as valid UTF-8, if it has at most MaxString bytes, and otherwise as much
// of it as fits before an ellipsis. It reads no more of s than that.
func Cut(s string) string {
	const ellipsis = "…"
	if len(s) <= MaxString && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	keep := 0
	for _, r := range s { // an invalid byte is read as U+FFFD
		if b.Len()+utf8.RuneLen(r) > MaxString {
			return b.String()[:keep] + ellipsis
		}
		b.WriteRune(r)
		if b.Len() <= MaxString-len(ellipsis) {
			keep = b.Len()
		}
	}
	return b.String()
}
