package report

import (
	"cmp"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// candidatesOf returns the places that may be the source of a finding's links, each once:
// first those that may be the source of most links.
func candidatesOf(f *link.Finding) []link.Source {
	var all []link.Source
	uses := map[link.Source]int{}
	for i := range f.Occurrences {
		if f.Occurrences[i].Source != nil {
			continue
		}
		for _, c := range f.Occurrences[i].Candidates {
			if uses[c] == 0 {
				all = append(all, c)
			}
			uses[c]++
		}
	}
	slices.SortStableFunc(all, func(a, b link.Source) int { return cmp.Compare(uses[b], uses[a]) })
	return all
}
