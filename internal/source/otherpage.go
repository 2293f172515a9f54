package source

import "github.com/linkvet/linkvet/internal/link"

// ofNoOtherPage removes the matches in components that make another page: what such a file
// holds is on no other page.
func (a *attributor) ofNoOtherPage(all []match, o *link.Occurrence) []match {
	for _, m := range all {
		if a.pages.IsOtherPage(m.link.File, o.Page) {
			return filter(all, func(m match) bool { return !a.pages.IsOtherPage(m.link.File, o.Page) })
		}
	}
	return all
}
