package check

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/frontier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// asker asks for targets over HTTP, each once, and keeps what became of them.
type asker struct {
	mishaps
	bounds
	job   *Job
	front *frontier.Frontier[task]
	// crawl reads the pages of a live site; nil in directory mode.
	crawl *crawl

	desks   desks
	inWork  *pageBudget
	backlog *backlog
	again   postponed
	trials  trials
	recall  *recall

	// isConnected tells that the network leads to at least one external host.
	isConnected atomic.Bool

	mu sync.Mutex
	// own are the targets on the site, by path and query; foreign are the others,
	// by their whole URL.
	own, foreign map[string]*target
	// gathering is whether claims are gathered instead of put to the frontier.
	gathering bool
	gathered  []task
}

// task is one piece of work: a target, and how much of it is asked for.
type task struct {
	target *target
	level  level
	// first is an answer that is there already; nil when it must be asked for.
	first *fetch.Response
	// failed is what the first look found when this is the second; nil before.
	failed *outcome
}

func newAsker(job *Job) *asker {
	a := &asker{
		job: job, desks: newDesks(), inWork: newPageBudget(job.Config.Jobs), backlog: newBacklog(), recall: newRecall(job),
		own: map[string]*target{}, foreign: map[string]*target{},
	}
	a.front = frontier.New[task](a.hostLimit)
	a.most = cmp.Or(job.limits, defaultLimits())
	return a
}

// siteHost is the frontier's name for the site itself, which has no limit but
// the semaphore.
const siteHost = ""

func (a *asker) hostLimit(host string, proven bool) int {
	if host == siteHost {
		return 0
	}
	limit := a.job.Config.HostConcurrency
	if !proven {
		limit = min(limit, a.trials.now())
	}
	return limit
}

// target returns the one target of a document URL. The mutex is held.
func (a *asker) target(u weburl.URL, internal bool) *target {
	if !internal {
		name := u.String()
		if a.foreign[name] == nil {
			a.bounds.target(name)
			a.foreign[name] = a.begin(newTarget(name, u, false))
		}
		return a.foreign[name]
	}
	// What is of the site differs in these alone, so that nothing is allocated
	// for most links to what is known.
	name := u.Path
	if u.Query != "" {
		name += u.Query
	}
	t := a.own[name]
	if t == nil {
		name = strings.Clone(name)
		a.bounds.target(name)
		home := a.job.Space.Page("")
		u.Scheme, u.Host = home.Scheme, home.Host
		t = a.begin(newTarget(name, u, true))
		a.own[name] = t
	}
	return t
}

// newTarget returns the target at u, of which name is the end. It takes its path
// and query from there: those of u may be cut out of something large.
func newTarget(name string, u weburl.URL, internal bool) *target {
	query := len(name) - len(u.Query)
	path := query - len(u.Path)
	u.Path, u.Query = name[path:query], name[query:]
	if !internal {
		u.Scheme, u.User, u.Host = strings.Clone(u.Scheme), strings.Clone(u.User), strings.Clone(u.Host)
	}
	return &target{url: u, internal: internal, depth: unreached, outcome: unjudged}
}

// all are the targets, in no order. The mutex is held, or nobody adds any more.
func (a *asker) all() iter.Seq[*target] {
	return func(yield func(*target) bool) {
		for _, targets := range []map[string]*target{a.own, a.foreign} {
			for _, t := range targets {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// mention tells of a link to t, which is claimed for at least the given level
// and judged as soon as it can be. The mutex is held.
func (a *asker) mention(t *target, m mention, at level) {
	a.expect(t, m.fragment, at)
	if t.isOpen() {
		t.hold().waiting.add(entry{page: m.page, index: m.index, fragment: m.fragment})
		return
	}
	m.fragment = strings.Clone(m.fragment)
	a.judge(t, m)
}

// expect claims t for what a link asks of it. The mutex is held.
func (a *asker) expect(t *target, fragment string, at level) {
	t.linked = true
	if at == answer && !t.internal && a.job.fragments(t.rule) == config.FragmentsAll {
		// Another link may ask for a fragment of it. That would be a second request,
		// and which of two decides must not hang on which is answered first.
		at = anchors
	}
	if fragment != "" {
		t.indicated = true
		if !t.queued {
			at = max(at, anchors)
		}
	}
	if !a.recall.serves(t, fragment) {
		a.claim(t, at)
	}
}

// claim sees to it that t is asked for at a level, once. The mutex is held.
func (a *asker) claim(t *target, at level) {
	if t.asked >= at {
		return
	}
	t.asked = at
	work := task{target: t, level: at}
	if a.gathering {
		a.gathered = append(a.gathered, work)
	} else {
		a.front.Add(a.host(t), work)
	}
}

// gather calls f, and then asks once for each target that f claims: a page may
// name another first as its next one and then as a page to go to. The mutex is
// held.
func (a *asker) gather(f func()) {
	a.gathering = true
	func() {
		defer func() { a.gathering = false }()
		f()
	}()
	for _, work := range a.gathered {
		if work.level == work.target.asked {
			a.front.Add(a.host(work.target), work)
		}
	}
	clear(a.gathered)
	a.gathered = a.gathered[:0]
}

func (a *asker) host(t *target) string {
	// What is beside a site is on the same server, unless that is hearsay.
	if t.internal || a.job.Space.Beside(t.url) && (a.crawl != nil || !a.job.Inferred) {
		return siteHost
	}
	return t.url.Host
}

// judge puts a link to a target that was answered where the report will find it,
// or forgets it when nothing is wrong with it. The mutex is held.
func (a *asker) judge(t *target, m mention) {
	if t.outcome.verdict != link.OK && (len(t.unsettled().faults) == 0 || a.keeps()) {
		held := t.hold()
		held.faults = append(held.faults, m)
	}
	if t.outcome.good() && m.fragment != "" && !t.fixedFragment {
		a.placeFragment(t, m)
	}
}

// isKept notes that a page lacks a fragment, and reports whether there is room for one
// more link to it. The mutex is held.
func (a *asker) isKept(t *target, fragment string) bool {
	if _, known := t.unsettled().missing[fragment]; known {
		return a.keeps()
	}
	return a.finding()
}

// placeFragment does the same for what a link asks of a page that exists. The
// mutex is held.
func (a *asker) placeFragment(t *target, m mention) {
	switch {
	case t.page != nil && t.page.indicates(m.fragment):
	case t.forward != nil, t.done < anchors && t.asked >= anchors:
		held := t.hold()
		held.pending = append(held.pending, m)
	case t.page != nil && a.isKept(t, m.fragment):
		t.miss(m)
	}
}

// judgePending judges the fragments that had to wait until all pages were read.
func (a *asker) judgePending() {
	a.settleKnown()
	for t := range a.all() {
		if t.done != unasked {
			// The run may have ended before more of it was answered.
			a.judgeWaiting(t)
		}
		if t.held == nil {
			continue
		}
		for _, m := range t.held.pending {
			if !t.leadsTo(m.fragment) {
				t.miss(m)
			}
		}
		t.held.pending = nil
	}
}

// run asks until all that was found is answered or ctx is done.
func (a *asker) run(ctx context.Context) {
	a.front.Run(ctx, a.job.workers(), a.ask)
	a.lookAgain(ctx)
}

// askFor does one task.
func (a *asker) askFor(ctx context.Context, work task) {
	if a.crawl != nil && work.level == links && a.crawl.isTrapped(work.target) {
		return
	}
	resp, err := a.get(ctx, work)
	a.noteResponse(work, resp, err)
	if resp == nil {
		a.giveUp(work, a.job.judgeAnswer(work.target.url, nil, err), isPassing(err))
		return
	}
	defer a.release(resp, len(resp.Body))
	result := a.job.judgeAnswer(work.target.url, resp, nil)
	if a.postpone(work, result, resp.Transient) {
		return
	}
	if a.crawl != nil && work.target.internal && work.first == nil {
		if a.crawl.asksForPage(ctx, &work, resp, result) {
			a.ask(ctx, work)
			return
		}
		result = a.crawl.madeUp.judge(ctx, work.target, resp, result)
	}
	var owner *target
	a.locked(func() {
		a.recall.note(work.target, resp)
		if work.level >= anchors && result.good() && tellsAnchors(resp) {
			work.target.looked = true
		}
		owner = a.owner(work.target, work.level, resp, result)
	})
	followed := false
	if owner != nil {
		followed = a.readDocument(ctx, owner, work, resp, result)
	} else {
		a.settle(work.target, work.level, result)
	}
	if a.crawl != nil {
		a.crawl.heed(work, result)
		a.crawl.noteNoPage(work, resp, result)
		a.crawl.answered(work, resp.HTML, followed)
	}
}

// get returns the answer to a task, which release gives back.
func (a *asker) get(ctx context.Context, work task) (*fetch.Response, error) {
	if work.first != nil {
		a.backlog.add(len(work.first.Body))
		return work.first, nil
	}
	want := fetch.Answer
	switch work.level {
	case anchors:
		want = fetch.Page
	case links:
		want = fetch.Document
	default:
		return a.job.Client.Do(ctx, a.request(work, want))
	}
	a.backlog.ask()
	came := 0
	defer func() { a.backlog.come(came) }()
	resp, err := a.job.Client.Do(ctx, a.request(work, want))
	if err != nil {
		return nil, err
	}
	came = len(resp.Body)
	return resp, nil
}

// release lets go of an answer, whose body has that size.
func (a *asker) release(resp *fetch.Response, size int) {
	resp.Release()
	a.backlog.add(-size)
}

// settle notes what became of t, and judges the links that waited for it, unless
// more was claimed of it meanwhile: what asks for the most of a page decides, and
// not what is answered first.
func (a *asker) settle(t *target, at level, result outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t.done == unasked || at > t.done && t.mayTurn(result) {
		result = temper(result, t.rule)
		if result.verdict == link.Broken && t.outcome.verdict != link.Broken {
			a.job.Progress.Broken.Add(1)
		}
		t.outcome = result.kept()
	}
	t.done = max(t.done, at)
	if !t.isOpen() {
		a.judgeWaiting(t)
	}
}

// judgeWaiting judges the links that waited for t. The mutex is held.
func (a *asker) judgeWaiting(t *target) {
	if t.held == nil {
		return
	}
	waiting, pending := t.held.waiting, t.held.pending
	t.held.waiting, t.held.pending = nil, nil
	t.letGo()
	waiting.each(func(e entry) {
		if !t.satisfies(e.fragment) {
			a.judge(t, a.unpack(e))
		}
	})
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
	if a.crawl != nil && a.crawl.traps.leadsInto(t, page) {
		return nil
	}
	if a.crawl != nil {
		a.crawl.approach(page, t.depth, t.follow)
	}
	if page.asked >= at {
		return nil
	}
	page.asked = at
	return page
}

// tellsAnchors tells whether an answer says all of the anchors behind it: the page
// was read, or it is no page, and so what is asked of it is not an anchor.
func tellsAnchors(resp *fetch.Response) bool {
	if resp.HTML {
		return resp.Body != nil
	}
	return resp.ContentType != ""
}

// kind is what the answer for t is to be read as; NoKind when it is not. A page
// whose body nobody read is not an empty one.
func (t *target) kind(resp *fetch.Response) link.Kind {
	switch {
	case resp.Body == nil:
		return link.NoKind
	case resp.HTML:
		return pageKind(resp)
	}
	return t.holds
}

// readDocument reads the document in resp, which is owner's, and settles what it
// answers: a page for its anchors, and on a live site everything for its links. It tells whether those
// were followed: a redirect may end at a page that exclude-pages names.
func (a *asker) readDocument(ctx context.Context, owner *target, work task, resp *fetch.Response, result outcome) (followed bool) {
	held, err := a.inWork.admit(ctx, unpackedSize(resp.Body))
	if err != nil {
		a.settle(work.target, work.level, *notReached)
		return false
	}
	defer a.inWork.leave(held)
	desk := <-a.desks
	defer a.desks.leave(desk)
	doc := &desk.doc
	fault := doc.read(work.target.kind(resp), resp.Body, resp.Charset, scan.Options{Text: true})
	takeRefresh(doc, resp)
	from := newBase(resp.URL.Document(), doc.encoding, &doc.page)
	var facts *pageFacts
	if resp.HTML {
		facts = factsOf(owner, doc, resp)
	}
	a.locked(func() {
		if resp.HTML {
			owner.page = facts
			a.keep(facts.size())
		}
		a.follow(owner, from, doc.page.Refresh)
	})
	// What waits for the page is judged before its own links are read, most of
	// which lead to the page itself and need not wait then.
	if owner != work.target {
		a.settle(owner, work.level, result.direct())
	}
	a.settle(work.target, work.level, result)
	if a.crawl != nil && owner.internal && work.level == links && !a.job.pageExcluded(owner.url) {
		if !doc.kind.IsPage() {
			fault = errors.Join(resp.Cut, fault) // heed records a page that is cut
		}
		a.crawl.readLinks(ctx, owner, from, desk, fault)
		followed = true
	}
	return followed
}

// factsOf are the facts of owner's page, which was read.
func factsOf(owner *target, doc *document, resp *fetch.Response) *pageFacts {
	var foreign *foreignFacts
	if !owner.internal {
		foreign = newForeignFacts(resp.URL, doc.text)
	}
	facts := newPageFacts(&doc.page, nil, resp.Cut != nil, foreign)
	return &facts
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
	case !owner.internal, !d.internal, d.fragment != "":
		// Where it leads no fragment of a link is looked up: nobody reads on there,
		// or it asks for a place of its own.
		owner.fixedFragment = true
		if a.crawl != nil && owner.internal && !d.internal {
			a.crawl.access.away[owner] = d.url
		}
	case d.reason == "":
		owner.forward = a.target(d.url, true)
	}
}
