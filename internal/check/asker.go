package check

import (
	"context"
	"errors"
	"sync"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/frontier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// asker asks for targets over HTTP, each once, and keeps what became of them.
type asker struct {
	job   *Job
	front *frontier.Frontier[task]
	// crawl reads the pages of a live site; nil in directory mode.
	crawl *crawl

	mu      sync.Mutex
	targets map[string]*target
}

// task is one piece of work: a target, and how much of it is asked for.
type task struct {
	target *target
	level  level
	// first is an answer that is there already; nil when it must be asked for.
	first *fetch.Response
}

func newAsker(job *Job) *asker {
	a := &asker{job: job, targets: map[string]*target{}}
	a.front = frontier.New[task](a.hostLimit)
	return a
}

// siteHost is the frontier's name for the site itself, which has no limit but
// the semaphore.
const siteHost = ""

func (a *asker) hostLimit(host string) int {
	if host == siteHost {
		return 0
	}
	return a.job.Config.HostConcurrency
}

// target returns the one target of a document URL. The mutex is held.
func (a *asker) target(u weburl.URL, internal bool) *target {
	key := u.String()
	t := a.targets[key]
	if t == nil {
		t = &target{url: u, internal: internal, depth: unreached}
		a.targets[key] = t
	}
	return t
}

// mention tells of a link to t, which is claimed for at least the given level
// and judged as soon as it can be. The mutex is held.
func (a *asker) mention(t *target, m mention, at level) {
	t.linked = true
	if m.fragment != "" && !t.queued {
		at = max(at, anchors)
	}
	a.claim(t, at)
	a.place(t, m)
}

// claim sees to it that t is asked for at a level, once. The mutex is held.
func (a *asker) claim(t *target, at level) {
	if t.asked >= at {
		return
	}
	t.asked = at
	a.front.Add(a.host(t), task{target: t, level: at})
}

func (a *asker) host(t *target) string {
	if t.internal || a.job.Space.Beside(t.url) {
		return siteHost
	}
	return t.url.Host
}

// place puts a link where the report will find it, or forgets it when nothing
// is wrong with it. The mutex is held.
func (a *asker) place(t *target, m mention) {
	if t.done == unasked {
		t.waiting = append(t.waiting, m)
		return
	}
	if t.outcome.verdict != link.OK {
		t.faults = append(t.faults, m)
	}
	if t.outcome.good() && m.fragment != "" && !t.fixedFragment {
		a.placeFragment(t, m)
	}
}

// placeFragment does the same for what a link asks of a page that exists. The
// mutex is held.
func (a *asker) placeFragment(t *target, m mention) {
	switch {
	case t.page != nil && t.page.indicates(m.fragment):
	case t.forward != nil, t.done < anchors && t.asked >= anchors:
		t.pending = append(t.pending, m)
	case t.page != nil:
		t.miss(m)
	}
}

// judgePending judges the fragments that had to wait until all pages were read.
func (a *asker) judgePending() {
	for _, t := range a.targets {
		for _, m := range t.pending {
			if !t.leadsTo(m.fragment) {
				t.miss(m)
			}
		}
		t.pending = nil
	}
}

// run asks until all that was found is answered or ctx is done.
func (a *asker) run(ctx context.Context) {
	a.front.Run(ctx, a.job.workers(), a.ask)
}

// ask does one task.
func (a *asker) ask(ctx context.Context, work task) {
	resp, err := work.first, error(nil)
	if resp == nil {
		want := fetch.Answer
		switch work.level {
		case anchors:
			want = fetch.Page
		case links:
			want = fetch.Document
		}
		resp, err = a.job.Client.Do(ctx, work.target.url, want)
	}
	if resp == nil {
		a.settle(work.target, work.level, a.job.judgeAnswer(work.target.url, nil, err))
		if a.crawl != nil {
			a.crawl.answered(work, false, false)
		}
		return
	}
	defer resp.Release()
	result := a.job.judgeAnswer(work.target.url, resp, nil)
	a.mu.Lock()
	owner := a.owner(work.target, work.level, resp, result)
	a.mu.Unlock()
	followed := false
	if owner != nil {
		followed = a.readDocument(owner, work, resp, result)
	}
	a.settle(work.target, work.level, result)
	if a.crawl != nil {
		a.crawl.answered(work, resp.HTML, followed)
	}
}

// settle notes what became of t, and judges the links that waited for it. The
// first outcome stands: a second request only asks for more of the page.
func (a *asker) settle(t *target, at level, result outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.done == unasked {
		t.outcome = result
		if result.verdict == link.Broken {
			a.job.Progress.Broken.Add(1)
		}
	}
	t.done = max(t.done, at)
	waiting, pending := t.waiting, t.pending
	t.waiting, t.pending = nil, nil
	for _, m := range waiting {
		a.place(t, m)
	}
	for _, m := range pending {
		a.placeFragment(t, m)
	}
}

// owner is the target whose page an answer for t is, when the page is to be
// read at all: t itself, or on the site the page that it redirects to. It is
// nil when somebody else reads that page. The mutex is held.
func (a *asker) owner(t *target, at level, resp *fetch.Response, result outcome) *target {
	final := resp.URL.Document()
	t.fixedFragment = resp.URL.Fragment != ""
	if at < anchors || t.kind(resp) == link.NoKind || !result.good() && !result.cut {
		return nil
	}
	if final == t.url || !t.internal {
		return t
	}
	own, ok := a.job.Space.Own(final)
	if !ok {
		t.fixedFragment = true
		return nil
	}
	page := a.target(own, true)
	if page == t {
		return t
	}
	t.forward = page
	if a.crawl != nil {
		a.crawl.approach(page, t.depth, t.follow)
	}
	if page.asked >= at {
		return nil
	}
	page.asked = at
	return page
}

// kind is what the answer for t is to be read as; NoKind when it is not.
func (t *target) kind(resp *fetch.Response) link.Kind {
	switch {
	case resp.HTML:
		return link.HTMLKind
	case resp.Body == nil:
		return link.NoKind
	}
	return t.holds
}

// readDocument reads the document in resp, which is owner's: a page for its
// anchors, and on a live site everything for its links. It tells whether those
// were followed: a redirect may end at a page that exclude-pages names.
func (a *asker) readDocument(owner *target, work task, resp *fetch.Response, result outcome) (followed bool) {
	var doc document
	fault := doc.read(work.target.kind(resp), resp.Body, resp.Charset, scan.Options{Text: true})
	from := newBase(resp.URL.Document(), doc.encoding, &doc.page)
	a.mu.Lock()
	if resp.HTML {
		owner.page = newPageFacts(&doc.page, resp.Cut != nil)
	}
	a.follow(owner, from, doc.page.Refresh)
	a.mu.Unlock()
	if a.crawl != nil && owner.internal && work.level == links && !a.job.pageExcluded(owner.url) {
		a.crawl.readLinks(owner, from, &doc, errors.Join(resp.Cut, fault))
		followed = true
	}
	if owner != work.target {
		a.settle(owner, work.level, result.direct())
	}
	return followed
}

// follow notes that a page sends its readers on, as far as its fragments are
// concerned. The mutex is held.
func (a *asker) follow(owner *target, from base, refresh string) {
	if refresh == "" {
		return
	}
	d := a.job.destination(from, refresh)
	switch {
	case d.reason == link.InvalidURL, d.url == owner.url:
	case !owner.internal:
		// Nobody reads on there, so nothing can be said of its fragments.
		owner.fixedFragment = true
	case d.reason == "" && d.internal && d.fragment == "":
		owner.forward = a.target(d.url, true)
	}
}
