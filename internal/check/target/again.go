package target

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
)

// AskAgain requests targets once more that were answered, and judges the links to them by
// the new answers where these are good. Otherwise the first answers stand: a failure that
// is not theirs must not hide them. What comes of good answers is requested too. Call it
// after Run.
func (a *Checker) AskAgain(ctx context.Context, targets []*Target) {
	tasks := make([]Task, len(targets))
	links := make([][]check.OccurrenceRef, len(targets))
	outcomes := make([]*check.Outcome, len(targets))
	a.WithLock(func() {
		for i, t := range targets {
			outcomes[i] = t.Outcome
			tasks[i] = Task{Target: t, Level: t.claimed, failed: t.Outcome}
			links[i] = t.unsettled().Faults
			t.Hold().Faults = nil
			t.State = State{claimed: t.claimed}
		}
	})
	a.retry(ctx, tasks)
	a.retryDeferred(ctx)
	a.WithLock(func() {
		for i, t := range targets {
			if !t.Outcome.Good() {
				a.job.Progress.Record(t.Outcome, outcomes[i])
				t.Outcome = outcomes[i]
				t.answer(t.claimed)
			}
			for _, m := range links[i] {
				a.JudgeLocked(t, m)
			}
			t.letGo()
		}
	})
}
