package check

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/weburl"
)

// CountedLedger keeps links, one for each line, and takes them out.
func CountedLedger(text []byte) {
	var kept ledger
	for line := range bytes.Lines(text) {
		kept.add(entry{page: 1, fragment: string(line), seen: seen{line: 1, column: 1, raw: string(line), text: string(line)}})
	}
	kept.each(func(entry) {})
}

// CountedShape takes the shape of a URL.
func CountedShape(path, query string) {
	if s, ok := shapeOf(path, query); ok {
		s.id()
		_ = s.String()
		s.pattern()
	}
	withoutSession(path, query)
}

// CountedLikeness compares a page that answered for a URL with another.
func CountedLikeness(page []byte, u weburl.URL, other []byte) {
	a, b := newLikeness(page, u), newLikeness(other, u)
	a.equals(b)
	a.isTitled(b)
	a.hasText()
	if s, ok := newSample(a, b); ok {
		s.shows(a)
	}
}

// CountedWords takes the words of a page for the search of traps.
func CountedWords(page []byte, u weburl.URL) { wordHashes(page, u) }
