package compare

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/scan"
)

// useOldNames names the new pages as the URLs of the old site do, where the new site also serves
// them so: hosts such as Netlify serve "api.html" at "/api.html" and at "/api". By other names, a
// page that was there before would be a new one, and no folder would have moved as a whole.
func (c *comparison) useOldNames(ctx context.Context, pages []moved.Page) {
	if !c.hasOldNames() {
		return
	}
	first := slices.IndexFunc(pages, func(p moved.Page) bool { return isShortName(p.Path) })
	if first < 0 || !c.servesAt(ctx, pages[first].Path+hosting.PageExtension) {
		return
	}
	for i := range pages {
		if p := &pages[i]; isShortName(p.Path) {
			p.Path += hosting.PageExtension
		}
	}
	slices.SortFunc(pages, func(a, b moved.Page) int { return strings.Compare(a.Path, b.Path) })
}

// hasOldNames reports whether most pages of the old site that are files have their extension.
func (c *comparison) hasOldNames() bool {
	long, short := 0, 0
	for i := range c.pages {
		switch target := c.pages[i].target; {
		case path.Ext(target) == hosting.PageExtension:
			long++
		case path.Ext(target) == "" && !strings.HasSuffix(target, "/"):
			short++
		}
	}
	return long > short
}

// isShortName reports whether a page has a path without its extension, such as "/api" or
// "/Map.Entry".
func isShortName(page string) bool {
	return !strings.HasSuffix(page, "/") && !scan.KindOfName(page).IsPage()
}

// servedName is the path of a new page at which the site answers, when it may have been given
// the name of an old one.
func (c *comparison) servedName(ctx context.Context, target string) string {
	if short, ok := strings.CutSuffix(target, hosting.PageExtension); ok && !c.servesAt(ctx, target) && c.servesAt(ctx, short) {
		return short
	}
	return target
}

// servesAt reports whether the new site answers with a page at a path from its root, without a
// redirect.
func (c *comparison) servesAt(ctx context.Context, target string) bool {
	u := c.job.Scope.Page(strings.TrimPrefix(target, "/"))
	visit := c.site.Visit(ctx, u)
	answer, _ := c.decide(u, &visit)
	return answer == stays && !visit.IsRedirected()
}
