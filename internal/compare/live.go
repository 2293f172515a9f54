package compare

import (
	"context"
	"errors"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readLive lists the pages of a live site: those of its sitemaps, or else those that a
// crawl finds.
func (c *Options) readLive(ctx context.Context, v *inventory, now *site.Scope) {
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
	job.Scope = site.NewScope(home, c.places(ctx, home, first, now)...)
	v.home = job.Scope.Page("")
	if c.readSitemaps(ctx, &job, v) {
		first.Release()
		return
	}
	c.crawl(ctx, &job, home, first, v)
}

// sitemapPatience is how long the sitemap may take that names the place of the old site.
const sitemapPatience = 10 * time.Second

// places are other places of the old site at home, whose sitemap may list all pages there: that
// of a deployment of the base branch lists those of production. They are the place of the new
// site, and what the start page and the sitemap of the old one name.
func (c *Options) places(ctx context.Context, home weburl.URL, first *fetch.Response, now *site.Scope) (all []weburl.URL) {
	if now.Known() && now.Served().Host != home.Host {
		all = append(all, now.Served())
	}
	evidence := site.StartEvidence(home, first)
	ctx, cancel := context.WithTimeout(ctx, sitemapPatience)
	defer cancel()
	sitemap := site.AskSitemap(ctx, c.Old.Client, site.UsualSitemap(home))
	defer sitemap.Release()
	if text, err := sitemap.Text(ctx); err == nil {
		site.AddListed(&evidence, text)
	}
	for _, place := range site.Infer(evidence).Sites {
		if place.Host != home.Host {
			all = append(all, place)
		}
	}
	return all
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
		if !isInternal {
			v.addOutside(u.String())
			return true
		}
		return v.add(oldURL{raw: u.String()})
	})
	for _, problem := range problems {
		v.problem("the old site: %s", problem)
	}
	return len(v.urls) > 0
}

// crawl adds the pages that a crawl of the old site finds.
func (c *Options) crawl(ctx context.Context, job *check.Job, home weburl.URL, first *fetch.Response, v *inventory) {
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
