package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/origin"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// infer returns the places of the site by what there is to go by, and leaves a
// note of that for the report.
func (s *session) infer(e origin.Evidence) []weburl.URL {
	inference := origin.Infer(e)
	if inference.Note != "" {
		s.job.Notes = append(s.job.Notes, inference.Note)
	}
	s.job.Inferred = true
	return inference.Sites
}

// sitemapPatience is how long a run waits at its beginning for a sitemap that may tell
// where the site is. A crawl that begins without it is as good, but for that.
const sitemapPatience = 3 * time.Second

// infer returns the places of a live site besides home, where it is read and where
// its start page answered with first. A page that names home as its own place
// leaves no doubt; else the sitemap tells as well. It is kept for the run.
func (l *liveSubject) infer(ctx context.Context, s *session, home weburl.URL, first *fetch.Response) []weburl.URL {
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
	return s.infer(evidence)
}

// askEarly asks for the sitemap beside the start page, where that is likely to be
// up and the sitemap to be needed, so that nobody waits for the one after the
// other. It returns what to do when it is known where the site is.
func (l *liveSubject) askEarly(ctx context.Context, s *session) (settle func(home weburl.URL, err error)) {
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
