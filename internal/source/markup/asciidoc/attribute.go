package asciidoc

import (
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// define notes the value of an attribute, whose text begins at an offset.
func (a *reader) define(at int, name, value string) {
	filled := a.fill(strings.TrimSpace(value))
	a.attributes[name] = filled
	delete(a.places, name)
	if !strings.Contains(value, "{") {
		at += len(value) - len(strings.TrimLeft(value, " \t"))
		a.places[name] = lexical.Span{Start: at, End: at + len(filled)}
	}
}

// placeOf returns where the destination is that a name in braces is all of: an author
// corrects it there.
func (a *reader) placeOf(destination string) (place lexical.Span, ok bool) {
	name, found := strings.CutPrefix(destination, "{")
	name, closed := strings.CutSuffix(name, "}")
	if !found || !closed {
		return lexical.Span{}, false
	}
	place, ok = a.places[name]
	return place, ok
}
