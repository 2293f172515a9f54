package soft404

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	t.Parallel()
	p := newPhrases([]string{"not found", "404", "нет"})
	for text, want := range map[string]bool{
		"":                        false,
		"n":                       false,
		"not found":               true,
		"the page was not found.": true,
		"not nothing not foun":    false,
		"error 404":               true,
		"(404): gone":             true,
		"“404”":                   true,
		"room 4041":               false,
		"c404 404c":               false,
		"4041, then 404":          true,
		"страницы нет":            true,
	} {
		if got := p.in(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// FuzzPhrases holds the search for all phrases at once to one search for each.
func FuzzPhrases(f *testing.F) {
	for _, seed := range []string{"", "Error 404", "4044 404.", "page could not be found", "не найден", "please sign in to continue"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, list := range [][]string{admissions[:], gatePhrases[:]} {
			want := false
			for _, phrase := range list {
				isWord := phrase[0] > '9'
				for _, word := range strings.Fields(text) {
					isWord = isWord || strings.Trim(word, marks) == phrase
				}
				want = want || isWord && strings.Contains(text, phrase)
			}
			if got := newPhrases(list).in(text); got != want {
				t.Errorf("%q: got %v", text, got)
			}
		}
	})
}
