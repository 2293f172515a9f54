// Package suggest finds what a link that leads nowhere was perhaps meant for:
// the path or the anchor that is nearest, when one stands out. It does no I/O,
// and rather says nothing than something wrong.
package suggest

import (
	"slices"
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
		case unicode.Is(unicode.Mn, r), strings.ContainsRune("'\"`‘’“”´", r), r == utf8.RuneError:
			continue
		case r != '.' && !isSign(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r):
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

// isFolded reports quickly, for most names, that fold has nothing to do.
func isFolded(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', isDigit(rune(c)), c == '.':
		case c == '-' && i > 0 && i+1 < len(s) && s[i-1] != '-':
		default:
			return false
		}
	}
	return true
}

// isSign reports whether a character is of those that operators and names of languages are
// made of. They part no words.
func isSign(r rune) bool { return strings.ContainsRune("+*=<>|~^%$@#", r) }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// words are those of a folded name.
func words(folded string) []string {
	return strings.FieldsFunc(folded, func(r rune) bool { return r == '-' || r == '.' })
}

// joined is a folded name as one word: some generators part words where others
// do not, as in "what-s-new" and "whats-new".
func joined(folded string) string { return strings.Join(words(folded), "") }

// plain is a folded name without numbers of sections before it, and without words that say
// little, unless nothing else is left. Only English has some here.
func plain(folded string) string {
	list := words(folded)
	for len(list) > 1 && len(list[0]) <= 2 && strings.Trim(list[0], digits) == "" {
		list = list[1:]
	}
	kept := slices.DeleteFunc(list, func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "on", "in", "of", "to", "for", "and", "with", "your", "our", "using", "how"}, word)
	})
	if len(kept) == 0 {
		return folded
	}
	return strings.Join(kept, "-")
}

const digits = "0123456789"

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
