package host

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// startConcurrency is how many requests to an origin of the site are in flight at first.
	// Each may need a connection, and Python's http.server has a queue of five for those that it
	// has not accepted: each further one waits for a second, or until the timeout.
	startConcurrency = 4
	// growAfter is the time after which more are tried where connections are not used again, or
	// were slow; it is doubled whenever one is slow, up to maxGrowAfter.
	growAfter    = 500 * time.Millisecond
	maxGrowAfter = 10 * time.Second
)

// siteConcurrency bounds the requests in flight to an origin of the site. Servers that keep
// their connections get all within a few round trips. The others get more over time, and fewer
// when connecting is slow or fails. Nil is no bound.
type siteConcurrency struct {
	mu                   sync.Mutex
	limit, max, inFlight int
	waiting              []chan struct{}
	// changed is when the limit last did, and after is when it may grow again; 0 while no
	// connection was slow.
	changed time.Time
	after   time.Duration
}

func newSiteConcurrency(limit int) *siteConcurrency {
	if limit <= startConcurrency {
		return nil
	}
	return &siteConcurrency{limit: startConcurrency, max: limit, changed: time.Now()}
}

// acquire waits until one more request may be in flight. The caller calls release after it.
func (s *siteConcurrency) acquire(ctx context.Context) error {
	s.mu.Lock()
	if s.inFlight < s.limit {
		s.inFlight++
		s.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	s.waiting = append(s.waiting, turn)
	s.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, turn); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	} else {
		s.inFlight--
		s.admitLocked()
	}
	return ctx.Err()
}

func (s *siteConcurrency) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight--
	s.admitLocked()
}

func (s *siteConcurrency) admitLocked() {
	for ; len(s.waiting) > 0 && s.inFlight < s.limit; s.inFlight++ {
		close(s.waiting[0])
		s.waiting[0] = nil
		s.waiting = s.waiting[1:]
	}
}

// learn adjusts the limit to what became of a request.
func (s *siteConcurrency) learn(result Sent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	switch {
	case result.IsStrained:
		s.limit, s.changed = max(s.limit/2, startConcurrency), now
		s.after = min(max(2*s.after, growAfter), maxGrowAfter)
	case !result.Answered || s.limit == s.max:
	case result.KeepsConnection && s.after == 0:
		s.limit, s.changed = s.limit+1, now
		s.admitLocked()
	case now.Sub(s.changed) >= max(s.after, growAfter):
		s.limit, s.changed = min(s.limit+s.limit/4, s.max), now
		s.admitLocked()
	}
}
