package crawl

import (
	"context"
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Merge judges what runs on the shares of a live site recorded, as one run on the whole site
// would. It requests external targets for which no run has an answer, and nothing of the
// site: a page that no run has read is a problem. The scope of the job is that of the runs.
func Merge(ctx context.Context, job *check.Job, from *Recorded) *link.Report {
	c := newCrawl(job)
	// These bounds held while the pages were read.
	c.traps, c.budget.taken, c.budget.read = nil, c.budget.limit, c.budget.limit
	c.checker.IsReplay = true
	c.checker.HoldExternal()
	ctx, end := c.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	c.problems = slices.Clone(from.Problems)
	phases := job.Progress.Phases
	phases.Begin(phase.Reading)
	err := c.replay(ctx, from)
	if err == nil {
		phases.Begin(phase.External)
		err = c.checker.AskHeld(ctx, from.external())
	}
	if err != nil {
		c.problems = append(c.problems, err.Error())
	}
	if c.access.start == nil {
		r := c.job.NewReport(link.Live)
		r.Problems = c.problems
		return r
	}
	c.problems = append(c.problems, c.unreadProblems(from)...)
	return c.conclude(ctx, late, c.access.start)
}

// unreadProblems say what no run has read or requested.
func (c *crawl) unreadProblems(from *Recorded) (problems []string) {
	var pages, others []string
	for _, t := range c.checker.Internal {
		switch {
		case isUnread(t):
			pages = append(pages, c.job.Scope.Target(t.URL))
		case t.Linked && !t.IsAnswered():
			others = append(others, c.job.Scope.Target(t.URL))
		}
	}
	slices.Sort(pages)
	slices.Sort(others)
	advice := "run linkvet again"
	switch n := shardsOf(from); {
	case len(from.Problems) > 0:
		advice = "first merge the facts of all shards"
	case n > 1:
		advice = fmt.Sprintf("run merge with each shard from 1/%d to %d/%d on these facts, and then merge the facts that these write", n, n, n)
	}
	if n := len(pages); n > 0 {
		problems = append(problems, fmt.Sprintf("%s that links lead to %s read by no run, such as %s: %s",
			check.Count(n, "page"), check.Plural(n, "was", "were"), check.FirstNames(pages), advice))
	}
	if n := len(others); n > 0 {
		problems = append(problems, fmt.Sprintf("%s of the site %s requested by no run, such as %s: %s",
			check.Count(n, "URL"), check.Plural(n, "was", "were"), check.FirstNames(others), advice))
	}
	return problems
}

// shardsOf is in how many shares the site was read.
func shardsOf(from *Recorded) int {
	if len(from.Files) == 0 {
		return 0
	}
	return from.Files[0].Header().Shards
}

// Continue reads the pages of a share that the runs before found and did not read, and requests
// the external targets on its share of the hosts. It writes what they recorded of the share
// and what it finds itself to the facts of the job, which take the place of those before.
func Continue(ctx context.Context, job *check.Job, start weburl.URL, first *fetch.Response, from *Recorded, share Share) *link.Report {
	c := newCrawl(job)
	c.setShare(share)
	if n := shardsOf(from); n != share.Count {
		first.Release()
		r := c.job.NewReport(link.Live)
		r.Problems = []string{fmt.Sprintf("the site was read in %s: set shard to one of 1/%d to %d/%d", check.Count(n, "shard"), n, n, n)}
		return r
	}
	c.checker.HoldExternal()
	return c.readShare(ctx, start, func(ctx context.Context) { c.readOn(ctx, start, first, from) })
}

// readOn reads what is missing of a share.
func (c *crawl) readOn(ctx context.Context, start weburl.URL, first *fetch.Response, from *Recorded) {
	stop := c.probe(ctx, start, first)
	first.Release()
	c.checker.Queue.Hold()
	err := c.copyShare(from)
	if err == nil {
		err = c.replay(ctx, from)
	}
	c.checker.Queue.Release()
	if err == nil {
		c.checker.Run(ctx)
		c.adopt(ctx)
		external := from.external()
		external.Shard, external.Shards = c.share.Index, c.share.Count
		err = c.checker.AskHeld(ctx, external)
	}
	if err != nil {
		c.failed = err
	}
	stop()
}

// copyShare copies what is recorded of the pages of the share.
func (c *crawl) copyShare(from *Recorded) error {
	for _, f := range from.Files {
		if f.Header().Shard != c.share.Index {
			continue
		}
		for _, section := range []facts.Section{facts.LiveAnchors, facts.LiveTargets, facts.LiveDocuments, facts.Answers} {
			for r, err := range f.Records(section) {
				if err != nil {
					return err
				}
				if section == facts.LiveAnchors || section == facts.LiveDocuments {
					c.recorder.follow(r.Key)
				}
				c.recorder.to.Add(section, r.Key, r.Value)
			}
		}
	}
	return nil
}
