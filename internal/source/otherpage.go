package source

import "github.com/linkvet/linkvet/internal/source/pagesource"

// ofNoOtherPage removes the matches in components that make another page than one: what such
// a file holds is on no other page.
func ofNoOtherPage(pages *pagesource.Finder, all []match, page string) []match {
	for _, m := range all {
		if pages.IsOtherPage(m.link.File, page) {
			return filter(all, func(m match) bool { return !pages.IsOtherPage(m.link.File, page) })
		}
	}
	return all
}
