package suggest

import "strings"

// titleGaps are the texts between the title of a page and that of its site.
var titleGaps = [...]string{" | ", " - ", " — ", " – ", " · ", " :: ", " » ", " « ", " • "}

// Titled returns the number of the one title that is what a link to its page
// reads; negative when none is, or several are. The name of the site may be
// before or after it.
func Titled(text string, titles []string) int {
	want := joined(fold(text))
	if letters(want) < 4 || len(text) > maxPath {
		return none
	}
	found := none
	for i, title := range titles {
		if len(title) > maxPath || !reads(title, want) {
			continue
		}
		if found >= 0 {
			return none
		}
		found = i
	}
	return found
}

// reads reports whether a title, or what is at one end of it, folds to want.
func reads(title, want string) bool {
	if joined(fold(title)) == want {
		return true
	}
	for _, gap := range titleGaps {
		first, rest, ok := strings.Cut(title, gap)
		if !ok {
			continue
		}
		last := rest[strings.LastIndex(gap+rest, gap):]
		if joined(fold(first)) == want || joined(fold(last)) == want {
			return true
		}
	}
	return false
}
