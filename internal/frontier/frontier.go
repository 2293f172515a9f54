// Package frontier is the crawl engine: it hands work that was found to workers, takes the hosts
// in turns, and ends when nothing that was found is unfinished. It knows nothing of links.
package frontier

import (
	"context"
	"sync"
)

// maxResting is how many workers rest, each of which keeps a goroutine.
const maxResting = 8192

// unprovenTurn is the turn of so many that hosts have which are not proven.
const unprovenTurn = 4

// Frontier holds the work that was found and not begun. Its length is bounded by memory alone; an
// entry costs its own size and no goroutine. Create one with New. It is safe for concurrent use.
type Frontier[T any] struct {
	limit func(host string, proven bool) int

	mu    sync.Mutex
	hosts map[string]*queue[T]
	// ready and unproven hold the hosts that have work and may begin it, each once: those that
	// are proven or have no limit, and the others. They take turns, so that thousands of new
	// hosts, most of which may be silent, do not keep the site waiting.
	ready, unproven ring[*queue[T]]
	turns           int
	// open counts the work that was found and is not finished, and the holds; begun is the part
	// of it that a worker has.
	open, begun int
	// working counts the workers that do not rest, of which there are to be at most size. It is
	// larger for a while when some have rested. size is 0 while nothing runs.
	working, size, resting int
	// start starts a worker, and ended tells Run to look whether it is over.
	start func()
	ended sync.Cond
}

// queue is the work of one host: what is urgent, and then the rest, each first found first.
type queue[T any] struct {
	host          string
	urgent, items ring[T]
	busy          int
	proven        bool
	listed        bool // in ready or unproven
}

func (q *queue[T]) len() int { return q.urgent.len() + q.items.len() }

func (q *queue[T]) pop() T {
	if q.urgent.len() > 0 {
		return q.urgent.pop()
	}
	return q.items.pop()
}

// New returns an empty frontier. limit says how many workers may be busy with one host at once;
// less than one means any number. It is asked again each time, and may allow an unproven host
// less than one that Prove was called for.
func New[T any](limit func(host string, proven bool) int) *Frontier[T] {
	f := &Frontier[T]{limit: limit, hosts: map[string]*queue[T]{}}
	f.ended.L = &f.mu
	return f
}

// Add adds work for a host. It is begun at once when a worker is free and the host's limit allows.
// What is urgent goes before the host's other work.
func (f *Frontier[T]) Add(host string, item T, urgent bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	q := f.queueLocked(host)
	f.open++
	if urgent {
		q.urgent.push(item)
	} else {
		q.items.push(item)
	}
	f.listLocked(q)
}

// Prove records that a host responds in some way, so that work for it ends soon.
func (f *Frontier[T]) Prove(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if q := f.queueLocked(host); !q.proven {
		q.proven = true
		f.listLocked(q)
	}
}

func (f *Frontier[T]) queueLocked(host string) *queue[T] {
	q := f.hosts[host]
	if q == nil {
		q = &queue[T]{host: host}
		f.hosts[host] = q
	}
	return q
}

// Hold keeps Run from ending while a caller outside of it may still add work, until that caller
// calls Release.
func (f *Frontier[T]) Hold() { f.count(1) }

// Release takes one Hold back.
func (f *Frontier[T]) Release() { f.count(-1) }

func (f *Frontier[T]) count(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open += n
	f.ended.Signal()
}

// Run gives the work to at most the given number of workers, each of which calls do with one item
// at a time, and returns when all work is finished and each Hold was released. When ctx is done it
// begins no more work, waits for what was begun, which ctx is to cut short, and returns what was
// not begun.
func (f *Frontier[T]) Run(ctx context.Context, workers int, do func(context.Context, T)) (left []T) {
	stop := context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.size = 0
		f.ended.Signal()
	})
	defer stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.start = func() { go f.work(ctx, do) }
	if ctx.Err() == nil {
		f.size = workers
	}
	for range f.ready.len() + f.unproven.len() {
		f.startLocked()
	}
	for f.begun > 0 || f.working > 0 || f.open > 0 && f.size > 0 {
		f.ended.Wait()
	}
	f.size = 0
	for _, q := range f.hosts {
		for q.len() > 0 {
			left = append(left, q.pop())
		}
	}
	return left
}

// startLocked starts a worker if there is work that it may begin and there are not enough of them.
func (f *Frontier[T]) startLocked() {
	if f.working < f.size && f.nextRingLocked() != nil {
		f.working++
		f.start()
	}
}

// work does work until there is none that may begin, or other workers are enough.
func (f *Frontier[T]) work(ctx context.Context, do func(context.Context, T)) {
	f.mu.Lock()
	for ctx.Err() == nil && f.working <= f.size {
		from := f.nextRingLocked()
		if from == nil {
			break
		}
		f.turns++
		q := from.pop()
		q.listed = false
		q.busy++
		f.begun++
		item := q.pop()
		f.listLocked(q)
		f.mu.Unlock()
		do(ctx, item)
		f.mu.Lock()
		f.open--
		f.begun--
		q.busy--
		f.listLocked(q)
	}
	f.working--
	f.ended.Signal()
	f.mu.Unlock()
}

// nextRingLocked returns the ring whose turn it is; nil when there is nothing to begin.
func (f *Frontier[T]) nextRingLocked() *ring[*queue[T]] {
	switch {
	case f.unproven.len() > 0 && (f.turns%unprovenTurn == 0 || f.ready.len() == 0):
		return &f.unproven
	case f.ready.len() > 0:
		return &f.ready
	}
	return nil
}

// listLocked puts q at the end of the hosts that wait for their turn, when it has work and may
// begin it, and starts a worker for it.
func (f *Frontier[T]) listLocked(q *queue[T]) {
	if q.listed || q.len() == 0 {
		return
	}
	limit := f.limit(q.host, q.proven)
	if limit > 0 && q.busy >= limit {
		return
	}
	q.listed = true
	if limit > 0 && !q.proven {
		f.unproven.push(q)
	} else {
		f.ready.push(q)
	}
	f.startLocked()
}

// Rest tells that the caller, who does work for Run, waits for something that takes no worker's
// time, such as a host's answer: another worker takes its place until it calls resume, once. When
// very many rest, the caller keeps its place.
func (f *Frontier[T]) Rest() (resume func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.resting == maxResting {
		return func() {}
	}
	f.resting++
	f.working--
	f.startLocked()
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.resting--
		f.working++
	}
}

// ring is a first-in first-out queue that gives back the memory of what was taken. The zero value
// is empty.
type ring[T any] struct {
	items []T
	head  int
}

func (r *ring[T]) len() int { return len(r.items) - r.head }

func (r *ring[T]) push(item T) { r.items = append(r.items, item) }

func (r *ring[T]) pop() T {
	var none T
	item := r.items[r.head]
	r.items[r.head] = none
	r.head++
	// Moving the rest down once half is gone costs each item one move on average.
	if r.head*2 >= len(r.items) {
		n := copy(r.items, r.items[r.head:])
		clear(r.items[n:])
		r.items, r.head = r.items[:n], 0
	}
	return item
}
