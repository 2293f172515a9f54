package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
)

// slowLinks is how many links lead to the slow host, where there is one, and
// slowLimit how many requests at once it stands.
const (
	slowLinks = 80
	slowLimit = 8
	slowTime  = 30 * time.Millisecond
)

// world is a simulated site: what each page links to, and how long it takes.
type world struct {
	name  string
	pages []simulated
	slow  int // pages that are on the slow host; the last ones
}

type simulated struct {
	links   []int
	latency time.Duration
	slow    bool
}

// newWorld makes a site of so many pages and so many more on a slow host. The
// same numbers give the same site. Latencies are mixed: most of 1 to 5 ms, one in
// ten of 10 to 20 ms, one in fifty of 40 ms. Each page links to some that come
// after it, so the site has depth, and to some from anywhere.
func newWorld(pages, slow int) world {
	random := rand.New(rand.NewPCG(1, 2))
	w := world{name: "one host", pages: make([]simulated, pages+slow), slow: slow}
	if slow > 0 {
		w.name = "with a slow host"
	}
	for i := range pages {
		p := &w.pages[i]
		switch n := random.IntN(100); {
		case n < 2:
			p.latency = 40 * time.Millisecond
		case n < 12:
			p.latency = time.Duration(10+random.IntN(11)) * time.Millisecond
		default:
			p.latency = time.Duration(1+random.IntN(5)) * time.Millisecond
		}
		if i > 0 {
			// Its parent is among those shortly before it.
			parent := max(0, i-1-random.IntN(min(i, 60)))
			w.pages[parent].links = append(w.pages[parent].links, i)
		}
		for range 5 {
			p.links = append(p.links, random.IntN(pages))
		}
	}
	for i := pages; i < pages+slow; i++ {
		w.pages[i] = simulated{latency: slowTime, slow: true}
		// Most stand on the first pages, as links to one repository do.
		from := random.IntN(min(pages, 50))
		w.pages[from].links = append(w.pages[from].links, i)
	}
	return w
}

// describe says in a sentence what the site is.
func (w world) describe() string {
	var sum time.Duration
	for _, p := range w.pages {
		sum += p.latency
	}
	if w.slow == 0 {
		return fmt.Sprintf("%s pages of 1 to 40 ms on one host, %v in all:", doc.Count(len(w.pages)), sum)
	}
	return fmt.Sprintf("The same, and %d links to a host that takes %v and stands %d requests at once, %v in all:",
		w.slow, slowTime, slowLimit, sum)
}

// visit is one crawl of a world.
type visit struct {
	world world
	seen  []atomic.Bool
	// turns holds a place for each request that the slow host stands.
	turns chan struct{}
	asked atomic.Int64
	busy  atomic.Int64 // nanoseconds in flight, over all workers
	most  atomic.Int64 // goroutines at once
}

func newVisit(w world) *visit {
	v := &visit{world: w, seen: make([]atomic.Bool, len(w.pages)), turns: make(chan struct{}, slowLimit)}
	v.seen[0].Store(true)
	return v
}

// fetch waits as long as the page takes, after its host's turn has come, and
// returns the links that were not seen before.
func (v *visit) fetch(ctx context.Context, page int) []int {
	p := v.world.pages[page]
	if p.slow {
		select {
		case v.turns <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		defer func() { <-v.turns }()
	}
	start := time.Now()
	select {
	case <-time.After(p.latency):
	case <-ctx.Done():
		return nil
	}
	v.busy.Add(int64(time.Since(start)))
	v.asked.Add(1)
	if n := int64(runtime.NumGoroutine()); n > v.most.Load() {
		v.most.Store(n)
	}
	var found []int
	for _, l := range p.links {
		if v.seen[l].CompareAndSwap(false, true) {
			found = append(found, l)
		}
	}
	return found
}
