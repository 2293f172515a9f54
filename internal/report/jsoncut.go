package report

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// cutString returns s cut to maxString bytes, as valid UTF-8.
func cutString(s string) string { return link.Cut(s) }

// cutStrings is cutString for each of a list. The list of the caller stays as it
// is.
func cutStrings(list []string) []string {
	if !slices.ContainsFunc(list, func(s string) bool { return cutString(s) != s }) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = cutString(list[i])
	}
	return list
}
