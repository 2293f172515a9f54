package compare

import (
	"context"
	"errors"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readLive lists the pages of a live site: those of its sitemaps, or else those that a
// crawl finds.
func (c *Options) readLive(ctx context.Context, v *inventory) {
	start, err := weburl.Parse(c.Source)
	if err != nil {
		v.problem("could not read compare as a URL: %v", err)
		return
	}
	home, first, err := site.FindStart(ctx, c.Old.Client, start.Document(), site.Wanted{})
	if err != nil {
		v.problem("could not compare with the old site %q: %s", c.shown(), c.whyUnreachable(err))
		return
	}
	job := *c.Old
	job.Scope = site.NewScope(home)
	v.home = job.Scope.Page("")
	if !c.Fragments && c.readSitemaps(ctx, &job, v) {
		first.Release()
		return
	}
	c.crawl(ctx, &job, home, first, v)
}

// whyUnreachable says why there is no old site. Its advice is for the old one, to which no
// header is sent.
func (c *Options) whyUnreachable(err error) string {
	text := err.Error()
	if at, ok := errors.AsType[*site.UnreachableError](err); ok {
		text = at.Cause
		if at.Login || at.Protection != "" || at.BotProtection != "" {
			return text + "; linkvet sends no header to the old site, so set compare to a build directory, a pages report or a list of URLs"
		}
	}
	return text + "; check that it is up, or set compare to a build directory, a pages report or a list of URLs"
}

// readSitemaps adds the pages that the sitemaps of the old site list. It reports whether
// they list any.
func (c *Options) readSitemaps(ctx context.Context, job *check.Job, v *inventory) bool {
	problems := crawl.ListSitemaps(ctx, job, func(u weburl.URL, isInternal bool) bool {
		return !isInternal || v.add(oldURL{raw: u.String()})
	})
	for _, problem := range problems {
		v.problem("the old site: %s", problem)
	}
	return len(v.urls) > 0
}

// crawl adds the pages that a crawl of the old site finds.
func (c *Options) crawl(ctx context.Context, job *check.Job, home weburl.URL, first *fetch.Response, v *inventory) {
	if c.Fragments {
		job.OnPage = v.read.add
	}
	r := crawl.Check(ctx, job, home, first)
	for _, problem := range r.Problems {
		v.problem("the old site: %s", problem)
	}
	for _, page := range r.Inventory {
		u, err := job.Scope.Page("").Resolve(job.Scope.Base() + page.Page[1:])
		if err == nil && !v.add(oldURL{raw: u.String()}) {
			return
		}
	}
	if limit := job.Config.MaxPages; limit > 0 && r.Stats.Pages >= limit {
		v.partial = "max-pages"
	}
}
