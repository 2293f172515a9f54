// Package target requests targets, each once however many links lead to it, and judges the
// links to them.
package target

import (
	"context"
	"iter"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/frontier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Checker asks for targets over HTTP, each once, and keeps what became of them.
type Checker struct {
	run   *check.Run
	job   *check.Job
	Queue *frontier.Frontier[Task]
	// Reader reads the pages of a live site; nil for a directory, of which nothing is requested.
	Reader pageReader
	// documents bounds how many are read at once: one for each processor, with the memory that the
	// last one left.
	documents chan *page.Document
	results   *resultCache
	// firstRequests is how many links of a host are requested at once while it has not
	// responded.
	firstRequests atomic.Int64

	// Mutex guards the targets, and what is known of pages.
	sync.Mutex
	// Internal are the targets on the site, by path and query; external are the others, by
	// their whole URL.
	Internal, external map[string]*Target
	// deferred are the tasks that failed in passing, the last of them at failedAt.
	deferred []Task
	failedAt time.Time
}

// Task is one piece of work: a target, and how much of it to request.
type Task struct {
	Target *Target
	Level  Level
	// First is the answer if there is one already; nil when the target must be requested.
	First *fetch.Response
	// failed is what the first look found when this is the second; nil before.
	failed *check.Outcome
}

// pageReader is what reads the pages of a live site for their links.
type pageReader interface {
	// Compare returns the outcome of an answer for a target of the site, after a comparison
	// with the site's answers for paths that do not exist. again is true if the task has to
	// be done once more, because work now requests more.
	Compare(ctx context.Context, work *Task, resp *fetch.Response, o check.Outcome) (judged check.Outcome, again bool)
	// RedirectsLocked records that t redirects to page.
	RedirectsLocked(t, page *Target)
	// LeavesSiteLocked records that a meta refresh of a page leads to u, on another site.
	LeavesSiteLocked(page *Target, u weburl.URL)
	// ReadLinks follows the links of a document of the site, which is page's, and
	// reports whether they are to be followed.
	ReadLinks(ctx context.Context, page *Target, from page.Base, doc *page.Document, fault error) bool
	// Answered records that a task is done, with its answer, which is nil when there was
	// none; isRead is whether the links of its page were followed.
	Answered(work Task, resp *fetch.Response, o check.Outcome, isRead bool)
	// OccurrenceLocked is what the report shows of a link.
	OccurrenceLocked(e WaitingLink) *link.Occurrence
}

// New returns the checker of a run, for a directory. A crawl sets Reader.
func New(run *check.Run) *Checker {
	a := &Checker{
		run: run, job: run.Job, results: newResultCache(run.Job),
		documents: make(chan *page.Document, runtime.GOMAXPROCS(0)),
		Internal:  map[string]*Target{}, external: map[string]*Target{},
	}
	for range cap(a.documents) {
		a.documents <- new(page.Document)
	}
	a.firstRequests.Store(firstRequests)
	a.Queue = frontier.New[Task](a.hostLimit)
	a.Queue.Prove(SiteHost)
	return a
}

// SiteHost is the frontier's name for the site itself.
const SiteHost = ""

// host is the frontier's name for the host of a target. A target outside the base path is on
// the site's server, unless the site's place was only inferred.
func (a *Checker) host(t *Target) string {
	if t.Internal || a.job.Scope.IsOutsideBase(t.URL) && (a.Reader != nil || !a.job.Inferred) {
		return SiteHost
	}
	return t.URL.Host
}

func (a *Checker) hostLimit(host string, proven bool) int {
	limit := a.job.Config.HostConcurrency
	switch {
	case host == SiteHost:
		// The others have to go on while requests wait for the site. Of its answers, one for each
		// processor is read: more would fill the memory, 10 of 16 MB on Python's documentation.
		return max(min(a.job.Workers()*3/4, a.job.Config.Concurrency+cap(a.documents)), 1)
	case proven:
		return limit
	}
	return min(limit, int(a.firstRequests.Load()))
}

// WithLock locks the mutex while f runs.
func (a *Checker) WithLock(f func()) {
	a.Lock()
	defer a.Unlock()
	f()
}

// TargetLocked returns the one target of a document URL.
func (a *Checker) TargetLocked(u weburl.URL, internal bool) *Target {
	if !internal {
		name := u.String()
		if a.external[name] == nil {
			a.external[name] = a.begin(name, u, false)
		}
		return a.external[name]
	}
	// Targets of the site differ only in path and query, so that nothing is allocated for
	// most links to known targets.
	name := u.Path + u.Query
	t := a.Internal[name]
	if t == nil {
		name = strings.Clone(name)
		home := a.job.Scope.Page("")
		u.Scheme, u.Host = home.Scheme, home.Host
		t = a.begin(name, u, true)
		a.Internal[name] = t
	}
	return t
}

// begin returns a new target with what is known of it before the first request. Its name ends
// with its path and query, which are taken from there, as those of u may be slices of a large
// document.
func (a *Checker) begin(name string, u weburl.URL, internal bool) *Target {
	query := len(name) - len(u.Query)
	u.Path, u.Query = name[query-len(u.Path):query], name[query:]
	t := &Target{URL: u, Internal: internal, Outcome: check.NotJudged}
	if !internal {
		t.URL.Scheme, t.URL.User, t.URL.Host = strings.Clone(u.Scheme), strings.Clone(u.User), strings.Clone(u.Host)
	} else if a.Reader != nil {
		t.Crawled = &Crawled{Depth: Unreached}
	}
	t.Rule = a.job.RuleOf(t.URL, internal)
	switch {
	case t.Rule.Is(config.VerdictOK):
		a.closeLocked(t, check.Outcome{Verdict: link.OK})
	case internal, a.lookHereLocked(t):
	default:
		a.results.begin(t)
	}
	return t
}

// closeLocked settles t, which is new, without a request. Its page is not read.
func (a *Checker) closeLocked(t *Target, o check.Outcome) {
	t.close()
	t.Outcome, t.FixedFragment = o.Kept(), true
}

// lookHereLocked settles t, which is new, if the checkout answers for it: a file that a change
// adds, or takes away, is not on the network yet, or still.
func (a *Checker) lookHereLocked(t *Target) bool {
	if a.job.Checkout == nil {
		return false
	}
	answer, ok := a.job.Checkout.Look(t.URL)
	if !ok {
		return false
	}
	o := check.Outcome{Verdict: link.OK}
	if answer.Missing != "" && !a.job.Accepts(http.StatusNotFound, t.URL) {
		o = check.Temper(check.Outcome{
			Verdict: link.Broken, Reason: link.NotFound, Message: answer.Missing, Suggestion: answer.Suggestion,
		}, t.Rule)
	}
	a.closeLocked(t, o)
	return true
}

// All are the targets, in no order. Call it when no more targets are added.
func (a *Checker) All() iter.Seq[*Target] {
	return func(yield func(*Target) bool) {
		for _, targets := range []map[string]*Target{a.Internal, a.external} {
			for _, t := range targets {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// Add adds a link of a directory to a URL, with what a link without a fragment asks of its
// target.
func (a *Checker) Add(u weburl.URL, internal bool, m check.OccurrenceRef) {
	a.Lock()
	defer a.Unlock()
	a.MeetLocked(a.TargetLocked(u, internal), m.Fragment, LevelAnswer, func() WaitingLink {
		return WaitingLink{Page: m.Page, index: m.Index, Fragment: m.Fragment}
	})
}

// MeetLocked records a link to t, which asks for a fragment and for at least the given level, or
// for nothing yet. seen returns the link; it is called only when it may have to be shown.
func (a *Checker) MeetLocked(t *Target, fragment string, at Level, seen func() WaitingLink) {
	t.Linked = true
	least := LevelAnswer
	if fragment != "" || !t.Internal && a.job.FragmentSetting(t.Rule) == config.FragmentsAll {
		// Without a fragment, another link may still ask for one. That would be a second
		// request, and which of two decides must not hang on which is answered first.
		least = LevelAnchors
	}
	t.wanted = max(t.wanted, least)
	if !a.results.serves(t, fragment) && at != NoLevel {
		a.ClaimLocked(t, max(at, least))
	}
	switch {
	case t.IsOpen():
		t.links.add(seen())
	case !t.satisfies(fragment) && (t.links == nil || a.run.AddOccurrence()):
		t.links.add(seen())
	}
}

// ClaimLocked makes sure that t is requested once for a level. Style sheets and other documents that
// pages hold go first: each may import another one, and a chain that waits for all pages at each of
// its links would end long after them.
func (a *Checker) ClaimLocked(t *Target, at Level) {
	if t.Claim(at) {
		a.Queue.Add(a.host(t), Task{Target: t, Level: at}, t.Internal && t.Holds != link.NoKind)
	}
}

// settle records the outcome of t, and judges the links that waited for it, unless a higher
// level was claimed meanwhile. The highest level decides, and not the first answer; a failure
// does only when a link needs that level, and a request that was not sent never.
func (a *Checker) settle(t *Target, at Level, result check.Outcome) {
	a.Lock()
	defer a.Unlock()
	isFirst := !t.IsAnswered()
	if isFirst || at > t.Answered && result.Reason != link.NotReached && (result.Verdict == link.OK || t.links != nil) {
		t.Outcome = check.Temper(result, t.Rule).Kept()
	}
	t.Answered = max(t.Answered, at)
	if !t.IsOpen() {
		a.judgeLocked(t)
	}
}

// judgeLocked drops the links to t with which nothing is wrong, and those that are too many to
// be shown.
func (a *Checker) judgeLocked(t *Target) {
	var kept links
	for fragment, entry := range t.links.all() {
		if !t.satisfies(fragment) && (kept == nil || a.run.AddOccurrence()) {
			kept = append(kept, entry...)
		}
	}
	t.links = kept
}

// Links are the links to t that wait for an answer or that something may be wrong with, as the
// report shows them.
func (a *Checker) Links(t *Target) []check.OccurrenceRef {
	var all []check.OccurrenceRef
	for _, entry := range t.links.all() {
		e := unpack(entry)
		m := check.OccurrenceRef{Page: e.Page, Index: e.index, Fragment: e.Fragment}
		if e.Line > 0 {
			m.At = a.Reader.OccurrenceLocked(e)
		}
		all = append(all, m)
	}
	return all
}
