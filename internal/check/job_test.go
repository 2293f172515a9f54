package check

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/site"
)

// Documents of any size come to their ends, however many wait for each other: in a
// bubble, a deadlock is a failure.
func TestLargePagesWaitForEachOther(t *testing.T) {
	t.Parallel()
	const workers = 64
	synctest.Test(t, func(t *testing.T) {
		b := NewPageBudget(workers)
		random := rand.New(rand.NewPCG(1, 2))
		sizes := make([]int64, 2000)
		for i := range sizes {
			sizes[i] = random.Int64N(2 * LargePages)
			if i%2 == 0 {
				sizes[i] = random.Int64N(2 * b.small)
			}
		}
		var mu sync.Mutex
		var inWork, most int64
		count := func(n int64) {
			mu.Lock()
			defer mu.Unlock()
			inWork += n
			most = max(most, inWork)
		}
		next := make(chan int64)
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for size := range next {
					held, err := b.Admit(t.Context(), size)
					if err != nil {
						t.Errorf("%d bytes: %v", size, err)
					}
					if (held == 0) != (size <= b.small) {
						t.Errorf("%d bytes hold %d", size, held)
					}
					count(held)
					time.Sleep(time.Millisecond)
					count(-held)
					b.Release(held)
				}
			})
		}
		for _, size := range sizes {
			next <- size
		}
		close(next)
		group.Wait()
		if most > LargePages || most < LargePages/2 || inWork != 0 {
			t.Errorf("%d bytes were in work at most, and %d are at last; want %d at most, and most of them", most, inWork, LargePages)
		}
		if total := workers * b.small; total > SmallPages {
			t.Errorf("the small pages of %d workers have %d bytes", workers, total)
		}
	})
}

func TestWaitForTheBudgetEndsWithTheRun(t *testing.T) {
	t.Parallel()
	b := NewPageBudget(1)
	held, err := b.Admit(t.Context(), site.MaxPage)
	if err != nil || held != LargePages {
		t.Fatalf("the largest page holds %d, %v", held, err)
	}
	ended := errors.New("the run ended")
	ctx, end := context.WithCancelCause(t.Context())
	end(ended)
	if held, err := b.Admit(ctx, site.MaxPage); held != 0 || !errors.Is(err, ended) {
		t.Errorf("beside it the next one holds %d, %v", held, err)
	}
	b.Release(held)
	if held, err := b.Admit(t.Context(), LargePages); held != LargePages || err != nil {
		t.Errorf("after it the next one holds %d, %v", held, err)
	}
}
