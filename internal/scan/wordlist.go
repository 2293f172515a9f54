package scan

import (
	"iter"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// words yields the words of an attribute that is a list of them.
func words(value string) iter.Seq[string] {
	return strings.FieldsFuncSeq(value, func(r rune) bool { return r < 0x80 && ascii.IsSpace(byte(r)) })
}

// has reports whether word is one of the words of that attribute, in any case.
func (t *tag) has(list attribute, word string) bool {
	value, _ := t.get(list)
	for w := range words(value) {
		if ascii.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// names reports whether one of the words of that attribute is among known.
func (t *tag) names(list attribute, known *names) bool {
	value, _ := t.get(list)
	for word := range words(value) {
		if lookUp(known, word) != 0 {
			return true
		}
	}
	return false
}
