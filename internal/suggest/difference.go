package suggest

import (
	"strings"

	"github.com/linkvet/linkvet/internal/typo"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Difference says how two names differ.
type Difference uint8

// The differences, the smallest first.
const (
	// SameName is no difference, but for escapes.
	SameName Difference = iota
	// OtherCase is a difference in upper and lower case.
	OtherCase
	// OtherSpelling is the same words, parted or accented in another way.
	OtherSpelling
	// SmallWords is a difference in words such as "the", and in numbers of sections.
	SmallWords
	// OneLetter is a typo: a letter too many, too few or another one, or two swapped.
	OneLetter
	// OtherName is any other difference.
	OtherName
)

// minReplaced is how many bytes a name has at least in which one letter may be replaced:
// shorter words often become other words by that.
const minReplaced = 8

// Compare returns how two segments of paths, or two fragments, differ.
func Compare(a, b string) Difference {
	a, b = weburl.Unescape(a), weburl.Unescape(b)
	switch {
	case a == b:
		return SameName
	case strings.EqualFold(a, b):
		return OtherCase
	case len(a) > maxPath || len(b) > maxPath:
		return OtherName
	}
	x, y := fold(a), fold(b)
	switch {
	case x == "" || y == "" || !sameNumbers(x, y) || !sameSigns(x, y):
	case x == y, joined(x) == joined(y):
		return OtherSpelling
	case isOneLetter(x, y):
		return OneLetter
	}
	if p := plain(x); p == plain(y) && letters(p) >= telling {
		return SmallWords
	}
	return OtherName
}

// isOneLetter reports whether one folded name is the other with one typo.
func isOneLetter(x, y string) bool {
	if difference, ok := near(x, y); !ok || difference != 1 || typo.Distance(x, y, 1) != 1 {
		return false
	}
	if len(x) != len(y) {
		return true
	}
	i := 0
	for x[i] == y[i] {
		i++
	}
	isSwap := i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i]
	return isSwap || len(x) >= minReplaced
}
