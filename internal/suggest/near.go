package suggest

import (
	"strings"

	"github.com/linkvet/linkvet/internal/typo"
)

// near reports whether two folded names differ by so little that one is perhaps the
// other, misspelt or put a little differently, and by how much: letters that
// differ, and 1 where words are only parted in another way. It takes for that
//
//   - names that begin with the same letter (few mistype the first, and "get" is
//     not "set"), or with their first two letters swapped, and hold the same numbers
//     and signs,
//   - the same words but for slips, where a word of up to 4 letters has none but
//     two letters swapped and an "s" at its end, one of up to 11 has one, and a longer
//     one two,
//   - or words that were added: not "not",
//   - but in what programs are written with a letter at most, and in a long word, or
//     two letters swapped: "java.sql" is not "javax.sql",
//   - as long as at most a letter in four differs, and one in any case.
func near(a, b string) (difference int, ok bool) {
	if a == b {
		return 0, true
	}
	most := max(1, min(len(a), len(b))/4)
	if a == "" || b == "" || a[0] != b[0] && !isSwapAtStart(a, b) || max(len(a), len(b))-min(len(a), len(b)) > most+maxGaps {
		return 0, false
	}
	shortest := 0
	if isCode(a) || isCode(b) {
		shortest = codeWord
	}
	switch x, y := count(a), count(b); {
	case x == y:
		difference = wordDistances(a, b, most, shortest)
	case x < y:
		difference = added(words(a), words(b))
	default:
		difference = added(words(b), words(a))
	}
	if shortest > 0 && difference > 1 {
		difference = tooFar
	}
	if difference > most {
		if !isPartedOtherwise(a, b) {
			return 0, false
		}
		difference = 1
	}
	return difference, sameNumbers(a, b) && sameSigns(a, b)
}

// isCode reports whether a folded name has dots that are not those of a version or of a
// file's suffix: it names a package, a class or a method.
func isCode(folded string) bool {
	name, suffix, ok := strings.Cut(folded, ".")
	for ok && isVersion(suffix) {
		_, suffix, ok = strings.Cut(suffix, ".")
	}
	if !ok || name == "" {
		return false
	}
	switch suffix {
	case "css", "js", "mjs", "json", "xml", "txt", "csv", "pdf", "zip", "png", "jpg", "jpeg", "gif", "svg", "webp",
		"avif", "ico", "mp3", "mp4", "webm", "woff", "woff2", "ttf", "yml", "yaml", "min.css", "min.js",
		"md", "mdx", "markdown", "rst", "adoc", "org", "ipynb":
		return false
	}
	return true
}

// isVersion reports whether the first part of a name, up to a dot, is a number, with or
// without a "v" before it.
func isVersion(s string) bool {
	s, _, _ = strings.Cut(s, ".")
	s = strings.TrimPrefix(s, "v")
	return s != "" && strings.Trim(s, digits) == ""
}

// isPartedOtherwise reports whether two names are the same words, or the plural, run
// together in another way.
func isPartedOtherwise(a, b string) bool {
	x, y := joined(a), joined(b)
	if len(x) == len(a) && len(y) == len(b) {
		return false
	}
	return x == y || isPlural(x, y)
}

// codeWord is how long a word of code is at least that may be misspelt: there
// one letter makes a short one another word.
const codeWord = 8

// maxGaps is how many signs that part words one name may have more than another
// of the same words.
const maxGaps = 4

// wordDistances counts the letters by which two names of as many words differ, or returns
// more than most. Words shorter than shortest have no slips. Beside other words, of which
// one is the same, a short word may lack a letter.
func wordDistances(a, b string, most, shortest int) (sum int) {
	same, lacking := false, false
	for a != "" && b != "" && sum <= most {
		var x, y string
		x, a = cutWord(a)
		y, b = cutWord(b)
		if x != y && len(x) < shortest && !isSwapped(x, y) && !isDoubled(x, y) {
			return tooFar
		}
		same = same || x == y && len(x) >= minSwapped
		n := wordDistance(x, y)
		if n == tooFar && !lacking && lacksLetter(x, y) {
			lacking, n = true, 1
		}
		sum += n
	}
	if lacking && !same {
		return tooFar
	}
	return sum
}

// tooFar is more than any difference that counts.
const tooFar = 1 << 20

// wordDistance returns by how much two words differ; tooFar when neither is a typo of the
// other.
func wordDistance(x, y string) int {
	if x == y {
		return 0
	}
	if isPlural(x, y) || isSwapped(x, y) {
		return 1
	}
	limit := wordLimit(max(len(x), len(y)))
	if n := typo.Distance(x, y, limit); n <= limit {
		return n
	}
	return tooFar
}

// wordLimit is how many letters may differ in a word of n.
func wordLimit(n int) int {
	switch {
	case n < 5:
		return 0
	case n < 12:
		return 1
	}
	return 2
}

// isPlural reports whether one word is the other with an "s" at its end.
func isPlural(x, y string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) >= 3 && len(y) == len(x)+1 && y[len(x)] == 's' && strings.HasPrefix(y, x)
}

// added counts the letters of the words that y has more than x, or returns tooFar
// when it has not all of x in the same order.
func added(x, y []string) (sum int) {
	for _, word := range y {
		if len(x) > 0 && x[0] == word {
			x = x[1:]
			continue
		}
		if word == "not" || word == "no" || word == "without" {
			return tooFar
		}
		sum += len(word)
	}
	if len(x) > 0 {
		return tooFar
	}
	return sum
}
