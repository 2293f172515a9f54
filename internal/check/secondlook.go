package check

import (
	"context"
	"errors"
	"sync"
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

// context is that of a task's request.
func (w task) context(ctx context.Context) context.Context {
	if w.failed != nil {
		return fetch.SecondLook(ctx)
	}
	return ctx
}

// isPassing tells whether a request that failed with err may fare better later.
func isPassing(err error) bool {
	var failed *fetch.Error
	return errors.As(err, &failed) && failed.Passing
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
	if work.failed != nil && work.failed.outlasts(result) {
		result = *work.failed
	}
	a.settle(work.target, work.level, result)
	if a.crawl != nil {
		a.crawl.heed(work, result)
		a.crawl.answered(work, false, false)
	}
}

// outlasts tells whether o, which the first look found, stands for want of a
// second one: the run ended first, or the host was given up meanwhile for
// another failure than this. For the same failure later is as good, and has the
// words that the host's other links have.
func (o outcome) outlasts(later outcome) bool {
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
		// Those first that no request was sent for: they tell more of a host that was
		// given up than its links which have failed already.
		unasked, asked := partition(tasks)
		a.askAgain(ctx, unasked)
		a.askAgain(ctx, asked)
	}
}

// partition splits tasks by whether the first look sent a request for them.
func partition(tasks []task) (unasked, asked []task) {
	for _, work := range tasks {
		if work.failed.unasked {
			unasked = append(unasked, work)
		} else {
			asked = append(asked, work)
		}
	}
	return unasked, asked
}

// askAgain does tasks, and what comes of them.
func (a *asker) askAgain(ctx context.Context, tasks []task) {
	for _, work := range tasks {
		a.front.Add(a.host(work.target), work)
	}
	for _, work := range a.front.Run(ctx, a.job.workers(), a.ask) {
		if work.failed != nil {
			a.giveUp(work, *work.failed, false)
		}
	}
}
