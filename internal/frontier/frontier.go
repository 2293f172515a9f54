// Package frontier is the crawl engine: it hands work that was found to a fixed
// number of workers, not counting those that rest, takes the hosts in turns, and
// ends when nothing that was found is unfinished. It knows nothing of links.
package frontier

import (
	"context"
	"sync"
)

// Frontier holds the work that was found and not begun. Its length is bounded
// by memory alone; an entry costs its own size and no goroutine. Create one
// with New. It is safe for concurrent use.
type Frontier[T any] struct {
	limit func(host string, proven bool) int

	mu    sync.Mutex
	wake  sync.Cond
	hosts map[string]*queue[T]
	// ready and unproven hold the hosts that have work and may begin it, each once:
	// those that are proven or have no limit, and the others. They take turns, so
	// that thousands of new hosts do not keep the site waiting.
	ready, unproven ring[*queue[T]]
	unprovenNext    bool
	// open counts the work that was found and is not finished, and the holds.
	open int
	// trying counts the work that was begun for unproven hosts.
	trying int
	pool   pool
}

// maxTrying bounds the work that is begun for unproven hosts at once. Most of it
// waits for hosts that may never answer, each with a connection of its own.
const maxTrying = 2048

// queue is the work of one host: what is urgent, and then the rest, each first found first.
type queue[T any] struct {
	host   string
	urgent ring[T]
	items  ring[T]
	busy   int
	tries  int // those of busy that trying counts
	proven bool
	listed bool // in ready or unproven
}

// New returns an empty frontier. limit says how many workers may be busy with
// one host at once; less than one means any number. It is asked again each time,
// and may allow an unproven host less than one that Prove was called for.
func New[T any](limit func(host string, proven bool) int) *Frontier[T] {
	f := &Frontier[T]{limit: limit, hosts: map[string]*queue[T]{}}
	f.wake.L = &f.mu
	return f
}

// len is how much work is not begun.
func (q *queue[T]) len() int { return q.urgent.len() + q.items.len() }

func (q *queue[T]) pop() T {
	if q.urgent.len() > 0 {
		return q.urgent.pop()
	}
	return q.items.pop()
}

// Add adds work for a host. It is begun at once when a worker is free and
// the host's limit allows.
func (f *Frontier[T]) Add(host string, item T) {
	f.add(host, func(q *queue[T]) { q.items.push(item) })
}

// AddUrgent is Add for work that goes before the host's other work.
func (f *Frontier[T]) AddUrgent(host string, item T) {
	f.add(host, func(q *queue[T]) { q.urgent.push(item) })
}

func (f *Frontier[T]) add(host string, push func(*queue[T])) {
	f.mu.Lock()
	defer f.mu.Unlock()
	q := f.queueLocked(host)
	f.open++
	push(q)
	f.listLocked(q)
}

// Prove records that a host responds in some way, so that work for it ends soon.
func (f *Frontier[T]) Prove(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	q := f.queueLocked(host)
	if q.proven {
		return
	}
	q.proven = true
	f.trying -= q.tries
	q.tries = 0
	f.listLocked(q)
}

// queueLocked returns the queue of a host.
func (f *Frontier[T]) queueLocked(host string) *queue[T] {
	q := f.hosts[host]
	if q == nil {
		q = &queue[T]{host: host}
		f.hosts[host] = q
	}
	return q
}

// Hold keeps Run from ending while a caller outside of it may still add work, until
// that caller calls Release.
func (f *Frontier[T]) Hold() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open++
}

// Release takes one Hold back.
func (f *Frontier[T]) Release() { f.finish(nil) }

// Run gives the work to the given number of workers, each of which calls do
// with one item at a time, and returns when all work is finished and each Hold was
// released. When ctx is done it begins no more work, waits for
// what was begun, which ctx is to cut short, and returns what was not begun.
func (f *Frontier[T]) Run(ctx context.Context, workers int, do func(context.Context, T)) []T {
	stop := context.AfterFunc(ctx, f.wakeAll)
	defer stop()
	var group sync.WaitGroup
	work := func() {
		for {
			item, q, ok := f.next(ctx)
			if !ok {
				return
			}
			f.run(ctx, q, item, do)
		}
	}
	f.withLock(func() { f.pool = pool{size: workers, working: workers, start: func() { group.Go(work) }} })
	for range workers {
		group.Go(work)
	}
	group.Wait()
	return f.drain()
}

func (f *Frontier[T]) withLock(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

// run calls do for one item, and counts it as finished even if do panics, so
// that the panic is seen instead of a hang.
func (f *Frontier[T]) run(ctx context.Context, q *queue[T], item T, do func(context.Context, T)) {
	defer f.finish(q)
	do(ctx, item)
}

// next waits for work. It reports false when there will be none, or when other
// workers are enough.
func (f *Frontier[T]) next(ctx context.Context) (item T, q *queue[T], ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if ctx.Err() != nil || f.open == 0 {
			return item, nil, false
		}
		if f.pool.leave() {
			// Another worker has to do the work for which this one was woken.
			f.wake.Signal()
			return item, nil, false
		}
		if from := f.nextRingLocked(); from != nil {
			q = from.pop()
			q.listed = false
			q.busy++
			if from == &f.unproven && !q.proven {
				q.tries++
				f.trying++
			}
			item = q.pop()
			f.listLocked(q)
			return item, q, true
		}
		f.wake.Wait()
	}
}

// nextRingLocked returns the ring whose turn it is; nil when there is nothing to begin.
func (f *Frontier[T]) nextRingLocked() *ring[*queue[T]] {
	mayTry := f.unproven.len() > 0 && f.trying < maxTrying
	switch {
	case mayTry && (f.unprovenNext || f.ready.len() == 0):
		f.unprovenNext = false
		return &f.unproven
	case f.ready.len() > 0:
		f.unprovenNext = true
		return &f.ready
	}
	return nil
}

// finish counts one piece of work, or one hold where q is nil, as done.
func (f *Frontier[T]) finish(q *queue[T]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open--
	if q != nil {
		if q.tries > 0 {
			q.tries--
			f.trying--
		}
		q.busy--
		f.listLocked(q)
	}
	if f.open == 0 {
		f.wake.Broadcast()
	}
}

// listLocked puts q at the end of the hosts that wait for their turn, when it has work
// and may begin it.
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
	f.wake.Signal()
}

func (f *Frontier[T]) wakeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wake.Broadcast()
}

// drain empties the frontier of what was not begun.
func (f *Frontier[T]) drain() []T {
	f.mu.Lock()
	defer f.mu.Unlock()
	var left []T
	for _, q := range f.hosts {
		for q.len() > 0 {
			left = append(left, q.pop())
		}
	}
	return left
}
