package crawl

import (
	"context"
	"errors"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/weburl"
)

// CheckShare reads a share of a live site and writes what it finds to the facts of the job.
// The report has no verdict: it says what kept the run from reading its share.
func CheckShare(ctx context.Context, job *check.Job, start weburl.URL, first *fetch.Response, share Share) *link.Report {
	c := newCrawl(job)
	c.setShare(share)
	c.passesExternal = true
	return c.readShare(ctx, start, func(ctx context.Context) {
		c.read(ctx, start, first)
		if c.listsPages() {
			c.adopt(ctx)
		}
	})
}

// setShare limits the crawl to a share.
func (c *crawl) setShare(share Share) { c.share, c.passed = share, passedPages{} }

// listsPages reports whether a sitemap lists pages of other shares.
func (c *crawl) listsPages() bool {
	for _, isListed := range c.passed {
		if isListed {
			return true
		}
	}
	return false
}

// minAdopted is how many pages of other shares a share reads at most, unless it has many
// pages itself: then they are at most one for each adoptedShare of these.
const (
	minAdopted   = 100
	adoptedShare = 10
)

// adopt reads the pages of other shares that no sitemap lists, if these are few: links that
// are dead or redirected, and pages that were forgotten. Their shares may not find them, and
// it would take another round of runs to tell.
func (c *crawl) adopt(ctx context.Context) {
	left := max(minAdopted, c.pages/adoptedShare)
	for ctx.Err() == nil {
		var pages []*target.Target
		c.checker.WithLock(func() {
			for t, isListed := range c.passed {
				if !isListed && t.Claimed() < target.LevelLinks && (!t.IsAnswered() || t.Outcome.Good()) {
					pages = append(pages, t)
				}
			}
			if left -= len(pages); left < 0 {
				pages = nil
			}
			for _, t := range pages {
				c.checker.ClaimLocked(t, target.LevelLinks)
			}
		})
		if len(pages) == 0 {
			return
		}
		c.checker.Run(ctx)
	}
}

// readShare reads a share as read does, and reports it. The site begins at start.
func (c *crawl) readShare(ctx context.Context, start weburl.URL, read func(ctx context.Context)) *link.Report {
	ctx, end := c.bounds.WithEnd(ctx)
	defer end()
	began := time.Now()
	c.job.Progress.Phases.Begin(phase.Reading)
	read(ctx)
	c.lookOnce(ctx, start, began)
	c.checker.JudgePending()
	failures := c.steps.TakeProblems()
	if c.failed != nil {
		failures = append(failures, c.failed.Error())
	}
	c.problems = append(c.problems, failures...)
	c.recordEnd(ctx)
	r := c.job.NewReport(link.Live)
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = c.pages, c.links, c.bytes
	r.Stats.Requests = c.job.Client.Requests()
	r.Share = "read part " + c.share.String()
	r.Problems = failures
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = append(r.Problems, check.EarlyEnd(cause))
	}
	r.Complete = len(r.Problems) == 0
	return r
}

// lookOnce is lookAgain for a run that writes facts: these cannot be of two builds.
func (c *crawl) lookOnce(ctx context.Context, start weburl.URL, began time.Time) {
	var found *replaced
	c.steps.Do("look for missing files again", "", func() { found = c.lookAgain(ctx, start, began) })
	if found != nil {
		found.first.Release()
		c.failed = errors.New("the site was replaced during the check, so its facts are of two builds: run linkvet again")
	}
}
