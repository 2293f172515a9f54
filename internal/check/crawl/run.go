// Package crawl checks a live site: it reads pages and sitemaps from the start page on,
// checks every link, and finds out what keeps the site from being read.
package crawl

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
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
		for _, path := range []*string{&start.Path, &first.URL.Path} {
			if strings.HasSuffix(*path, "/"+indexName) {
				*path = strings.TrimSuffix(*path, indexName)
			}
		}
	}
	c.read(ctx, start, first)
	c.steps.Do("look for missing files again", "", func() { c.askAgain(ctx) })
	if first.HTML && ctx.Err() == nil {
		c.steps.Do("look at the start page again", "", func() { c.noteChange(ctx, assets) })
	}
	return c.conclude(ctx, late)
}

func newCrawl(job *check.Job) *crawl {
	j := job.ForRun()
	steps, bounds, inWork := new(check.Steps), check.NewBounds(j), check.NewPageBudget(j.Config.Jobs)
	c := &crawl{
		job: j, steps: steps, bounds: bounds, inWork: inWork, checker: target.New(j, steps, bounds, inWork), local: check.NewLocalFindings(),
		resolvers: make(chan *resolver, runtime.GOMAXPROCS(0)), inventory: newLiveInventory(j), originNumbers: map[[2]string]int32{},
		maxPages: places{limit: j.Config.MaxPages}, series: map[shape]*places{},
		suspects: suspects{pages: map[*target.Target]*suspect{}, seen: map[uint64]bool{}, texts: map[uint64]string{}},
	}
	c.checker.Reader = c
	for range cap(c.resolvers) {
		c.resolvers <- &resolver{links: page.NewLinks[*target.Target](j)}
	}
	return c
}

// A folder and its index.html are one page where a site answers the same for both. Without
// this, a baseline of the build directory would not hold for its preview, where links say
// "index.html".

const indexName = "index.html"

// joinsIndex reports whether the start page answers the same under both of its names. It asks
// only when that page says "index.html" somewhere.
func (c *crawl) joinsIndex(ctx context.Context, first *fetch.Response) bool {
	other := first.URL.Document()
	if folder, ok := strings.CutSuffix(other.Path, "/"+indexName); ok {
		other.Path = folder + "/"
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
	if err == nil && resp.HTML && resp.Status == http.StatusOK && strings.HasSuffix(resp.URL.Path, "/"+indexName) {
		if _, isInternal := i.scope.Internal(resp.URL.Document()); isInternal {
			resp.URL.Path = strings.TrimSuffix(resp.URL.Path, indexName)
		}
	}
	return resp, err
}

// read reads the site and checks its links.
func (c *crawl) read(ctx context.Context, start weburl.URL, first *fetch.Response) {
	var others sync.WaitGroup
	defer others.Wait()
	if first.HTML {
		c.probe = health.NewProbe(c.job.Client, func(u weburl.URL) string { return c.job.Written(u.String()) })
		text, _ := charset.Decode(bytes.Clone(first.Body), first.Charset)
		end := first.URL
		others.Go(func() {
			c.steps.Do("request a path that does not exist", "", func() { c.probe.Find(ctx, c.job.Scope.Page(""), start, end, text) })
		})
	}
	c.checker.WithLock(func() {
		internal, _ := c.job.Scope.Internal(start)
		t := c.checker.TargetLocked(internal, true)
		t.Follow, t.IsHTML, t.Depth = true, true, 0
		t.Claim(target.LevelLinks)
		if places := c.placesLocked(t); places != nil {
			places.take(t)
		}
		c.start = t
		c.checker.Queue.Add(target.SiteHost, target.Task{Target: t, Level: target.LevelLinks, First: first}, false)
	})
	// The sitemaps are read beside the pages; the hold keeps the crawl from
	// ending before their pages are known.
	c.checker.Queue.Hold()
	others.Go(func() {
		defer c.checker.Queue.Release()
		c.steps.Do("read the sitemaps", "", func() { c.readSitemaps(ctx, c.followSitemapLocked) })
	})
	c.checker.Run(ctx)
	if ctx.Err() == nil {
		c.checker.WithLock(c.leaveOutLocked)
		c.checker.Run(ctx)
	}
}

// conclude makes the report of what the crawl found from its start on. ctx is that of
// the run, and late that of what is done behind the reading.
func (c *crawl) conclude(ctx, late context.Context) *link.Report {
	j := c.job
	r := j.NewReport(link.Live)
	r.Stats.Pages, r.Stats.Links, r.Stats.Bytes = c.pages, c.links, c.bytes
	r.Problems = c.problems
	b := check.Builder{Job: j, Report: r, AddsElements: func(page string) bool { return c.factsAt(page).AddsElements() }, IsCovered: c.isCovered}
	b.AddLocal(c.local, 0)
	c.judgeHealth(r)
	c.checker.Report(&b)
	if c.comparer != nil {
		c.steps.Do("compare the site with the old one", "", func() { c.comparer(ctx, visitor{c}, &b) })
	}
	c.noteBounds(r)
	c.bounds.ReportOmitted(j, r)
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

// at returns the target that the report names so; nil when there is none.
func (c *crawl) at(name string) *target.Target {
	return c.checker.Internal[c.job.Scope.Page(strings.TrimPrefix(name, "/")).Path]
}

// isCovered reports whether the links of a page were checked, or the site has the page no
// more. A page that no link led to may be behind one that was left out.
func (c *crawl) isCovered(page string) bool {
	t := c.at(page)
	if t == nil {
		return !c.isPartial
	}
	if c.suspects.known(t).Failed || !t.IsAnswered() || t.Outcome.Verdict == link.Unverified || t.Outcome.Verdict == link.Skipped {
		return false
	}
	return t.Answered() >= target.LevelLinks || !t.Outcome.Good() || len(t.Outcome.Redirects) > 0
}

// serves reports whether a path of the site was asked for and is there for its own sake.
func (c *crawl) serves(path string) bool {
	t := c.at(path)
	return t != nil && isPlain(t)
}

// isPlain reports whether a target is there by itself.
func isPlain(t *target.Target) bool {
	return t.IsAnswered() && t.Outcome.Good() && t.FragmentPage == nil && !t.FixedFragment && len(t.Outcome.Redirects) == 0
}

// factsAt returns what is known of a page, by its name; nil when nothing is.
func (c *crawl) factsAt(page string) *page.Facts {
	if t := c.at(page); t != nil {
		return t.Page
	}
	return nil
}

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context, r *link.Report) {
	var known []*target.Target
	for _, t := range c.checker.Internal {
		if t.Outcome.Verdict == link.OK && t.URL.Query == "" {
			known = append(known, t)
		}
	}
	slices.SortFunc(known, func(a, b *target.Target) int { return cmp.Compare(a.URL.Path, b.URL.Path) })
	numbers := make(map[*target.Target]int32, len(known))
	for i, t := range known {
		numbers[t] = int32(i)
	}
	path := func(i int32) string { return c.job.Scope.TargetPath(known[i].URL) }
	// end is the page where readers of a target end; negative when that is not known to be one.
	end := func(i int32) int32 {
		t := endOf(known[i])
		if number, ok := numbers[t]; ok && !known[i].FixedFragment && !t.FixedFragment && len(t.Outcome.Redirects) == 0 {
			return number
		}
		return -1 // perhaps off the site
	}
	a := advice.Advisor{Job: c.job, Report: r, PathLike: func(i int32, _ string) string { return path(i) }, Outside: c.local.OutsideBase, Site: suggest.Site{Len: len(known), Path: path, End: end}}
	a.AdvisePaths(ctx)
	advice.WithBasePath(c.job, r)
}

// endOf is where the redirects and meta refreshes of a target lead on the site: itself for most.
func endOf(t *target.Target) *target.Target {
	for i := 0; i < check.MaxFragmentHops && t.FragmentPage != nil; i++ {
		t = t.FragmentPage
	}
	return t
}

// Unreachable is the report of a live site whose start page could not be read,
// for the reason err.
func Unreachable(ctx context.Context, j *check.Job, err error) *link.Report {
	r := j.NewReport(link.Live)
	r.Problems = []string{health.Unreachable(j.Config.Headers, err)}
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = []string{check.EarlyEnd.Of(1, nil, cause.Error())}
	} else {
		r.Unread = 1
	}
	if j.Client != nil { // a panic came before it was opened
		r.Stats.Requests = j.Client.Requests()
	}
	return r
}
