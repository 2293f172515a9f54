package fix

import (
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// realName returns why a name that is one typo away from the right one may be right as it is;
// empty when it is no name of anything.
func realName(f *link.Finding, from, to address, opt Options) string {
	if isMeant(f, from, to) {
		return onlyLikely
	}
	if path, _, _ := strings.Cut(f.Target, "?"); opt.lost[path] && hasTypo(from, to) {
		return onlyLikely
	}
	return ""
}

// lostURLs are the paths of the old site that lead nowhere now: pages had these names.
func lostURLs(r *link.Report) map[string]bool {
	lost := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Reason == link.URLLost {
			lost[f.Target] = true
		}
	}
	return lost
}

// isMeant reports whether a link with one typo was perhaps meant as it is: it reads the word that
// would be the typo. Where the page "contact" was removed, "Contact us" leads to no page
// "contract".
func isMeant(f *link.Finding, from, to address) bool {
	typos := wrongWords(from.fragment, to.fragment)
	if a, b := stems(from.path), stems(to.path); len(a) == len(b) {
		for i := range a {
			typos = append(typos, wrongWords(a[i], b[i])...)
		}
	}
	return slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		return slices.ContainsFunc(wordsIn(o.Text), func(word string) bool { return slices.Contains(typos, word) })
	})
}

// hasTypo reports whether a name in one path is that in the other one with a typo.
func hasTypo(from, to address) bool {
	a, b := stems(from.path), stems(to.path)
	for i := range min(len(a), len(b)) {
		if suggest.Compare(a[i], b[i]) == suggest.OneLetter {
			return true
		}
	}
	return false
}

// wrongWords returns the words of a name that another one with a typo less has not. A plural is
// none: a link often reads one.
func wrongWords(from, to string) (words []string) {
	if suggest.Compare(from, to) != suggest.OneLetter {
		return nil
	}
	right := wordsIn(weburl.Unescape(to))
	for _, word := range wordsIn(weburl.Unescape(from)) {
		if !slices.ContainsFunc(right, func(w string) bool { return w == word || w+"s" == word || w == word+"s" }) {
			words = append(words, word)
		}
	}
	return words
}

// wordsIn are the words of a text, in lower case.
func wordsIn(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
