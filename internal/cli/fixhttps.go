package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/secureurl"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// maxCompared is how many URLs with http: are requested with https:, too.
	maxCompared = 500
	// comparingHTTPS is how long these requests may take in all.
	comparingHTTPS = 60 * time.Second
)

// secureLinks returns the links of the sources with http: that lead to a page which the host
// shows just so with https:. Links that are not checked, or that have a finding, are left out.
func (s *session) secureLinks(ctx context.Context, job *check.Job, r *link.Report) []source.Link {
	client := s.client.Load()
	if client == nil || !s.cfg.External {
		return nil
	}
	links, err := source.LinksWithPrefix(ctx, "http://", s.sourceOptions())
	if err != nil {
		return nil // the report says so where there are findings
	}
	known := map[string]bool{}
	for i := range r.Findings {
		known[r.Findings[i].Target] = true
	}
	asked := map[weburl.URL]bool{}
	var urls []weburl.URL
	byLink := make([]weburl.URL, len(links))
	for i := range links {
		u, err := weburl.Parse(links[i].URL)
		if err != nil || u.User != "" {
			continue
		}
		d := job.DestinationOf(u)
		if d.Reason != "" || d.Internal || known[d.URL.String()] {
			continue
		}
		byLink[i] = d.URL
		if !asked[d.URL] && len(urls) < maxCompared {
			asked[d.URL] = true
			urls = append(urls, d.URL)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, comparingHTTPS)
	defer cancel()
	same, problems := secureurl.Same(ctx, client, urls)
	for _, problem := range problems {
		r.AddProblem(problem)
	}
	r.Stats.Requests = client.Requests()
	var all []source.Link
	for i := range links {
		if same[byLink[i]] {
			all = append(all, links[i])
		}
	}
	return all
}
