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
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Check crawls the deployed site from its start page, whose answer first is
// there already, and checks every link. What ctx cuts short is reported as far
// as it is known. compare compares the site with an old one, unless it is nil.
func Check(ctx context.Context, job *check.Job, start weburl.URL, first *fetch.Response, compare check.Comparer) *link.Report {
	c := newCrawl(job)
	ctx, late, end := check.Begin(ctx)
	defer end()
	var assets []string
	if first.HTML {
		assets = c.assets(first)
	}
	if c.joinsIndex(ctx, first) {
		c.Job.Client = indexClient{c.Job.Client, &c.Job.Scope}
		start, first.URL = folderOf(start), folderOf(first.URL)
	}
	c.read(ctx, start, first)
	c.Step("look for missing files again", "", func() { c.askAgain(ctx) })
	if first.HTML && ctx.Err() == nil {
		c.Step("look at the start page again", "", func() { c.noteChange(ctx, assets) })
	}
	c.AddLocal(c.local, 0)
	c.judgeHealth()
	c.checker.Report()
	c.noteBounds()
	c.Step("list the pages", "", func() {
		c.Report.Inventory = c.inventory.List(c.start, func(t *target.Target) *target.Target { return endOf(t, true) })
	})
	r := c.Conclude(ctx, late, compare, c, c.advise)
	if len(r.Findings) > 0 && job.Served != nil {
		*job.Served = check.Served{Has: func(path string) bool { return isPlain(c.at(path)) }, Lacks: func(page, fragment string) bool { return c.at(page).Page.Lacks(fragment) }}
	}
	return r
}

func newCrawl(job *check.Job) *crawl {
	run := check.NewRun(job, link.Live)
	j := run.Job
	c := &crawl{
		Run: run, checker: target.New(run), local: check.NewLocalFindings(),
		resolvers: make(chan *resolver, runtime.GOMAXPROCS(0)), originNumbers: map[[2]string]int32{},
		inventory: page.NewInventory[*target.Target](j),
		maxPages:  places{limit: j.Config.MaxPages}, series: map[shape]*places{},
		suspects: suspects{pages: map[*target.Target]*suspect{}, seen: map[uint64]bool{}, texts: map[uint64]string{}},
	}
	c.checker.Reader = c
	c.AddsElements = func(page string) bool { return c.at(page).Page.AddsElements() }
	c.IsCovered = c.isCovered
	for range cap(c.resolvers) {
		c.resolvers <- &resolver{links: page.NewLinks[*target.Target](j)}
	}
	return c
}

// A folder and its index.html are one page where a site answers the same for both. Without
// this, a baseline of the build directory would not hold for its preview, where links say
// "index.html".

const indexName = "index.html"

func folderOf(u weburl.URL) weburl.URL {
	if strings.HasSuffix(u.Path, "/"+indexName) {
		u.Path = strings.TrimSuffix(u.Path, indexName)
	}
	return u
}

// joinsIndex reports whether the start page answers the same under both of its names. It asks
// only when that page says "index.html" somewhere.
func (c *crawl) joinsIndex(ctx context.Context, first *fetch.Response) bool {
	other := folderOf(first.URL.Document())
	if other == first.URL.Document() {
		if !strings.HasSuffix(other.Path, "/") || !bytes.Contains(first.Body, []byte(indexName)) {
			return false
		}
		other.Path += indexName
	}
	resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: other, Want: fetch.Document})
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
	if err == nil && resp.HTML && resp.Status == http.StatusOK {
		if _, isInternal := i.scope.Internal(resp.URL.Document()); isInternal {
			resp.URL = folderOf(resp.URL)
		}
	}
	return resp, err
}

// read reads the site and checks its links.
func (c *crawl) read(ctx context.Context, start weburl.URL, first *fetch.Response) {
	var others sync.WaitGroup
	defer others.Wait()
	if first.HTML {
		c.probe = health.NewProbe(c.Job.Client, func(u weburl.URL) string { return c.Job.Written(u.String()) })
		text, _ := charset.Decode(bytes.Clone(first.Body), first.Charset)
		end := first.URL
		others.Go(func() {
			c.Step("request a path that does not exist", "", func() { c.probe.Find(ctx, c.Job.Scope.Page(""), end, text) })
		})
	}
	c.checker.WithLock(func() {
		internal, _ := c.Job.Scope.Internal(start)
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
		c.Step("read the sitemaps", "", func() { c.readSitemaps(ctx, c.followSitemapLocked) })
	})
	c.checker.Run(ctx)
	if ctx.Err() == nil {
		c.checker.WithLock(c.leaveOutLocked)
		c.checker.Run(ctx)
	}
}

// The parts of a new deployment do not arrive everywhere at once: for about a minute, a host
// may send new pages whose files it does not have yet, or old pages whose files it has no
// more. So what is missing is requested once more before the run ends, and a site that was
// replaced meanwhile makes the run incomplete: its pages are of two deployments.

// askAgain requests once more what is missing, when the deployment should be complete.
func (c *crawl) askAgain(ctx context.Context) {
	var missing []*target.Target
	for _, t := range c.checker.Internal {
		if t.Linked && t.Outcome.Verdict == link.Broken && t.Outcome.Status == http.StatusNotFound {
			missing = append(missing, t)
		}
	}
	isPart := func(t *target.Target) bool { return t.Holds != link.NoKind || !t.Follow && isNamedAsFile(t.URL.Path) }
	if end, ok := ctx.Deadline(); slices.ContainsFunc(missing, isPart) && (!ok || end.After(c.Job.Settled)) {
		// Style sheets, scripts and pictures are what arrives last. A missing page is mostly a
		// wrong link, for which no run should wait.
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(c.Job.Settled)):
		}
	}
	if len(missing) == 0 || ctx.Err() != nil {
		return
	}
	c.checker.AskAgain(ctx, missing)
	var found []string
	for _, t := range missing {
		if t.Outcome.Verdict != link.Broken {
			found = append(found, c.Job.Scope.Target(t.URL))
		}
	}
	slices.Sort(found)
	c.Note(check.FoundLater.Of(len(found), found))
}

// noteChange compares the scripts and style sheets of the start page with those that it names
// now: tools give these a new name in each deployment. A page that names others at each request has
// not changed: Akamai's bot protection puts such a script into pages.
func (c *crawl) noteChange(ctx context.Context, before []string) {
	now, ok := c.assetsNow(ctx)
	if !ok || slices.Equal(before, now) {
		return
	}
	if again, ok := c.assetsNow(ctx); !ok || !slices.Equal(now, again) {
		return
	}
	named := func(names []string) string { return cmp.Or(check.FirstNames(names), "no script or style sheet") }
	c.Problem(check.SiteChanged.About(named(before), named(now)))
}

// assetsNow requests the start page once more; ok is false when no answer says what it is now.
// A page that is gone names none.
func (c *crawl) assetsNow(ctx context.Context) (names []string, ok bool) {
	resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: c.start.URL, Want: fetch.Document})
	if err != nil {
		return nil, false
	}
	defer resp.Release()
	if resp.Status == http.StatusNotFound || resp.Status == http.StatusGone {
		return nil, true
	}
	if _, ok := c.Job.Scope.Internal(resp.URL); !ok || resp.Status != http.StatusOK || !resp.HTML || resp.BotProtection != "" || resp.Cut != nil {
		return nil, false
	}
	return c.assets(resp), true
}

// assets are the scripts and style sheets of the site that a page names, in order and without
// their queries, as programs put the time there.
func (c *crawl) assets(resp *fetch.Response) (names []string) {
	doc := read(resp)
	for i := range doc.Page.Links {
		l := &doc.Page.Links[i]
		if l.Holds != link.CSSKind && (l.Element != "script" || l.Attribute != "src") {
			continue
		}
		if to, err := resp.URL.Resolve(l.Raw); err == nil {
			if internal, ok := c.Job.Scope.Internal(to); ok {
				names = append(names, strings.Clone(c.Job.Scope.TargetPath(internal)))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Unreachable is the report of a live site whose start page could not be read,
// for the reason err.
func Unreachable(ctx context.Context, j *check.Job, err error) *link.Report {
	r := j.NewReport(link.Live)
	r.Problems = []string{health.Unreachable(j.Config.Headers, err)}
	if cause := context.Cause(ctx); cause != nil {
		r.Problems = []string{check.EarlyEnd.About(cause.Error())}
	} else {
		r.Unread = 1
	}
	if j.Client != nil { // a panic came before it was opened
		r.Stats.Requests = j.Client.Requests()
	}
	return r
}

// at returns the target of the site that the report names so; one that is new when there is none.
func (c *crawl) at(name string) *target.Target {
	if t := c.checker.Internal[c.Job.Scope.Page(strings.TrimPrefix(name, "/")).Path]; t != nil {
		return t
	}
	return &target.Target{Outcome: check.NotJudged}
}

// isCovered reports whether the links of a page were checked, or the site has the page no
// more. A page that no link led to may be behind one that was left out.
func (c *crawl) isCovered(page string) bool {
	switch t := c.at(page); {
	case t.Crawled == nil:
		return !c.isPartial
	case c.suspects.known(t).Failed, !t.IsAnswered(), t.Outcome.Verdict == link.Unverified, t.Outcome.Verdict == link.Skipped:
		return false
	default:
		return t.Answered >= target.LevelLinks || !t.Outcome.Good() || len(t.Outcome.Redirects) > 0
	}
}

// isPlain reports whether a target was asked for and is there by itself.
func isPlain(t *target.Target) bool {
	return t.IsAnswered() && t.Outcome.Good() && t.FragmentPage == nil && !t.FixedFragment && len(t.Outcome.Redirects) == 0
}

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context) {
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
	path := func(i int32) string { return c.Job.Scope.TargetPath(known[i].URL) }
	// end is the page where readers of a target end; negative when that is not known to be one.
	end := func(i int32) int32 {
		t := endOf(known[i], false)
		if number, ok := numbers[t]; ok && !known[i].FixedFragment && !t.FixedFragment && len(t.Outcome.Redirects) == 0 {
			return number
		}
		return -1 // perhaps off the site
	}
	a := advice.Advisor{Job: c.Job, Report: c.Report, PathLike: func(i int32, _ string) string { return path(i) }, Outside: c.local.OutsideBase, Site: suggest.Site{Len: len(known), Path: path, End: end}}
	a.AdvisePaths(ctx)
	advice.WithBasePath(c.Job, c.Report)
}

// endOf is where the redirects of a target lead on the site, and the meta refreshes too unless only
// redirects count: itself for most.
func endOf(t *target.Target, onlyRedirects bool) *target.Target {
	for i := 0; i < check.MaxFragmentHops && t.FragmentPage != nil && (t.Page == nil || !onlyRedirects); i++ {
		t = t.FragmentPage
	}
	return t
}

// Visit is that of check.Visitor, once the site was crawled. It requests what the crawl does not know yet.
func (c *crawl) Visit(ctx context.Context, u weburl.URL) check.Visit {
	if t := c.checker.Internal[u.Path+u.Query]; t != nil && isPlain(t) && t.Outcome.Protection == "" {
		if known := c.suspects.known(t); !known.IsAway && known.Look.Class != health.Login && known.Look.Class != health.Password {
			return check.Visit{Outcome: *t.Outcome}
		}
	}
	return c.Job.FollowRefreshes(u, func(u weburl.URL) (check.Visit, weburl.URL) { return c.request(ctx, u) })
}

// request is what a reader gets at u before a meta refresh leads to next; next is the zero
// URL when none does.
func (c *crawl) request(ctx context.Context, u weburl.URL) (visit check.Visit, next weburl.URL) {
	want := fetch.Page
	if isNamedAsFile(u.Path) {
		want = fetch.Answer
	}
	resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: u, Want: want})
	visit.Outcome = c.Job.JudgeAnswer(u, resp, err)
	if err != nil {
		// Whether another site answers to which the request was redirected is of no importance.
		if end, isInternal := c.Job.Scope.Internal(check.EndOf(u, visit.Redirects).Document()); !isInternal {
			visit.End, visit.IsAway = end, true
		}
		return visit, next
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		end, isInternal := c.Job.Scope.Internal(resp.URL.Document())
		visit.End, visit.IsAway = end, !isInternal
	}
	visit.AsksForLogin = visit.Outcome.Protection != ""
	if !visit.Good() || visit.IsAway {
		return visit, next
	}
	message, isMissing, _ := c.probe.Compare(ctx, u, resp)
	switch {
	case message == "", c.Job.Accepts(http.StatusNotFound, u):
	case isMissing:
		visit.Outcome = soft404(resp, message, nil)
		return visit, next
	default:
		visit.Untold = message
	}
	if !resp.HTML || resp.Body == nil {
		return visit, next
	}
	held, err := c.InWork.Admit(ctx, int64(len(resp.Body)))
	if err != nil {
		return check.Visit{Outcome: *check.NotReached}, next
	}
	defer c.InWork.Release(held)
	doc := read(resp)
	if !pagekind.IsLogin(u) && health.LookAt(u, link.HTMLKind, &doc.Page, doc.Text).Class == health.Login {
		visit.AsksForLogin = true
	}
	if doc.Page.Refresh != "" {
		to, err := page.NewBase(resp.URL.Document(), doc.Encoding, &doc.Page).URL.Resolve(doc.Page.Refresh)
		if err == nil && to.IsHTTP() && to.Document() != resp.URL.Document() {
			next = to.Document().Clone()
		}
	}
	return visit, next
}

// read reads the page of an answer. A fault of the page changes nothing of where it is, or was said
// when it was checked.
func read(resp *fetch.Response) *page.Document {
	doc := new(page.Document)
	_ = doc.Read(page.KindOf(resp), resp.Body, resp.Charset, scan.Options{})
	return doc
}

// ReadAgain asks once more for a page of a live site, which is named as the report
// names it, and returns it in UTF-8, in which the links of the report have their
// places. It is nil when the page is not to be had.
func ReadAgain(ctx context.Context, j *check.Job, name string) []byte {
	u, err := j.Scope.Page("").Resolve("./" + strings.TrimPrefix(name, "/"))
	if err != nil {
		return nil
	}
	resp, err := j.Client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return nil
	}
	defer resp.Release()
	if !resp.HTML || resp.Cut != nil || resp.URL.Document() != u {
		return nil
	}
	return bytes.Clone(read(resp).Text)
}
