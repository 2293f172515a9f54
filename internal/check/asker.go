package check

import (
	"context"
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/frontier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// asker asks for targets over HTTP, each once, and keeps what became of them.
type asker struct {
	steps  *mishaps
	bounds *bounds
	job    *Job
	front  *frontier.Frontier[task]
	// reader reads the pages of the site.
	reader pageReader
	// isLive is whether the site itself is requested too.
	isLive bool

	desks desks
	// inWork bounds the memory of the documents that are read.
	inWork  *pageBudget
	backlog *backlog
	again   postponed
	trials  trials
	recall  *recall

	// isConnected is whether the network leads to at least one external host.
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

func newAsker(job *Job, steps *mishaps, bounds *bounds, inWork *pageBudget) *asker {
	a := &asker{
		reader: noPages{},
		job:    job, steps: steps, bounds: bounds, desks: newDesks(), inWork: inWork, backlog: newBacklog(), recall: newRecall(job),
		own: map[string]*target{}, foreign: map[string]*target{},
	}
	a.front = frontier.New[task](a.hostLimit)
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

// target returns the one target of a document URL.
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

// begin returns t, which is new, with what is known of it before anybody asks.
func (a *asker) begin(t *target) *target {
	t.rule = a.job.ruleOf(t.url, t.internal)
	if t.rule.Is(config.VerdictOK) {
		t.asked, t.done = links, links
		t.outcome = outcome{verdict: link.OK}.kept()
		// Nobody reads what it holds.
		t.fixedFragment = true
	}
	if !a.lookHere(t) {
		a.recall.begin(t)
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

// all are the targets, in no order. Nobody adds any meanwhile.
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

// mention tells of a link to t, which is claimed for at least the given level and judged
// as soon as it can be.
func (a *asker) mention(t *target, m mention, at level) {
	a.expect(t, m.fragment, at)
	if t.isOpen() {
		t.hold().waiting.add(entry{page: m.page, index: m.index, fragment: m.fragment})
		return
	}
	m.fragment = strings.Clone(m.fragment)
	a.judge(t, m)
}

// Lock lets nobody else look at targets, nor at what is read of pages, until Unlock.
func (a *asker) Lock() { a.mu.Lock() }

// Unlock ends what Lock began.
func (a *asker) Unlock() { a.mu.Unlock() }

// add adds a link to a URL, with what a link without a fragment asks of its target.
func (a *asker) add(u weburl.URL, internal bool, m mention) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.mention(a.target(u, internal), m, answer)
}

// expect claims t for what a link asks of it.
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

// claim sees to it that t is asked for at a level, once.
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

// gather calls f, and then asks once for each target that f claims: a page may name
// another first as its next one and then as a page to go to.
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
	if t.internal || a.job.Space.Beside(t.url) && (a.isLive || !a.job.Inferred) {
		return siteHost
	}
	return t.url.Host
}

// judge puts a link to a target that was answered where the report will find it, or
// forgets it when nothing is wrong with it.
func (a *asker) judge(t *target, m mention) {
	if t.outcome.verdict != link.OK && (len(t.unsettled().faults) == 0 || a.bounds.keeps()) {
		held := t.hold()
		held.faults = append(held.faults, m)
	}
	if t.outcome.good() && m.fragment != "" && !t.fixedFragment {
		a.placeFragment(t, m)
	}
}

// run asks until all that was found is answered or ctx is done.
func (a *asker) run(ctx context.Context) {
	a.front.Run(ctx, a.job.workers(), a.ask)
	a.lookAgain(ctx)
}
