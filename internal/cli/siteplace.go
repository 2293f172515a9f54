package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/origin"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// infer returns where the site is by the evidence, and adds a note to the
// report.
func (s *session) infer(e origin.Evidence) origin.Inference {
	inference := origin.Infer(e)
	if inference.Note != "" {
		s.job.Notes = append(s.job.Notes, inference.Note)
	}
	s.job.Inferred = true
	s.job.Shared = !inference.Strong || s.sharesDomain
	return inference
}

// sitemapPatience is how long a run waits at its start for the sitemap, which may name
// the place of the site. The crawl itself does not need it.
const sitemapPatience = 3 * time.Second

// infer returns the places of a live site other than home, where it is read; first is
// the answer of its start page. When no page names home as its place, the sitemap counts,
// too. The job keeps the sitemap.
func (l *liveSite) infer(ctx context.Context, s *session, home weburl.URL, first *fetch.Response) []weburl.URL {
	if s.job.Sitemap == nil {
		s.job.Sitemap = site.AskSitemap(ctx, s.job.Client, site.UsualSitemap(home))
	}
	evidence := site.StartEvidence(home, first)
	if evidence.NamesHome() {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, sitemapPatience)
	defer cancel()
	if text, err := s.job.Sitemap.Text(limited); err == nil {
		site.AddListed(&evidence, text)
	}
	return s.infer(evidence).Sites
}

// askEarly requests the sitemap at the same time as the start page, when the run
// probably needs it. Call settle once the start page is known.
func (l *liveSite) askEarly(ctx context.Context, s *session) (settle func(home weburl.URL, err error)) {
	if len(s.job.Config.SiteURLs) > 0 || s.job.Config.Wait > 0 {
		return func(weburl.URL, error) {}
	}
	ctx, cancel := context.WithCancel(ctx)
	sitemap := site.AskSitemap(ctx, s.job.Client, site.UsualSitemap(l.start))
	return func(home weburl.URL, err error) {
		if err == nil && site.UsualSitemap(home) == sitemap.URL {
			s.job.Sitemap = sitemap
			return
		}
		cancel()
		sitemap.Release()
	}
}
