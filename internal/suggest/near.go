package suggest

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/typo"
	"github.com/linkvet/linkvet/internal/weburl"
)

// tooFar is more than any difference that counts.
const tooFar = 1 << 20

// name is a folded name, with what tells most pairs of names apart quickly.
type name struct {
	text string
	// letters has a bit for each letter of ASCII, and marks is a hash of the numbers and signs,
	// one by one.
	letters uint32
	marks   uint64
}

func nameOf(folded string) name {
	n := name{text: folded}
	isMark := false
	for i := range len(folded) {
		switch c := folded[i]; {
		case isLetter(c):
			n.letters |= 1 << (c - 'a')
			isMark = false
		case isDigit(rune(c)) || c < utf8.RuneSelf && isSign(rune(c)):
			if !isMark {
				n.marks = (n.marks + 1) * 1099511628211 // another one
			}
			n.marks = (n.marks ^ uint64(c)) * 1099511628211
			isMark = true
		default:
			isMark = false
		}
	}
	return n
}

// near reports whether two names differ by so little that one is perhaps the other, misspelt, and
// by how much: letters that differ, and 1 where words are only parted in another way. They begin
// with the same letter (few mistype the first, and "get" is not "set"), or with their first two
// letters swapped, hold the same numbers and signs (a page of version 1.3, or step 4, is not what
// an author meant who wrote 1.2, or 3), and at most a letter in four differs.
func near(x, y name, isCode func() bool) (difference int, ok bool) {
	a, b := x.text, y.text
	if a == b {
		return 0, true
	}
	if x.marks != y.marks || len(a) < 2 || len(b) < 2 || a[0] != b[0] && (a[0] != b[1] || a[1] != b[0]) || max(len(a), len(b))-min(len(a), len(b)) > 4 {
		return 0, false
	}
	// Most names have other letters: one that differs makes at most two of them others.
	limit := max(1, min(len(a), len(b))/4)
	if bits.OnesCount32(x.letters^y.letters) > 2*limit {
		return 0, false
	}
	v, w := words(a), words(b)
	joinedV, joinedW := strings.Join(v, ""), strings.Join(w, "")
	switch {
	case joinedV == joinedW:
		difference = 1
	case len(v) != len(w):
		return 0, false
	default:
		difference = wordDistances(v, w, isCode())
		if len(a)-len(joinedV) != len(b)-len(joinedW) {
			difference++ // "f(T...)" beside "f(T)"
		}
	}
	return difference, difference <= limit
}

// nearText is near for two texts.
func nearText(a, b string) (difference int, ok bool) {
	return near(nameOf(a), nameOf(b), func() bool { return isCode(a) || isCode(b) })
}

// wordDistances counts the letters by which two names of as many words differ.
func wordDistances(x, y []string, isCode bool) (sum int) {
	same, short := false, 5
	if isCode {
		short = 9 // "java" is not "javax", and "compute" not "computed"
	}
	for i := range x {
		same = same || x[i] == y[i] && len(x[i]) >= 3
	}
	for i := range x {
		sum += wordDistance(x[i], y[i], short, same)
	}
	return min(sum, tooFar)
}

// wordDistance returns by how much two words differ; tooFar when neither is a typo of the other.
// In a word that is shorter than short, most other letters make another word: there two may be
// swapped, one typed twice or an "s" added, and one inside may lack beside other words.
func wordDistance(x, y string, short int, isBeside bool) int {
	if len(x) > len(y) {
		x, y = y, x
	}
	n := typo.Distance(x, y, 1)
	switch {
	case n > 1:
		return tooFar
	case n == 0 || len(y) >= short:
		return n
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch {
	case len(x) == len(y):
		if isLetter(x[i]) && isSwapped(x, y) {
			return 1
		}
	case i > 0 && isLetter(y[i]) && (y[i] == y[i-1] && (len(x) > 3 || isBeside) || i < len(x) && isBeside || y[i] == 's' && i == len(x) && (i > 2 || isBeside) && short == 5):
		return 1
	}
	return tooFar
}

// isSwapped reports whether two words of one length differ in two neighboring letters that are
// swapped.
func isSwapped(x, y string) bool {
	i := 0
	for i < len(x)-1 && x[i] == y[i] {
		i++
	}
	return len(x) > 2 && len(x) == len(y) && i < len(x)-1 && x[i] == y[i+1] && x[i+1] == y[i] && isLetter(x[i]) && isLetter(y[i]) && x[i+2:] == y[i+2:]
}

// isLetter reports whether a byte of a folded name is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// fileSuffixes are those of files that have words before them, and not the names of programs.
var fileSuffixes = []string{
	"css", "js", "mjs", "json", "xml", "txt", "csv", "pdf", "zip", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico",
	"mp3", "mp4", "webm", "woff", "woff2", "ttf", "yml", "yaml", "md", "mdx", "markdown", "rst", "adoc", "org", "ipynb",
}

// isCode reports whether a folded name has dots that are not those of a version or of a
// file's suffix: it names a package, a class or a method.
func isCode(folded string) bool {
	parts := strings.Split(folded, ".")
	for _, part := range parts[1:] {
		if strings.Trim(strings.TrimPrefix(part, "v"), digits) != "" && part != "min" && !slices.Contains(fileSuffixes, part) {
			return parts[0] != ""
		}
	}
	return false
}

// Typos counts the typos by which two segments of paths, or two fragments, differ: none where only
// letter case differs, accents, and how words are parted; one for a letter too many, too few or
// another one, or two swapped. In names of fewer than 8 letters no letter is another one. It is
// negative for any other difference.
func Typos(a, b string) int {
	a, b = weburl.Unescape(a), weburl.Unescape(b)
	x, y := fold(a[:min(len(a), maxPath)]), fold(b[:min(len(b), maxPath)])
	n, isNear := nearText(x, y)
	switch {
	case a == b:
		return 0
	case x == "" || y == "":
		return -1
	case strings.EqualFold(a, b), isNear && joined(x) == joined(y):
		return 0
	case n == 1 && typo.Distance(x, y, 1) == 1 && (len(x) != len(y) || len(x) >= 8 || isSwapped(x, y)):
		return 1
	}
	return -1
}
