// Package crawl checks a live site: it reads pages and sitemaps from the start page on,
// checks every link, and finds out what keeps the site from being read.
package crawl

import (
	"bytes"
	"context"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Check crawls the deployed site from its start page, whose answer first is
// there already, and checks every link. What ctx cuts short is reported as far
// as it is known.
func Check(ctx context.Context, job *check.Job, start weburl.URL, first *fetch.Response) *link.Report {
	return CheckAgainst(ctx, job, start, first, nil)
}

// CheckAgainst is Check with a comparison with an old site, if compare is not nil.
func CheckAgainst(ctx context.Context, job *check.Job, start weburl.URL, first *fetch.Response, compare check.Comparer) *link.Report {
	c := newCrawl(job)
	c.comparer = compare
	ctx, end := c.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	var assets []string
	if first.HTML {
		assets = c.assets(first)
	}
	if c.joinsIndex(ctx, first) {
		c.job.Client = indexClient{c.job.Client, &c.job.Scope}
		start.Path, first.URL.Path = withoutIndex(start.Path), withoutIndex(first.URL.Path)
	}
	t := c.read(ctx, start, first)
	c.steps.Do("look for missing files again", "", func() { c.askAgain(ctx) })
	if first.HTML && ctx.Err() == nil {
		c.steps.Do("look at the start page again", "", func() { c.noteChange(ctx, t, assets) })
	}
	return c.conclude(ctx, late, t)
}

func newCrawl(job *check.Job) *crawl {
	j := job.ForRun()
	steps, bounds, inWork := new(check.Steps), check.NewBounds(j), check.NewPageBudget(j.Config.Jobs)
	c := &crawl{
		steps: steps, bounds: bounds, inWork: inWork,
		job: j, checker: target.New(j, steps, bounds, inWork), local: check.NewLocalFindings(), maxPages: places{limit: j.Config.MaxPages}, originNumbers: map[[2]string]int32{},
		series:    map[shape]*places{},
		resolvers: make(chan *resolver, runtime.GOMAXPROCS(0)),
	}
	c.checker.Reader = c
	for range cap(c.resolvers) {
		c.resolvers <- &resolver{links: page.NewLinks[*target.Target](j)}
	}
	c.inventory = newLiveInventory(j)
	return c
}

// A folder and its index.html are one page where a site answers the same for both. Without
// this, a baseline of the build directory would not hold for its preview, where links say
// "index.html".

const indexName = "index.html"

func withoutIndex(path string) string {
	if strings.HasSuffix(path, "/"+indexName) {
		return strings.TrimSuffix(path, indexName)
	}
	return path
}

// joinsIndex reports whether the start page answers the same under both of its names. It asks
// only when that page says "index.html" somewhere.
func (c *crawl) joinsIndex(ctx context.Context, first *fetch.Response) bool {
	other := first.URL.Document()
	if short := withoutIndex(other.Path); short != other.Path {
		other.Path = short
	} else if strings.HasSuffix(other.Path, "/") && bytes.Contains(first.Body, []byte(indexName)) {
		other.Path += indexName
	} else {
		return false
	}
	resp, err := c.job.Client.Do(ctx, fetch.Request{URL: other, Want: fetch.Document})
	if err != nil {
		return false
	}
	defer resp.Release()
	return resp.Status == first.Status && resp.HTML && resp.URL.Document() == other && bytes.Equal(resp.Body, first.Body)
}

// indexClient names each page that answers for an index.html by its folder.
type indexClient struct {
	check.Client
	scope *site.Scope
}

// Do requests r. That the answer has another URL works as a redirect does: the page is read once.
func (i indexClient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	resp, err := i.Client.Do(ctx, r)
	if err != nil || !resp.HTML || resp.Status != http.StatusOK {
		return resp, err
	}
	if _, isInternal := i.scope.Internal(resp.URL.Document()); isInternal {
		resp.URL.Path = withoutIndex(resp.URL.Path)
	}
	return resp, err
}

// read reads the site and checks its links. It returns the start page.
func (c *crawl) read(ctx context.Context, start weburl.URL, first *fetch.Response) *target.Target {
	stop := c.probe(ctx, start, first)
	defer stop()
	var t *target.Target
	c.checker.WithLock(func() {
		internal, _ := c.job.Scope.Internal(start)
		t = c.checker.TargetLocked(internal, true)
		t.Follow, t.IsHTML, t.Depth = true, true, 0
		t.Claim(target.LevelLinks)
		if places := c.placesLocked(t); places != nil {
			t.Placed = places.take(t)
		}
		c.suspects = suspects{start: t, pages: map[*target.Target]*suspect{}, seen: map[uint64]bool{}, texts: map[uint64]string{}}
		c.checker.Queue.Add(target.SiteHost, target.Task{Target: t, Level: target.LevelLinks, First: first}, false)
	})
	// The sitemaps are read beside the pages; the hold keeps the crawl from
	// ending before their pages are known.
	c.checker.Queue.Hold()
	var others sync.WaitGroup
	others.Go(func() {
		defer c.checker.Queue.Release()
		c.steps.Do("read the sitemaps", "", func() { c.readSitemaps(ctx, c.followSitemapLocked) })
	})
	c.checker.Run(ctx)
	others.Wait()
	if ctx.Err() == nil {
		c.checker.WithLock(c.leaveOutLocked)
		c.checker.Run(ctx)
	}
	return t
}

// probe requests a path that does not exist, and returns a function that waits for its end.
func (c *crawl) probe(ctx context.Context, start weburl.URL, first *fetch.Response) (wait func()) {
	if !first.HTML {
		return func() {}
	}
	c.missing = health.NewMissing(c.job.Client, func(u weburl.URL) string { return c.job.Written(u.String()) })
	text, end := startText(first), first.URL
	var probing sync.WaitGroup
	probing.Go(func() {
		c.steps.Do("request a path that does not exist", "", func() { c.missing.Find(ctx, c.job.Scope.Page(""), start, end, text) })
	})
	return probing.Wait
}

// conclude makes the report of what the crawl found from its start on. ctx is that of
// the run, and late that of what is done behind the reading.
func (c *crawl) conclude(ctx, late context.Context, start *target.Target) *link.Report {
	j := c.job
	r := j.NewReport(link.Live)
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = c.pages, c.links, c.bytes
	r.Problems = c.problems
	b := check.Builder{Job: j, Report: r, AddsElements: func(page string) bool { return c.factsAt(page).AddsElements() }, IsCovered: c.isCovered}
	b.AddLocal(c.local)
	c.judgeHealth(r)
	c.checker.Report(&b)
	if c.comparer != nil {
		c.steps.Do("compare the site with the old one", "", func() { c.comparer(ctx, visitor{c}, &b) })
		}
	c.noteBounds(r)
	c.bounds.ReportOmitted(j, r)
	c.isPartial = c.isPartial || r.Unread > 0
	c.steps.Do("list the pages", "", func() { r.Inventory = c.inventory.list(c) })
	r.Problems = append(r.Problems, c.steps.TakeProblems()...)
	b.Finish(ctx)
	c.steps.Do("find suggestions", "", func() { c.advise(late, r) })
	for _, problem := range c.steps.TakeProblems() {
		r.AddProblem(problem)
	}
	if len(r.Findings) > 0 && j.Served != nil {
		*j.Served = check.Served{Has: c.serves, Lacks: func(page, fragment string) bool { return c.factsAt(page).Lacks(fragment) }}
	}
	return r
}

// isCovered reports whether the links of a page were checked, or the site has the page no
// more. A page that no link led to may be behind one that was left out.
func (c *crawl) isCovered(page string) bool {
	t := c.checker.Internal[c.job.Scope.Page(strings.TrimPrefix(page, "/")).Path]
	if t == nil {
		return !c.isPartial
	}
	switch {
	case c.suspects.known(t).failed != nil, !t.IsAnswered(), t.Outcome.Verdict == link.Unverified, t.Outcome.Verdict == link.Skipped:
		return false
	}
	return t.Answered() >= target.LevelLinks || !t.Outcome.Good() || len(t.Outcome.Redirects) > 0
}

// serves reports whether a path of the site was asked for and is there for its own
// sake.
func (c *crawl) serves(path string) bool {
	t := c.checker.Internal[c.job.Scope.Page(strings.TrimPrefix(path, "/")).Path]
	return t != nil && t.IsAnswered() && t.Outcome.Good() && t.FragmentPage == nil && !t.FixedFragment && len(t.Outcome.Redirects) == 0
}

// factsAt returns what is known of a page, by its name; nil when nothing is.
func (c *crawl) factsAt(page string) *page.Facts {
	if t := c.checker.Internal[c.job.Scope.Page(strings.TrimPrefix(page, "/")).Path]; t != nil {
		return t.Page
	}
	return nil
}

// Unreachable is the report of a live site whose start page could not be read,
// for the reason err.
func Unreachable(ctx context.Context, j *check.Job, err error) *link.Report {
	r := j.NewReport(link.Live)
	r.Problems = []string{whyUnreachable(j, err)}
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = []string{check.EarlyEnd(cause)}
	} else {
		r.Unread = 1
	}
	if j.Client != nil { // a panic came before it was opened
		r.Stats.Requests = j.Client.Requests()
	}
	return r
}

// The notes on how far a crawl went.
var (
	outsideBase = check.Text{
		One:  "1 target on the same host is outside {a}: checked, but its links are not",
		Many: "{n} targets on the same host are outside {a}: checked, but their links are not",
	}
	tooDeep = check.Text{
		One:  "1 page is deeper than max-depth {a}: checked, but its links are not",
		Many: "{n} pages are deeper than max-depth {a}: checked, but their links are not",
	}
	overPages = check.Text{
		One:  "1 page is over the limit of max-pages {a}: checked, but its links are not",
		Many: "{n} pages are over the limit of max-pages {a}: checked, but their links are not",
	}
)

// noteBounds says how far the crawl went.
func (c *crawl) noteBounds(r *link.Report) {
	var outside, deep, over int
	for t := range c.checker.All() {
		switch {
		case c.job.Scope.IsOutsideBase(t.URL):
			outside++
		case t.Claimed() >= target.LevelLinks || t.FragmentPage != nil || !c.isWanted(t) || !t.Outcome.Good():
		case c.isTooDeep(t):
			deep++
		case c.maxPages.limit > 0 && (t.IsHTML || t.Answered() == target.LevelAnswer):
			over++
		}
	}
	c.isPartial = deep+over > 0
	r.Notes = append(r.Notes, c.remarks...)
	r.Note(outsideBase.Of(outside, nil, c.job.Scope.Base()))
	r.Note(tooDeep.Of(deep, nil, strconv.Itoa(c.job.Config.MaxDepth)))
	r.Note(overPages.Of(over, nil, strconv.Itoa(c.job.Config.MaxPages)))
	r.Notes = append(r.Notes, check.OutsideNote(c.outside)...)
}
