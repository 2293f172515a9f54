package crawl

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// ListSitemaps calls list for the pages that the sitemaps of a live site list, until that
// returns false. It requests no page, and returns what could not be read.
func ListSitemaps(ctx context.Context, job *check.Job, list func(u weburl.URL, isInternal bool) bool) (problems []string) {
	c := newCrawl(job)
	c.list = list
	c.steps.Do("read the sitemaps", "", func() { c.readSitemaps(ctx) })
	return append(c.problems, c.steps.TakeProblems()...)
}

// listLocked passes on the pages that the sitemap at u lists.
func (c *crawl) listLocked(u weburl.URL, pages []scan.Loc) {
	for _, loc := range pages {
		to, err := u.Resolve(loc.URL)
		if err != nil {
			c.problemLocked("the sitemap %q lists %q, which is no URL", c.job.DisplayName(c.job.Scope.Internal(u)), loc.URL)
			continue
		}
		internal, ok := c.job.Scope.Internal(to.Document())
		if !c.list(internal, ok) {
			return
		}
	}
}
