package check

import (
	"context"

	"github.com/linkvet/linkvet/internal/link"
)

// locked calls f with the mutex held.
func (a *asker) locked(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

// ask does one task. Whatever goes wrong there, those who wait for its target get a
// result.
func (a *asker) ask(ctx context.Context, work task) {
	name := a.job.display(work.target.url, work.target.internal)
	if a.steps.contain("check", name, func() { a.askFor(ctx, work) }) {
		return
	}
	a.steps.contain("settle", name, func() {
		failed := outcome{
			verdict: link.Unverified, reason: link.NotReached, message: "linkvet itself failed here: the problems of the run say where",
		}
		a.settle(work.target, work.level, failed)
		a.reader.answered(work, nil, failed, false)
	})
}
