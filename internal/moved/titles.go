package moved

import "strings"

// gaps are the texts between the title of a page and that of its site.
var gaps = strings.NewReplacer(" | ", gap, " - ", gap, " — ", gap, " – ", gap, " · ", gap, " :: ", gap, " » ", gap, " « ", gap, " • ", gap)

const gap = "\x00"

// titles knows what the titles of a site have in common, such as its name. The zero value knows
// nothing.
type titles struct {
	// common are the parts that more than half of the titles have, without numbers: the name of
	// a site often has that of a version.
	common map[string]bool
}

// newTitles looks at the titles of some pages.
func newTitles(pages []Page) titles {
	counts, all := map[string]int{}, 0
	for i := range pages {
		title := pages[i].Title
		if title == "" {
			continue
		}
		all++
		for part := range strings.SplitSeq(gaps.Replace(title), gap) {
			if key := withoutNumbers(part); counts[key] > 0 || len(counts) < maxParts {
				counts[key]++
			}
		}
	}
	t := titles{common: map[string]bool{}}
	for part, n := range counts {
		if n >= fewTitles && 2*n > all {
			t.common[part] = true
		}
	}
	return t
}

const (
	// maxParts bounds how many parts of titles are counted; what most titles have is among the
	// first.
	maxParts = 10_000
	// fewTitles is how many titles have a part in common at least.
	fewTitles = 3
)

// bare is a title without what others have, too; all of it when it is nothing else.
func (t titles) bare(title string) string {
	var kept []string
	for part := range strings.SplitSeq(gaps.Replace(title), gap) {
		if !t.common[withoutNumbers(part)] {
			kept = append(kept, part)
		}
	}
	if len(kept) == 0 {
		return title
	}
	return strings.Join(kept, gap)
}

// isSame reports whether two titles are known, and are of one page.
func (t titles) isSame(a, b string) bool {
	return a != "" && b != "" && (a == b || t.bare(a) == t.bare(b))
}

// isOther reports whether two titles are known, and are of different pages.
func (t titles) isOther(a, b string) bool { return a != "" && b != "" && !t.isSame(a, b) }

// withoutNumbers is a text without digits, and without the marks between them.
func withoutNumbers(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, text)
}
