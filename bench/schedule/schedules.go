package main

import (
	"context"
	"sync"

	"github.com/linkvet/linkvet/internal/frontier"
)

// schedule is a way to crawl.
type schedule struct {
	name, short string
	run         func(ctx context.Context, v *visit, workers int)
}

// schedules returns all of them, ours last.
func schedules() []schedule {
	return []schedule{
		{"one at a time", "one at a time", oneAtATime},
		{"rounds that wait for their slowest (map, gather)", "rounds", rounds},
		{"a fixed pool fed by one queue, joined a level", "pool, joined a level", pool},
		{"tasks that spawn tasks, under a semaphore", "tasks spawn tasks", spawn},
		{"linkvet's engine", "linkvet's engine", engine},
	}
}

func oneAtATime(ctx context.Context, v *visit, _ int) {
	for todo := []int{0}; len(todo) > 0 && ctx.Err() == nil; todo = todo[1:] {
		todo = append(todo, v.fetch(ctx, todo[0])...)
	}
}

// rounds takes as many pages as there are workers, and the next ones when all of
// those are there.
func rounds(ctx context.Context, v *visit, workers int) {
	for todo := []int{0}; len(todo) > 0 && ctx.Err() == nil; {
		batch := todo[:min(workers, len(todo))]
		todo = todo[len(batch):]
		found := make([][]int, len(batch))
		var group sync.WaitGroup
		for i, page := range batch {
			group.Go(func() { found[i] = v.fetch(ctx, page) })
		}
		group.Wait()
		for _, pages := range found {
			todo = append(todo, pages...)
		}
	}
}

// pool gives each level of the site to a pool of workers, and begins the next
// one when the pool is through.
func pool(ctx context.Context, v *visit, workers int) {
	for level := []int{0}; len(level) > 0 && ctx.Err() == nil; {
		queue := make(chan int)
		var mu sync.Mutex
		var next []int
		var group sync.WaitGroup
		for range workers {
			group.Go(func() {
				for page := range queue {
					found := v.fetch(ctx, page)
					mu.Lock()
					next = append(next, found...)
					mu.Unlock()
				}
			})
		}
		for _, page := range level {
			queue <- page
		}
		close(queue)
		group.Wait()
		level = next
	}
}

// spawn starts a goroutine for each link that is found; a semaphore bounds how
// many have a request in flight.
func spawn(ctx context.Context, v *visit, workers int) {
	places := make(chan struct{}, workers)
	var group sync.WaitGroup
	var crawl func(page int)
	crawl = func(page int) {
		places <- struct{}{}
		found := v.fetch(ctx, page)
		<-places
		for _, next := range found {
			group.Go(func() { crawl(next) })
		}
	}
	group.Go(func() { crawl(0) })
	group.Wait()
}

// engine is how linkvet crawls. The frontier knows of the slow host's limit.
func engine(ctx context.Context, v *visit, workers int) {
	host := func(page int) string {
		if v.world.pages[page].slow {
			return "slow"
		}
		return "site"
	}
	f := frontier.New[int](func(host string, _ bool) int {
		if host == "slow" {
			return slowLimit
		}
		return 0
	})
	f.Add(host(0), 0)
	f.Run(ctx, workers, func(ctx context.Context, page int) {
		for _, next := range v.fetch(ctx, page) {
			f.Add(host(next), next)
		}
	})
}
