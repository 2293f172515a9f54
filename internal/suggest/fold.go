// Package suggest finds what a link that leads nowhere was perhaps meant for:
// the path or the anchor that is nearest, when one stands out. It does no I/O,
// and rather says nothing than something wrong.
package suggest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/linkvet/linkvet/internal/weburl"
)

// fold writes a name so that two of them are the same when generators, or people,
// may have made them from the same words: percent escapes decoded, lower case,
// without accents and quotes, "-" for spaces and all other marks that part words.
// A dot stays, and so do signs that mean something: "c++" is not "c".
func fold(s string) string {
	if isFolded(s) {
		return s
	}
	s = norm.NFKD.String(strings.ToLower(weburl.Unescape(s)))
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		switch {
		case isKept(r): // as most are
		case unicode.Is(unicode.Mn, r), isQuote(r), r == utf8.RuneError:
			continue
		case isGap(r):
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// isKept reports quickly, for most characters of lower case, that fold keeps them.
func isKept(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.'
}

// isFolded reports quickly, for most names, that fold has nothing to do.
func isFolded(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case isKept(rune(c)):
		case c == '-' && i > 0 && i+1 < len(s) && s[i-1] != '-':
		default:
			return false
		}
	}
	return true
}

func isQuote(r rune) bool {
	switch r {
	case '\'', '"', '`', '‘', '’', '“', '”', '´':
		return true
	}
	return false
}

// signs are what operators and names of languages are made of. They part no
// words.
const signs = "+*=<>|~^%$@#"

// isGap reports whether r parts words in what is folded.
func isGap(r rune) bool {
	return r != '.' && !strings.ContainsRune(signs, r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// joined is a folded name as one word: some generators part words where others
// do not, as in "what-s-new" and "whats-new".
func joined(folded string) string {
	if count(folded) == 1 {
		return strings.TrimSuffix(folded, ".")
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' {
			return -1
		}
		return r
	}, folded)
}

// words are those of a folded name, of which there are some in any.
func words(folded string) (list []string) {
	for folded != "" {
		var word string
		word, folded = cutWord(folded)
		list = append(list, word)
	}
	return list
}

// cutWord splits a folded name after its first word, which may be empty.
func cutWord(folded string) (word, rest string) {
	for i := range len(folded) {
		if folded[i] == '-' || folded[i] == '.' {
			return folded[:i], folded[i+1:]
		}
	}
	return folded, ""
}

// count is how many words a folded name has.
func count(folded string) int {
	n := 1
	for i := range len(folded) - 1 {
		if folded[i] == '-' || folded[i] == '.' {
			n++
		}
	}
	return n
}

// sameNumbers reports whether the numbers in two names are the same, one by one: a
// page of version 1.3, or step 4, is not what an author meant who wrote 1.2, or 3.
func sameNumbers(a, b string) bool {
	for {
		var x, y string
		x, a = nextNumber(a)
		y, b = nextNumber(b)
		if x != y {
			return false
		}
		if x == "" {
			return true
		}
	}
}

// sameSigns reports whether the signs in two names are the same, one by one.
func sameSigns(a, b string) bool {
	if !strings.ContainsAny(a, signs) && !strings.ContainsAny(b, signs) {
		return true
	}
	only := func(r rune) rune {
		if strings.ContainsRune(signs, r) {
			return r
		}
		return -1
	}
	return strings.Map(only, a) == strings.Map(only, b)
}

// nextNumber returns the first number of s, without what is before it, and
// what follows.
func nextNumber(s string) (number, rest string) {
	start := strings.IndexAny(s, digits)
	if start < 0 {
		return "", ""
	}
	end := start
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	return s[start:end], s[end:]
}

const digits = "0123456789"

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// letters counts the bytes of s that belong to letters: a character of Chinese
// says as much as three of ours.
func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n += utf8.RuneLen(r)
		}
	}
	return n
}
