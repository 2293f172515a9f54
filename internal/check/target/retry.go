package target

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// retryAfter is the minimum wait after a temporary failure. Without it, a run with no other
// work would retry at once and see the same failure.
const retryAfter = time.Second

// deferred are the tasks that failed in passing, and are looked at once more
// when all else is done.
type deferred struct {
	mu    sync.Mutex
	tasks []Task
	last  time.Time // when the last of them failed
}

func (p *deferred) add(work Task, result check.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	work.failed = &result
	p.tasks = append(p.tasks, work)
	p.last = time.Now()
}

// take empties p.
func (p *deferred) take() (tasks []Task, last time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tasks, p.tasks = p.tasks, nil
	return tasks, p.last
}

// The numbers of links by which a host is tried that has not responded yet.
const (
	// first is how many ask it at once on the first try.
	first = 2
	// firstOnRetry is how many requests the deferred retry sends at first, shared by all
	// its hosts: each request opens a connection.
	firstOnRetry = 1024
)

// firstRequests is how many requests for links of one host are in flight while the host has
// not responded.
type firstRequests struct{ again atomic.Int64 }

// now is the number of the present try.
func (t *firstRequests) now() int { return max(int(t.again.Load()), first) }

// spread sets the number for a deferred retry of so many hosts.
func (t *firstRequests) spread(hosts int) { t.again.Store(int64(firstOnRetry / max(hosts, 1))) }

// request is the request of a task, for as much of the answer as is wanted.
func (a *Checker) request(work Task, want fetch.Want) fetch.Request {
	r := fetch.Request{URL: work.Target.URL, Want: want, OnWait: a.Queue.Rest}
	if work.failed != nil {
		r.Deferred, r.Probes = true, min(a.job.Config.HostConcurrency, a.firstRequests.now())
	}
	return r
}

// noteResponse tells the frontier that a host responds, at least by refusing at once. A
// silent host takes a long time for each of its links.
func (a *Checker) noteResponse(work Task, resp *fetch.Response, err error) {
	host := a.host(work.Target)
	if host == SiteHost {
		return
	}
	var failed *fetch.Error
	if resp == nil && errors.As(err, &failed) && len(failed.Redirects) == 0 {
		switch failed.Reason {
		case link.DNSTemporary, link.NotReached:
			return
		case link.Timeout:
			a.noteWay(failed)
			return
		}
	}
	a.noteWay(failed)
	a.Queue.Prove(host)
}

// isTransient reports whether a request that failed with err may fare better later.
func isTransient(err error) bool {
	var failed *fetch.Error
	return errors.As(err, &failed) && failed.Transient
}

// postpone leaves a task with that result for the end of the run, if a deferred
// retry may help it, and the settings allow a further try at all.
func (a *Checker) postpone(work Task, result check.Outcome, isTransient bool) bool {
	if !isTransient || a.job.Config.Retries == 0 || work.failed != nil || work.First != nil || result.Verdict == link.OK {
		return false
	}
	a.deferred.add(work, result)
	return true
}

// settleFailure settles a task that came to no answer, or leaves it for the deferred retry.
func (a *Checker) settleFailure(work Task, result check.Outcome, isTransient bool) {
	if a.postpone(work, result, isTransient) {
		return
	}
	if work.failed != nil && outlasts(work.failed, result) {
		result = *work.failed
	}
	a.settle(work.Target, work.Level, result)
	a.Reader.Answered(work, nil, result, false)
}

// outlasts reports whether the outcome o of the first attempt stays, because there was no
// real second one: the run ended first, or the host failed meanwhile in another way. If the
// host failed in the same way, the later outcome stays: it has the words that the host's
// other links have.
func outlasts(o *check.Outcome, later check.Outcome) bool {
	return later.Reason == link.NotReached || later.NotRequested && !o.NotRequested && later.Reason != o.Reason
}

// retryDeferred does the tasks that were postponed, and those that they cause, until there
// are none or ctx is done.
func (a *Checker) retryDeferred(ctx context.Context) {
	for {
		tasks, last := a.deferred.take()
		if len(tasks) == 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(last.Add(retryAfter))):
		}
		sortForRetry(tasks)
		a.retry(ctx, tasks)
	}
}

// sortForRetry puts targets first that had no request: they say more about a host that was
// given up than links that have failed already. It separates neighbors of both kinds:
// pages that hang often have similar names, and the first few links decide whether a host
// is given up.
func sortForRetry(tasks []Task) {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	slices.SortStableFunc(tasks, func(a, b Task) int {
		switch {
		case a.failed.NotRequested == b.failed.NotRequested:
			return 0
		case a.failed.NotRequested:
			return -1
		}
		return 1
	})
}

// retry does tasks, and what comes of them.
func (a *Checker) retry(ctx context.Context, tasks []Task) {
	hosts := map[string]bool{}
	for _, work := range tasks {
		hosts[a.host(work.Target)] = true
	}
	a.firstRequests.spread(len(hosts))
	for _, work := range tasks {
		a.Queue.Add(a.host(work.Target), work)
	}
	for _, work := range a.Queue.Run(ctx, a.job.Workers(), a.ask) {
		if work.failed != nil {
			a.settleFailure(work, *work.failed, false)
		}
	}
}
