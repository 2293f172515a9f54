package check

import (
	"context"
	"time"
)

// Grace is how long the steps behind the reading continue once the run has ended: most
// are done by then, and what was found is shown as in any other run.
const Grace = 500 * time.Millisecond

// Late returns a context that ends when grace is over after the end of ctx, for what
// is to be finished even then. It is to be stopped.
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
