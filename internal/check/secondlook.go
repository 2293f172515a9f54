package check

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// secondLookAfter is how long what failed in passing is left alone at least: a
// run that has nothing else to do would look again at once, and see the same.
const secondLookAfter = time.Second

// postponed are the tasks that failed in passing, and are looked at once more
// when all else is done.
type postponed struct {
	mu    sync.Mutex
	tasks []task
	last  time.Time // when the last of them failed
}

func (p *postponed) add(work task, result outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	work.failed = &result
	p.tasks = append(p.tasks, work)
	p.last = time.Now()
}

// take empties p.
func (p *postponed) take() (tasks []task, last time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tasks, p.tasks = p.tasks, nil
	return tasks, p.last
}

// The numbers of links by which a host is tried that has not responded yet.
const (
	// trialsFirst is how many ask it at once on the first look.
	trialsFirst = 2
	// trialsAgain is how many do on the second look in all, shared by the hosts of
	// which there are any: each request has a connection of its own.
	trialsAgain = 1024
)

// trials is how many links of one host are asked for at once while it has not
// responded.
type trials struct{ again atomic.Int64 }

// now is the number of the present look.
func (t *trials) now() int { return max(int(t.again.Load()), trialsFirst) }

// spread sets the number for a second look at so many hosts.
func (t *trials) spread(hosts int) { t.again.Store(int64(trialsAgain / max(hosts, 1))) }

// request is the request of a task, for as much of the answer as is wanted.
func (a *asker) request(work task, want fetch.Want) fetch.Request {
	r := fetch.Request{URL: work.target.url, Want: want, OnWait: a.front.Rest}
	if work.failed != nil {
		r.Deferred, r.Probes = true, min(a.job.Config.HostConcurrency, a.trials.now())
	}
	return r
}

// noteResponse tells the frontier that a host responds, if it does: at least it
// refuses at once. A host that is silent takes a long time for each of its links.
func (a *asker) noteResponse(work task, resp *fetch.Response, err error) {
	host := a.host(work.target)
	if host == siteHost {
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
	a.front.Prove(host)
}

// isPassing reports whether a request that failed with err may fare better later.
func isPassing(err error) bool {
	var failed *fetch.Error
	return errors.As(err, &failed) && failed.Transient
}

// postpone leaves a task with that result for the end of the run, if a second
// look may help it, and the settings allow a further try at all.
func (a *asker) postpone(work task, result outcome, passing bool) bool {
	if !passing || a.job.Config.Retries == 0 || work.failed != nil || work.first != nil || result.verdict == link.OK {
		return false
	}
	a.again.add(work, result)
	return true
}

// giveUp settles a task that came to no answer, or leaves it for a second look.
func (a *asker) giveUp(work task, result outcome, passing bool) {
	if a.postpone(work, result, passing) {
		return
	}
	if work.failed != nil && outlasts(work.failed, result) {
		result = *work.failed
	}
	a.settle(work.target, work.level, result)
	a.reader.answered(work, nil, result, false)
}

// outlasts reports whether o, which the first look found, stands for want of a
// second one: the run ended first, or the host was given up meanwhile for
// another failure than this. For the same failure later is as good, and has the
// words that the host's other links have.
func outlasts(o *outcome, later outcome) bool {
	return later.reason == link.NotReached || later.unasked && !o.unasked && later.reason != o.reason
}

// lookAgain does the tasks that were postponed, and those that come of them,
// until there are none or ctx is done.
func (a *asker) lookAgain(ctx context.Context) {
	for {
		tasks, last := a.again.take()
		if len(tasks) == 0 {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(last.Add(secondLookAfter))):
		}
		sortForAgain(tasks)
		a.askAgain(ctx, tasks)
	}
}

// sortForAgain puts those first that no request was sent for: they tell more of a
// host that was given up than its links which have failed already. Of both kinds
// neighbours are apart: pages that hang often have similar names, and a host is
// given up by the first few of its links.
func sortForAgain(tasks []task) {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	slices.SortStableFunc(tasks, func(a, b task) int {
		switch {
		case a.failed.unasked == b.failed.unasked:
			return 0
		case a.failed.unasked:
			return -1
		}
		return 1
	})
}

// askAgain does tasks, and what comes of them.
func (a *asker) askAgain(ctx context.Context, tasks []task) {
	hosts := map[string]bool{}
	for _, work := range tasks {
		hosts[a.host(work.target)] = true
	}
	a.trials.spread(len(hosts))
	for _, work := range tasks {
		a.front.Add(a.host(work.target), work)
	}
	for _, work := range a.front.Run(ctx, a.job.workers(), a.ask) {
		if work.failed != nil {
			a.giveUp(work, *work.failed, false)
		}
	}
}
