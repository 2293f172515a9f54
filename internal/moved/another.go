package moved

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

const (
	// mergedShare is which share of a text must be on another page that was there before: pages
	// about similar things share a part.
	mergedShare = 0.75
	// minWord is how many bytes a word has at least that says something.
	minWord = 3
)

// mayHaveMoved reports whether a lost page may be a new one that has a share of its text. The
// notes on one release are not those on another one, although most fixes are in both. A page
// that was there before may be the same in another folder, or have taken in what a page of a
// similar name had.
func (f *finder) mayHaveMoved(lost, page *Page, share float64) bool {
	if share < 1 && haveOtherNumbers(name(lost), name(page)) {
		return false
	}
	return !f.isAnother(lost, page) || name(lost) == name(page) || share >= mergedShare && haveCommonWord(name(lost), name(page))
}

// isAnother reports whether the old site had the new page, too, and under another title than the
// lost one.
func (f *finder) isAnother(lost, page *Page) bool {
	return f.titles.isOther(lost.Title, page.Title) && f.WasThere(page.Path)
}

// name is that of a page, folded.
func name(p *Page) string { return pagekey.Last(foldedKey(p.Path)) }

// haveCommonWord reports whether two names have a word in common, or are the same words parted
// in another way.
func haveCommonWord(a, b string) bool {
	words := strings.Split(b, "-")
	return strings.ReplaceAll(a, "-", "") == strings.Join(words, "") ||
		slices.ContainsFunc(strings.Split(a, "-"), func(word string) bool { return len(word) >= minWord && slices.Contains(words, word) })
}

// haveOtherNumbers reports whether two names or paths both have numbers, and not the same ones.
func haveOtherNumbers(a, b string) bool {
	x, y := numbers(a), numbers(b)
	return len(x) > 0 && len(y) > 0 && !slices.Equal(x, y)
}

// numbers are those in a text.
func numbers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}
