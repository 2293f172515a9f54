package check

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/soft404"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Live crawls the deployed site from its start page, whose answer first is
// there already, and checks every link. What ctx cuts short is reported as far
// as it is known.
func Live(ctx context.Context, j *Job, start weburl.URL, first *fetch.Response) *link.Report {
	j.uses = newPatternUses(&j.Config)
	steps, bounds, inWork := new(mishaps), newBounds(j), newPageBudget(j.Config.Jobs)
	c := &crawl{
		steps: steps, bounds: bounds, inWork: inWork,
		job: j, targets: newAsker(j, steps, bounds, inWork), tally: newTally(), budget: budget{limit: j.Config.MaxPages}, words: newInterned(),
		routes: newRoutes(), patterned: !j.Config.Include.Empty() || !j.Config.Exclude.Empty(),
	}
	c.targets.reader, c.targets.isLive = c, true
	c.crossings.New = func() any { return new(crossing) }
	ctx, end := c.bounds.bound(ctx)
	defer end()
	c.inventory = newLiveInventory(j)
	if j.Config.MaxPages == 0 {
		c.traps = newTraps()
	}

	if first.HTML {
		c.prober = soft404.New(j.Client, &j.Space, j.writtenURL)
	}
	var t *target
	c.targets.locked(func() {
		own, _ := j.Space.Own(start)
		t = c.targets.target(own, true)
		t.follow, t.typed, t.depth = true, true, 0
		t.asked = links
		t.placed = c.budget.take(t) == granted
		c.access = newAccess(t)
		c.targets.front.Add(siteHost, task{target: t, level: links, first: first})
	})
	// The sitemaps are read beside the pages; the hold keeps the crawl from
	// ending before their pages are known.
	c.targets.front.Hold()
	var beside sync.WaitGroup
	beside.Go(func() {
		defer c.targets.front.Release()
		c.steps.contain("read the sitemaps", "", func() { c.readSitemaps(ctx) })
	})
	if first.HTML {
		text, end := startText(first), first.URL
		beside.Go(func() {
			c.steps.contain("ask for a path that does not exist", "", func() { c.prober.Find(ctx, start, end, text) })
		})
	}
	late, stop := Late(ctx, Grace)
	defer stop()
	c.targets.run(ctx)
	beside.Wait()
	return c.conclude(ctx, late, t)
}

// conclude makes the report of what the crawl found from its start on. ctx is that of
// the run, and late that of what is done behind the reading.
func (c *crawl) conclude(ctx, late context.Context, start *target) *link.Report {
	j := c.job
	r := j.report(link.Live)
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = c.pages, c.links, c.bytes
	r.Problems = c.problems
	b := builder{job: j, report: r, room: newRoom(ctx)}
	b.addTally(c.tally)
	c.targets.judgePending()
	c.reportSoft404(r, c.reportShells(r, start))
	c.targets.report(&b)
	r.Notes = append(r.Notes, c.notes()...)
	r.Notes = append(r.Notes, c.bounds.leftOut()...)
	c.account(r)
	c.steps.contain("list the pages", "", func() { r.Inventory = c.inventory.list(c) })
	r.Problems = append(r.Problems, c.steps.take()...)
	b.finish(ctx)
	c.steps.contain("look for suggestions", "", func() { c.advise(late, r) })
	for _, problem := range c.steps.take() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 {
		r.Serves = c.serves
	}
	return r
}

// serves reports whether a path of the site was asked for and is there for its own
// sake.
func (c *crawl) serves(path string) bool {
	t := c.targets.own[c.job.Space.Page(strings.TrimPrefix(path, "/")).Path]
	return t != nil && t.done > unasked && t.outcome.good() && t.forward == nil && !t.fixedFragment && len(t.outcome.redirects) == 0
}

// Unreachable is the report of a live site whose start page could not be read,
// for the reason err.
func Unreachable(ctx context.Context, j *Job, err error) *link.Report {
	r := j.report(link.Live)
	r.Problems = []string{whyUnreachable(j, err)}
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = []string{earlyEnd(cause)}
	} else {
		r.Unread = 1
	}
	r.Stats.Requests = j.Client.Requests()
	return r
}

// notes say how far the crawl went.
func (c *crawl) notes() []string {
	var beside, deep, over int
	for t := range c.targets.all() {
		switch {
		case c.job.Space.Beside(t.url):
			beside++
		case t.asked >= links || t.forward != nil || !c.isWanted(t) || !t.outcome.good():
		case c.isTooDeep(t):
			deep++
		case c.budget.limit > 0 && (t.typed || t.done == answer):
			over++
		}
	}
	notes := append(c.remarks, c.traps.notes()...)
	note := func(n int, one, many string) {
		if n == 1 {
			notes = append(notes, "1 "+one)
		} else if n > 1 {
			notes = append(notes, fmt.Sprintf("%d %s", n, many))
		}
	}
	base := c.job.Space.Base()
	note(beside, "target on the same host lies outside "+base+": checked, not read",
		"targets on the same host lie outside "+base+": checked, not read")
	note(deep, fmt.Sprintf("page lies deeper than max-depth %d: checked, not read", c.job.Config.MaxDepth),
		fmt.Sprintf("pages lie deeper than max-depth %d: checked, not read", c.job.Config.MaxDepth))
	note(over, fmt.Sprintf("page was left out by max-pages %d: checked, not read", c.budget.limit),
		fmt.Sprintf("pages were left out by max-pages %d: checked, not read", c.budget.limit))
	return append(notes, outsideNote(c.outside)...)
}

// startText is a copy of the start page in UTF-8.
func startText(first *fetch.Response) []byte {
	text, _ := scan.Decode(bytes.Clone(first.Body), first.Charset)
	return text
}
