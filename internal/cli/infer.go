package cli

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
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

// infer returns the places of a live site besides home, where it is read and where
// its start page answered with first. A page that names home as its own place
// leaves no doubt; else the sitemap is asked for as well, and the answer is kept
// for the run.
func (l *liveSubject) infer(ctx context.Context, s *session, home weburl.URL, first *fetch.Response) []weburl.URL {
	evidence := site.StartEvidence(home, first)
	if evidence.NamesHome() {
		return nil
	}
	sitemap := &check.Sitemap{URL: check.UsualSitemap(home)}
	sitemap.Response, sitemap.Err = s.job.Client.Do(ctx, sitemap.URL, fetch.Body)
	if text, err := sitemap.Text(); err == nil {
		site.AddListed(&evidence, text)
	}
	s.job.Sitemap = sitemap
	return s.infer(evidence)
}
