package host

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// initialConcurrency is how many requests may be in flight to an external host that was
	// silent so far: they are enough to find out that it never answers.
	initialConcurrency = 2
	// siteConcurrency is how many are in flight to an origin of the site at first. Each may need a
	// connection, and Python's http.server has a queue of five for those that it has not
	// accepted: each further one waits for a second, or until the timeout.
	siteConcurrency = 4
	// growAfter is the time after which more are tried at a site where connections are not used
	// again, or were slow; it is doubled whenever one is slow, up to maxGrowAfter.
	growAfter    = 500 * time.Millisecond
	maxGrowAfter = 10 * time.Second
)

// concurrency bounds the requests in flight to one host. It begins low.
type concurrency struct {
	mu                   sync.Mutex
	limit, max, inFlight int
	waiting              []chan struct{}
	// changed is when the limit last did, and after is when that of a site may grow again; 0
	// while no connection was slow.
	changed time.Time
	after   time.Duration
}

func newConcurrency(limit, initial int) concurrency {
	return concurrency{limit: min(limit, initial), max: limit, changed: time.Now()}
}

// acquire waits until one more request may be in flight. The caller calls release after it.
func (c *concurrency) acquire(ctx context.Context, waiting *Waiting) error {
	c.mu.Lock()
	if c.inFlight < c.limit {
		c.inFlight++
		c.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	c.waiting = append(c.waiting, turn)
	c.mu.Unlock()
	waiting.Begin()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.waiting, turn); i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	} else {
		c.inFlight--
		c.admitLocked()
	}
	return ctx.Err()
}

func (c *concurrency) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inFlight--
	c.admitLocked()
}

func (c *concurrency) admitLocked() {
	for ; len(c.waiting) > 0 && c.inFlight < c.limit; c.inFlight++ {
		close(c.waiting[0])
		c.waiting[0] = nil
		c.waiting = c.waiting[1:]
	}
}

// allow sets the limit to n, or to its maximum.
func (c *concurrency) allow(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = min(n, c.max)
	c.admitLocked()
}

// learn adjusts the limit of the site to what became of a request. Servers that keep their
// connections get all within a few round trips. The others get more over time, and fewer when
// connecting is slow or fails.
func (c *concurrency) learn(s Sent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	switch {
	case s.IsStrained:
		c.limit, c.changed = max(c.limit/2, min(siteConcurrency, c.max)), now
		c.after = min(max(2*c.after, growAfter), maxGrowAfter)
	case s.Answer == nil || c.limit == c.max:
	case !s.Answer.Close && c.after == 0:
		c.limit, c.changed = c.limit+1, now
		c.admitLocked()
	case now.Sub(c.changed) >= max(c.after, growAfter):
		c.limit, c.changed = min(c.limit+c.limit/4, c.max), now
		c.admitLocked()
	}
}
