package frontier

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkersThatRestAreReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[string](anyNumber)
		for i := range 100 {
			f.Add("slow", fmt.Sprint("slow", i))
		}
		for i := range 10 {
			f.Add("quick", fmt.Sprint("quick", i))
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

func TestUnprovenHostsLeaveWorkersToOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[string](func(host string, proven bool) int {
			switch {
			case host == "site":
				return 0
			case proven:
				return 8
			}
			return 1
		})
		// They are found before all else.
		for i := range maxTrying - 1 {
			f.Add(fmt.Sprint("silent", i), "silent")
		}
		for range 50 {
			f.Add("site", "site")
			f.Add("good", "good")
		}
		start := time.Now()
		ended := map[string]time.Duration{}
		most, busy := map[string]int{}, map[string]int{}
		var mu sync.Mutex
		f.Run(t.Context(), 8, func(_ context.Context, item string) {
			mu.Lock()
			busy[item]++
			most[item] = max(most[item], busy[item])
			mu.Unlock()
			if item == "silent" {
				resume := f.Rest()
				time.Sleep(time.Hour)
				resume()
			} else {
				time.Sleep(time.Second)
				f.Prove(item)
			}
			mu.Lock()
			busy[item]--
			ended[item] = time.Since(start)
			mu.Unlock()
		})
		if most["silent"] != maxTrying-1 || ended["site"] > time.Minute || ended["good"] > time.Minute {
			t.Errorf("%d silent hosts were tried at once, the last of all ended after %v", most["silent"], ended)
		}
	})
}

func TestUnprovenHostsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := New[int](func(string, bool) int { return 1 })
		for i := range 2*maxTrying + 1 {
			f.Add(fmt.Sprint("silent", i), i)
		}
		start := time.Now()
		f.Run(t.Context(), 3, func(context.Context, int) {
			defer f.Rest()()
			time.Sleep(time.Hour)
		})
		if took := time.Since(start); took != 3*time.Hour {
			t.Errorf("took %v, want three rounds of an hour", took)
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
			f.Add("host", i)
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
		if f.trying != 0 || f.pool.resting != 0 {
			t.Errorf("%d are still tried, %d rest", f.trying, f.pool.resting)
		}
	})
}
