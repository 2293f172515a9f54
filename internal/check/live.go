package check

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Live crawls the deployed site from its start page, whose answer first is
// there already, and checks every link. What ctx cuts short is reported as far
// as it is known.
func (j *Job) Live(ctx context.Context, start weburl.URL, first *fetch.Response) *link.Report {
	j.uses = newPatternUses(&j.Config)
	c := &crawl{
		asker: newAsker(j), tally: newTally(), budget: budget{limit: j.Config.MaxPages}, words: newInterned(),
		routes: newRoutes(), patterned: !j.Config.Include.Empty() || !j.Config.Exclude.Empty(),
	}
	c.crawl = c
	ctx, end := c.bound(ctx)
	defer end()
	c.inventory = newLiveInventory(j)
	c.traps = newTraps(j)

	if first.HTML {
		c.madeUp = newMadeUp(j)
	}
	var t *target
	c.locked(func() {
		own, _ := j.Space.Own(start)
		t = c.target(own, true)
		t.follow, t.typed, t.depth = true, true, 0
		t.asked = links
		t.placed = c.budget.take(t) == granted
		c.access = newAccess(t)
		c.front.Add(siteHost, task{target: t, level: links, first: first})
	})
	// The sitemaps are read beside the pages; the hold keeps the crawl from
	// ending before their pages are known.
	c.front.Hold()
	var beside sync.WaitGroup
	beside.Go(func() {
		defer c.front.Release()
		c.contain("read the sitemaps", "", func() { c.readSitemaps(ctx) })
	})
	if first.HTML {
		text, end := startText(first), first.URL
		beside.Go(func() {
			c.contain("ask for a path that does not exist", "", func() { c.madeUp.find(ctx, start, end, text) })
		})
	}
	late, stop := Late(ctx, Grace)
	defer stop()
	c.run(ctx)
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
	c.judgePending()
	c.reportMadeUp(r, c.reportShells(r, start))
	b.addTargets(c.asker)
	r.Notes = append(r.Notes, c.notes()...)
	r.Notes = append(r.Notes, c.leftOut()...)
	c.account(r)
	c.contain("list the pages", "", func() { r.Inventory = c.inventory.list(c) })
	r.Problems = append(r.Problems, c.mishaps.take()...)
	b.finish(ctx)
	c.contain("look for suggestions", "", func() { c.advise(late, r) })
	for _, problem := range c.mishaps.take() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 {
		r.Serves = c.serves
	}
	return r
}

// serves tells whether a path of the site was asked for and is there for its own
// sake.
func (c *crawl) serves(path string) bool {
	t := c.own[c.job.Space.Page(strings.TrimPrefix(path, "/")).Path]
	return t != nil && t.done > unasked && t.outcome.good() && t.forward == nil && !t.fixedFragment && len(t.outcome.redirects) == 0
}

// Unreachable is the report of a live site whose start page could not be read,
// for the reason err.
func (j *Job) Unreachable(ctx context.Context, err error) *link.Report {
	r := j.report(link.Live)
	r.Problems = []string{j.unreachable(err)}
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
	for t := range c.all() {
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

// outsideNote says how many URLs of sitemaps and feeds were left alone, if any
// were.
func outsideNote(n int) []string {
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"1 URL in sitemaps and feeds is not of this site: not checked (set site-url if it is the site's own)"}
	}
	return []string{fmt.Sprintf("%d URLs in sitemaps and feeds are not of this site: not checked (set site-url if they are the site's own)", n)}
}
