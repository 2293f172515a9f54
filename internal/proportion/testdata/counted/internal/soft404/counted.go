package soft404

import "github.com/linkvet/linkvet/internal/weburl"

// CountedFingerprint compares a page that answered for a URL with another.
func CountedFingerprint(page []byte, u weburl.URL, other []byte) {
	a, b := newFingerprint(page, u), newFingerprint(other, u)
	a.equals(b)
	a.isTitled(b)
	a.hasText()
	if s, ok := newSample(a, b); ok {
		s.shows(a)
	}
}
