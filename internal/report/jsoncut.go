package report

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// cutString returns s, as valid UTF-8, if it has at most maxString bytes, and
// otherwise as much of it as fits before an ellipsis. It reads no more of s than
// that.
func cutString(s string) string {
	const ellipsis = "…"
	if len(s) <= maxString && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	keep := 0
	for _, r := range s { // an invalid byte is read as U+FFFD
		if b.Len()+utf8.RuneLen(r) > maxString {
			return b.String()[:keep] + ellipsis
		}
		b.WriteRune(r)
		if b.Len() <= maxString-len(ellipsis) {
			keep = b.Len()
		}
	}
	return b.String()
}

// cutStrings is cutString for each of a list. The list of the caller stays as it
// is.
func cutStrings(list []string) []string {
	if !slices.ContainsFunc(list, func(s string) bool { return cutString(s) != s }) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = cutString(list[i])
	}
	return list
}
