package source

import (
	"context"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/source/pagesource"
)

// countUnbuilt counts the missing pages of the site that have a source: a build that was
// complete would have made them. It ends early when ctx has ended, or when too much was
// compared.
func countUnbuilt(ctx context.Context, r *link.Report, x *index.Index, pages *pagesource.Finder) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if ctx.Err() != nil || x.IsExhausted() {
			return
		}
		if !f.Internal || f.Reason != link.NotFound || f.Known {
			continue
		}
		page, _, _ := strings.Cut(f.Target, "?")
		if strings.HasSuffix(f.Suggestion, strings.TrimSuffix(page, "/")+".html") {
			continue // it was built, and the link has another form
		}
		if pagekey.Of(page) == "" || !isPagePath(page) {
			continue
		}
		for _, s := range pages.Of(page).All {
			file := &x.Files[s.File]
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
