package target

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// WithLock locks the mutex while f runs.
func (a *Checker) WithLock(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

// ask does one task. If it panics, the callers that wait for its target still get a result.
func (a *Checker) ask(ctx context.Context, work Task) {
	name := a.job.DisplayName(work.Target.URL, work.Target.Internal)
	if a.steps.Do("check", name, func() { a.askFor(ctx, work) }) {
		return
	}
	a.steps.Do("record the result for", name, func() {
		failed := check.Outcome{
			Verdict: link.Unverified, Reason: link.NotReached, Message: "linkvet itself failed here: see the problems of the run",
		}
		a.settle(work.Target, work.Level, failed)
		a.Reader.Answered(work, nil, failed, false)
	})
}
