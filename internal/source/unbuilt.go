package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// countUnbuilt counts the missing pages of the site that have a source: a build that was
// complete would have made them.
func (a *attributor) countUnbuilt(r *link.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if a.mustStop() {
			return
		}
		if !f.Internal || f.Reason != link.NotFound || f.Known {
			continue
		}
		page, _, _ := strings.Cut(f.Target, "?")
		if pagekey.Of(page) == "" || !isPagePath(page) {
			continue
		}
		for _, s := range a.pages.Of(page).All {
			file := &a.index.Files[s.File]
			if !s.Exact || file.Test || pagekey.IsReadme(file.Name) {
				continue
			}
			if r.Unbuilt == 0 {
				r.UnbuiltSource = file.Shown
			}
			r.Unbuilt++
			if file.Content.Front.Draft {
				r.UnbuiltDrafts++
			}
			break
		}
	}
}

// isPagePath reports whether a path of the site may be that of a page.
func isPagePath(p string) bool {
	switch path.Ext(p) {
	case "", ".html", ".htm", ".xhtml":
		return true
	}
	return strings.HasSuffix(p, "/")
}
