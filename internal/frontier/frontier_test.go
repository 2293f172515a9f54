package frontier

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func anyNumber(string, bool) int { return 0 }

func TestRunEndsWhenAllThatWasFoundIsFinished(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// Each item n finds n-1 twice, after a while, so that the queue is often
		// empty while work is still to be found.
		f := New[int](anyNumber)
		f.Add("host", 6, false)
		var done atomic.Int64
		left := f.Run(t.Context(), 4, func(_ context.Context, n int) {
			time.Sleep(time.Second)
			for range 2 {
				if n > 0 {
					f.Add("host", n-1, false)
				}
			}
			done.Add(1)
		})
		if got, want := done.Load(), int64(1<<7-1); got != want {
			t.Errorf("%d items were done, want %d", got, want)
		}
		if len(left) != 0 {
			t.Errorf("left over: %v", left)
		}
	})
}

func TestHoldKeepsRunWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[string](anyNumber)
		f.Hold()
		go func() {
			time.Sleep(time.Minute)
			f.Add("host", "late", false)
			f.Release()
		}()
		start := time.Now()
		var got []string
		f.Run(t.Context(), 1, func(_ context.Context, s string) { got = append(got, s) })
		if !slices.Equal(got, []string{"late"}) || time.Since(start) != time.Minute {
			t.Errorf("got %v after %v", got, time.Since(start))
		}
	})
}

func TestHostLimitAndOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[string](func(host string, _ bool) int {
			if host == "site" {
				return 0
			}
			return 2
		})
		for i := range 50 {
			f.Add("big", fmt.Sprintf("big%d", i), false)
		}
		for i := range 4 {
			f.Add("small", fmt.Sprintf("small%d", i), false)
			f.Add("site", fmt.Sprintf("site%d", i), false)
		}
		var mu sync.Mutex
		busy, most := map[string]int{}, map[string]int{}
		ended := map[string]time.Duration{}
		start := time.Now()
		f.Run(t.Context(), 8, func(_ context.Context, s string) {
			host := s[:len(s)-1]
			if s[:3] == "big" {
				host = "big"
			}
			mu.Lock()
			busy[host]++
			most[host] = max(most[host], busy[host])
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			busy[host]--
			ended[host] = time.Since(start)
			mu.Unlock()
		})
		if most["big"] != 2 || most["small"] != 2 {
			t.Errorf("busy at once: %v, want 2 for big and small", most)
		}
		if ended["site"] > 2*time.Second || ended["small"] > 2*time.Second {
			t.Errorf("the big host held the others up: %v", ended)
		}
	})
}

func TestCancelledRunReturnsWhatWasNotBegun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		f := New[int](anyNumber)
		for i := range 10 {
			f.Add("host", i, false)
		}
		var begun atomic.Int64
		left := f.Run(ctx, 2, func(ctx context.Context, _ int) {
			begun.Add(1)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		})
		if begun.Load() != 4 || len(left) != 6 {
			t.Errorf("begun %d, left %d, want 4 and 6", begun.Load(), len(left))
		}
	})
}

func TestWorkersThatRestAreReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[string](anyNumber)
		for i := range 100 {
			f.Add("slow", fmt.Sprint("slow", i), false)
		}
		for i := range 10 {
			f.Add("quick", fmt.Sprint("quick", i), false)
		}
		var mu sync.Mutex
		working, most := 0, 0
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			working += n
			most = max(most, working)
		}
		start := time.Now()
		var quick time.Duration
		f.Run(t.Context(), 2, func(_ context.Context, item string) {
			if item[0] == 's' {
				resume := f.Rest()
				time.Sleep(time.Hour)
				resume()
				return
			}
			count(1)
			time.Sleep(time.Second)
			count(-1)
			mu.Lock()
			defer mu.Unlock()
			quick = time.Since(start)
		})
		if quick != 5*time.Second || most > 2 {
			t.Errorf("ten quick ones took two workers %v, with %d at once; want 5s", quick, most)
		}
		if took := time.Since(start); took < time.Hour || took > time.Hour+quick {
			t.Errorf("all took %v, want an hour and what the quick ones took", took)
		}
	})
}

func TestWorkersThatRestAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[int](func(string, bool) int { return 1 })
		for i := range maxResting + 3 + 1 {
			f.Add(fmt.Sprint("silent", i), i, false)
		}
		start := time.Now()
		f.Run(t.Context(), 3, func(context.Context, int) {
			defer f.Rest()()
			time.Sleep(time.Hour)
		})
		if took := time.Since(start); took != 2*time.Hour {
			t.Errorf("took %v, want two rounds of an hour", took)
		}
	})
}

func TestProvenHostHasAllItsWorkers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[int](func(_ string, proven bool) int {
			if proven {
				return 8
			}
			return 2
		})
		for i := range 18 {
			f.Add("host", i, false)
		}
		start := time.Now()
		f.Run(t.Context(), 20, func(context.Context, int) {
			time.Sleep(time.Second)
			f.Prove("host")
		})
		// Two, and then eight at a time.
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %v, want 3s", took)
		}
		if f.resting != 0 {
			t.Errorf("%d still rest", f.resting)
		}
	})
}

func TestUrgentWorkGoesFirst(t *testing.T) {
	t.Parallel()
	f := New[string](func(string, bool) int { return 0 })
	for _, item := range []string{"page 1", "page 2", "page 3"} {
		f.Add("site", item, false)
	}
	f.Add("site", "style 1", true)
	f.Add("site", "style 2", true)
	var order []string
	f.Run(t.Context(), 1, func(_ context.Context, item string) {
		if order = append(order, item); item == "page 1" {
			f.Add("site", "style 3", true)
		}
	})
	if want := []string{"style 1", "style 2", "page 1", "style 3", "page 2", "page 3"}; !slices.Equal(order, want) {
		t.Errorf("order %q, want %q", order, want)
	}
}
