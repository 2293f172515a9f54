package target

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
)

// AskAgain requests targets once more that were answered, and judges the links to them by
// the new answers. What comes of those is requested too. Call it after Run.
func (a *Checker) AskAgain(ctx context.Context, targets []*Target) {
	tasks := make([]Task, len(targets))
	links := make([][]check.OccurrenceRef, len(targets))
	a.WithLock(func() {
		for i, t := range targets {
			before := *t.Outcome
			tasks[i] = Task{Target: t, Level: t.claimed, failed: &before}
			links[i] = t.unsettled().Faults
			t.Hold().Faults = nil
			t.State = State{claimed: t.claimed}
		}
	})
	a.retry(ctx, tasks)
	a.retryDeferred(ctx)
	a.WithLock(func() {
		for i, t := range targets {
			for _, m := range links[i] {
				a.JudgeLocked(t, m)
			}
			t.letGo()
		}
	})
}
