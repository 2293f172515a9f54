package check

import (
	"context"
	"time"
)

// grace is how long the steps behind the reading go on once the run has ended: most
// are done by then, and what was found is shown as in any other run.
const grace = time.Second

// Late returns a context for those steps, which ends a little after ctx has. It is to
// be stopped.
func Late(ctx context.Context) (late context.Context, stop func()) {
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
