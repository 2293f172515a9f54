package target

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

const (
	// retryAfter is the minimum wait after a temporary failure. Without it, a run with no other
	// work would retry at once and see the same failure.
	retryAfter = time.Second
	// firstRequests is how many links of a host are requested at once on the first try while
	// it has not responded.
	firstRequests = 2
	// firstOnRetry is how many requests the deferred retry sends at first, shared by all its
	// hosts: each request opens a connection.
	firstOnRetry = 1024
)

// Run asks until all that was found is answered or ctx is done. What failed in passing is
// requested once more when all else is done.
func (a *Checker) Run(ctx context.Context) {
	a.Queue.Run(ctx, a.job.Workers(), a.ask)
	a.retryDeferred(ctx)
}

// AskAgain requests targets once more that were answered, and judges the links to them by
// the new answers where these are good. Otherwise the first answers stand: a failure that
// is not theirs must not hide them. What comes of good answers is requested too. Call it
// after Run.
func (a *Checker) AskAgain(ctx context.Context, targets []*Target) {
	tasks := make([]Task, len(targets))
	a.WithLock(func() {
		for i, t := range targets {
			tasks[i] = Task{Target: t, Level: t.claimed, failed: t.Outcome}
			t.reopen()
		}
	})
	a.retry(ctx, tasks)
	a.retryDeferred(ctx)
	a.WithLock(func() {
		for _, work := range tasks {
			if t := work.Target; !t.Outcome.Good() {
				t.Outcome = work.failed
				t.answer(t.claimed)
			}
		}
	})
}

// retryDeferred does the tasks that were postponed, and those that they cause, until there
// are none or ctx is done.
func (a *Checker) retryDeferred(ctx context.Context) {
	for {
		var tasks []Task
		var last time.Time
		a.WithLock(func() { tasks, last, a.deferred = a.deferred, a.failedAt, nil })
		if len(tasks) == 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(last.Add(retryAfter))):
		}
		a.retry(ctx, tasks)
	}
}

// retry does tasks, and what comes of them. Targets that had no request come first: they say
// more about a host that was given up than links that have failed already. Neighbors are
// separated: pages that hang often have similar names, and the first few links decide whether a
// host is given up.
func (a *Checker) retry(ctx context.Context, tasks []Task) {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	hosts := map[string]bool{}
	for _, notRequested := range []bool{true, false} {
		for _, work := range tasks {
			if host := a.host(work.Target); work.failed.NotRequested == notRequested {
				hosts[host] = true
				a.Queue.Add(host, work, false)
			}
		}
	}
	a.firstRequests.Store(int64(max(firstOnRetry/max(len(hosts), 1), firstRequests)))
	for _, work := range a.Queue.Run(ctx, a.job.Workers(), a.ask) {
		if work.failed != nil {
			a.settleFailure(work, *work.failed, false)
		}
	}
}

// postpone leaves a task that failed with that result for the deferred retry, if the settings
// allow a further try and this was the first one.
func (a *Checker) postpone(work Task, result check.Outcome) bool {
	if a.job.Config.Retries == 0 || work.failed != nil || work.First != nil || result.Verdict == link.OK {
		return false
	}
	a.Lock()
	defer a.Unlock()
	work.failed = &result
	a.deferred, a.failedAt = append(a.deferred, work), time.Now()
	return true
}

// settleFailure settles a task that came to no answer, or leaves it for the deferred retry. The
// outcome of the first attempt stays when there was no real second one: the run ended first, or
// the host failed meanwhile in another way. If the host failed in the same way, the later outcome
// stays: it has the words that the host's other links have.
func (a *Checker) settleFailure(work Task, result check.Outcome, isTransient bool) {
	first := work.failed
	switch {
	case isTransient && a.postpone(work, result):
		return
	case first == nil:
	case result.Reason == link.NotReached, result.NotRequested && !first.NotRequested && result.Reason != first.Reason:
		result = *first
	}
	a.conclude(work, nil, result)
}

// noteHost tells the frontier that a host responds, at least by refusing at once. A silent host
// takes a long time for each of its links.
func (a *Checker) noteHost(work Task, resp *fetch.Response, err error) {
	host := a.host(work.Target)
	var failed *fetch.Error
	switch {
	case host == SiteHost:
		return
	case resp == nil && errors.As(err, &failed) && len(failed.Redirects) == 0 &&
		slices.Contains([]link.Reason{link.DNSTemporary, link.NotReached, link.Timeout}, failed.Reason):
		return
	}
	a.Queue.Prove(host)
}
