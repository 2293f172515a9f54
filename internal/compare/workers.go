package compare

import (
	"context"
	"iter"
	"sync"
)

// divide divides the numbers from 0 to n-1 among the workers of the settings, and returns when
// all workers have ended. Each worker must take all numbers that it gets. There are no more
// of them once ctx has ended.
func (c *comparison) divide(ctx context.Context, n int, worker func(numbers iter.Seq[int])) {
	work := make(chan int)
	numbers := func(yield func(int) bool) {
		for i := range work {
			if ctx.Err() == nil && !yield(i) {
				return
			}
		}
	}
	var group sync.WaitGroup
	for range min(c.Workers, n) {
		group.Go(func() { worker(numbers) })
	}
	for i := range n {
		work <- i
	}
	close(work)
	group.Wait()
}
