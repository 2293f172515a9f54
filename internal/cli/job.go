package cli

import (
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// place is where the site is, as far as it is known when the check begins.
type place struct {
	scope site.Scope
	// sites are the places of a directory's site, the main one first; none when they are not
	// known.
	sites []weburl.URL
	// inferred is that of the job.
	inferred bool
	// notes say how the place was inferred.
	notes []string
	// sitemap is the request for the usual sitemap of a live site; nil for none.
	sitemap *site.Sitemap
}

// infer fills in what the evidence says about the site, and returns the inference.
func (p *place) infer(e site.Evidence) site.Inference {
	inference := site.Infer(e)
	if inference.Note != "" {
		p.notes = append(p.notes, inference.Note)
	}
	p.inferred = true
	return inference
}

// newJob returns the job of the run. It is complete: nothing changes it any more.
func (s *session) newJob(at place) *check.Job {
	job := &check.Job{
		Config: s.cfg, Scope: at.scope, Inferred: at.inferred, Notes: slices.Concat(s.notes, at.notes),
		Settled: s.settled,
		Sitemap: at.sitemap, Cache: s.cache, Version: s.process.Version, Known: s.known, Progress: s.progress,
		Served: &check.Served{}, Rules: s.rules, Started: s.started, Redact: s.process.secrets.Mask,
	}
	if s.comparison != nil {
		job.OnPage = s.comparison.OnPage
	}
	// A nil pointer in an interface would be a Client and a Checkout.
	if client := s.client.Load(); client != nil {
		job.Client = client
	}
	if s.checkout != nil {
		job.Checkout = s.checkout
	}
	return job
}
