package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// sitemapPatience is how long a run waits at its start for the sitemap, which may name
// the place of the site. The crawl itself does not need it.
const sitemapPatience = 3 * time.Second

// infer returns the places of a live site other than home, where it is read; first is
// the answer of its start page. When no page names home as its place, the sitemap counts,
// too. What is known is added to at.
func (l *liveSite) infer(ctx context.Context, s *session, at *place, home weburl.URL, first *fetch.Response) []weburl.URL {
	if at.sitemap == nil {
		at.sitemap = site.AskSitemap(ctx, s.client.Load(), site.UsualSitemap(home))
	}
	evidence := site.StartEvidence(home, first)
	if evidence.NamesHome() {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, sitemapPatience)
	defer cancel()
	if text, err := at.sitemap.Text(limited); err == nil {
		site.AddListed(&evidence, text)
	}
	return at.infer(evidence).Sites
}

// askEarly requests the sitemap at the same time as the start page, when the run
// probably needs it. Call settle once the start page is known: it returns the request, or
// nil when that is of no use.
func (l *liveSite) askEarly(ctx context.Context, s *session) (settle func(home weburl.URL, err error) *site.Sitemap) {
	if len(s.cfg.SiteURLs) > 0 || s.cfg.Wait > 0 {
		return func(weburl.URL, error) *site.Sitemap { return nil }
	}
	ctx, cancel := context.WithCancel(ctx)
	sitemap := site.AskSitemap(ctx, s.client.Load(), site.UsualSitemap(l.start))
	return func(home weburl.URL, err error) *site.Sitemap {
		// A request without the token that opened the site has no answer of the site.
		if err == nil && !l.isLetIn && site.UsualSitemap(home) == sitemap.URL {
			return sitemap
		}
		cancel()
		sitemap.Release()
		return nil
	}
}
