package check

import (
	"context"
	"time"
)

// Grace is how long the steps after the reading continue once the run has ended. Most are
// done by then, so the report shows the findings like in any other run.
const Grace = 500 * time.Millisecond

// Late returns a context that ends when grace is over after the end of ctx, for the steps
// that finish the report. The caller has to stop it.
func Late(ctx context.Context, grace time.Duration) (late context.Context, stop func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(grace, cancel)
		context.AfterFunc(late, func() { timer.Stop() })
	})
	return late, func() {
		unhook()
		cancel()
	}
}
