// Package target requests targets, each once however many links lead to it, and judges the
// links to them.
package target

import (
	"context"
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/frontier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Checker asks for targets over HTTP, each once, and keeps what became of them.
type Checker struct {
	steps  *check.Steps
	bounds *check.Bounds
	job    *check.Job
	Queue  *frontier.Frontier[Task]
	// Reader reads the pages of the site.
	Reader pageReader
	// IsLive is whether the site itself is requested too.
	IsLive  bool
	scratch scratchPool
	// inWork bounds the memory of the documents that are read.
	inWork        *check.PageBudget
	documents     *documentQueue
	deferred      deferred
	firstRequests firstRequests
	results       *resultCache

	// isConnected is whether the network leads to at least one external host.
	isConnected atomic.Bool

	mu sync.Mutex
	// Internal are the targets on the site, by path and query; external are the others,
	// by their whole URL.
	Internal, external map[string]*Target
	// gathering is whether claims are gathered instead of put to the frontier.
	gathering bool
	gathered  []Task
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

// New returns the checker of a job, for a directory. A crawl sets Reader and IsLive.
func New(job *check.Job, steps *check.Steps, bounds *check.Bounds, inWork *check.PageBudget) *Checker {
	a := &Checker{
		Reader: noPages{},
		job:    job, steps: steps, bounds: bounds, scratch: newScratchPool(), inWork: inWork, documents: newDocumentQueue(), results: newResultCache(job),
		Internal: map[string]*Target{}, external: map[string]*Target{},
	}
	a.Queue = frontier.New[Task](a.hostLimit)
	return a
}

// SiteHost is the frontier's name for the site itself, which has no limit but
// the semaphore.
const SiteHost = ""

func (a *Checker) hostLimit(host string, proven bool) int {
	if host == SiteHost {
		return 0
	}
	limit := a.job.Config.HostConcurrency
	if !proven {
		limit = min(limit, a.firstRequests.now())
	}
	return limit
}

// TargetLocked returns the one target of a document URL.
func (a *Checker) TargetLocked(u weburl.URL, internal bool) *Target {
	if !internal {
		name := u.String()
		if a.external[name] == nil {
			a.external[name] = a.begin(newTarget(name, u, false))
		}
		return a.external[name]
	}
	// Targets of the site differ only in path and query, so that nothing is allocated for
	// most links to known targets.
	name := u.Path
	if u.Query != "" {
		name += u.Query
	}
	t := a.Internal[name]
	if t == nil {
		name = strings.Clone(name)
		home := a.job.Scope.Page("")
		u.Scheme, u.Host = home.Scheme, home.Host
		t = a.begin(newTarget(name, u, true))
		a.Internal[name] = t
	}
	return t
}

// begin returns the new target t with what is known of it before the first request.
func (a *Checker) begin(t *Target) *Target {
	t.Rule = a.job.RuleOf(t.URL, t.Internal)
	if t.Rule.Is(config.VerdictOK) {
		t.close(byRule)
		t.Outcome = check.Outcome{Verdict: link.OK}.Kept()
		// Its page is not read.
		t.FixedFragment = true
	}
	if !a.lookHereLocked(t) {
		a.results.begin(t)
	}
	return t
}

// newTarget returns the target at u; name ends with its path and query. It takes both from
// name, as those of u may be slices of a large document.
func newTarget(name string, u weburl.URL, internal bool) *Target {
	query := len(name) - len(u.Query)
	path := query - len(u.Path)
	u.Path, u.Query = name[path:query], name[query:]
	if !internal {
		u.Scheme, u.User, u.Host = strings.Clone(u.Scheme), strings.Clone(u.User), strings.Clone(u.Host)
	}
	return &Target{URL: u, Internal: internal, Depth: Unreached, Outcome: check.NotJudged}
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

// addLocked records a link to t. The target is claimed for at least the given level, and
// the link is judged as soon as possible.
func (a *Checker) addLocked(t *Target, m check.OccurrenceRef, at Level) {
	a.ExpectLocked(t, m.Fragment, at)
	if t.IsOpen() {
		t.Hold().Waiting.Add(WaitingLink{Page: m.Page, index: m.Index, Fragment: m.Fragment})
		return
	}
	m.Fragment = strings.Clone(m.Fragment)
	a.JudgeLocked(t, m)
}

// Lock locks the targets, and what is known of pages, until Unlock.
func (a *Checker) Lock() { a.mu.Lock() }

// Unlock ends what Lock began.
func (a *Checker) Unlock() { a.mu.Unlock() }

// Add adds a link to a URL, with what a link without a fragment asks of its target.
func (a *Checker) Add(u weburl.URL, internal bool, m check.OccurrenceRef) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.addLocked(a.TargetLocked(u, internal), m, LevelAnswer)
}

// ExpectLocked claims t for what a link asks of it.
func (a *Checker) ExpectLocked(t *Target, fragment string, at Level) {
	t.Linked = true
	if at == LevelAnswer && !t.Internal && a.job.FragmentSetting(t.Rule) == config.FragmentsAll {
		// Another link may ask for a fragment of it. That would be a second request,
		// and which of two decides must not hang on which is answered first.
		at = LevelAnchors
	}
	if fragment != "" {
		t.indicated = true
		if !t.Queued {
			at = max(at, LevelAnchors)
		}
	}
	if !a.results.serves(t, fragment) {
		a.ClaimLocked(t, at)
	}
}

// ClaimLocked makes sure that t is requested once for a level.
func (a *Checker) ClaimLocked(t *Target, at Level) {
	if !t.Claim(at) {
		return
	}
	work := Task{Target: t, Level: at}
	if a.gathering {
		a.gathered = append(a.gathered, work)
	} else {
		a.put(work)
	}
}

// put puts work to the frontier. Style sheets and other documents that pages hold go first:
// each may import another one, and a chain that waits for all pages at each of its links
// would end long after them.
func (a *Checker) put(work Task) {
	if t := work.Target; t.Internal && t.Holds != link.NoKind {
		a.Queue.AddUrgent(a.host(t), work)
	} else {
		a.Queue.Add(a.host(t), work)
	}
}

// GatherLocked calls f, and then asks once for each target that f claims: a page may name
// another first as its next one and then as a page to go to.
func (a *Checker) GatherLocked(f func()) {
	a.gathering = true
	func() {
		defer func() { a.gathering = false }()
		f()
	}()
	for _, work := range a.gathered {
		if work.Level == work.Target.claimed {
			a.put(work)
		}
	}
	clear(a.gathered)
	a.gathered = a.gathered[:0]
}

func (a *Checker) host(t *Target) string {
	// A target outside the base path is on the site's server, unless the site's place was
	// only inferred.
	if t.Internal || a.job.Scope.IsOutsideBase(t.URL) && (a.IsLive || !a.job.Inferred) {
		return SiteHost
	}
	return t.URL.Host
}

// JudgeLocked puts a link to a target that was answered where the report will find it, or
// forgets it when nothing is wrong with it.
func (a *Checker) JudgeLocked(t *Target, m check.OccurrenceRef) {
	if t.Outcome.Verdict != link.OK && (len(t.unsettled().Faults) == 0 || a.bounds.AddOccurrence()) {
		held := t.Hold()
		held.Faults = append(held.Faults, m)
	}
	switch {
	case !t.Outcome.Good(), m.Fragment == "":
	case !t.FixedFragment:
		a.placeFragmentLocked(t, m)
	}
}

// Run asks until all that was found is answered or ctx is done.
func (a *Checker) Run(ctx context.Context) {
	a.Queue.Run(ctx, a.job.Workers(), a.ask)
	a.retryDeferred(ctx)
}
