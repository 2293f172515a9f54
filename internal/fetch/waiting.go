package fetch

import (
	"context"
	"sync"
)

// waiterKey marks the context of a call of Do with its *waiter.
type waiterKey struct{}

// OnWait returns a ctx under which Do calls rest when it begins to wait for a
// host, which takes no work: for its turn, for the end of a pause, or for an
// answer that is late. It calls the function that rest returned when that is over.
// Each call of Do needs a ctx of its own.
func OnWait(ctx context.Context, rest func() (resume func())) context.Context {
	return context.WithValue(ctx, waiterKey{}, &waiter{rest: rest})
}

// waiter tells the caller of Do when there is only waiting to do.
type waiter struct {
	rest func() (resume func())

	mu     sync.Mutex
	resume func() // nil when there is work
	over   bool
}

// waits tells that the call of Do with this ctx begins to wait. Doing so twice is
// as good as once.
func waits(ctx context.Context) {
	w, _ := ctx.Value(waiterKey{}).(*waiter)
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.resume == nil && !w.over {
		w.resume = w.rest()
	}
}

// works tells that the call of Do with this ctx no longer waits.
func works(ctx context.Context) {
	if w, _ := ctx.Value(waiterKey{}).(*waiter); w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.end()
	}
}

// worksToTheEnd is works for good.
func worksToTheEnd(ctx context.Context) {
	if w, _ := ctx.Value(waiterKey{}).(*waiter); w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.end()
		w.over = true
	}
}

func (w *waiter) end() {
	if w.resume != nil {
		w.resume()
		w.resume = nil
	}
}
