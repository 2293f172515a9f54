package fetch

import (
	"context"
	"fmt"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
)

// How many links of a host in a row may fail to reach it before it is given up:
// one that has never answered, and one that has.
const (
	strikesOfStranger = 3
	strikesOfKnown    = 10
)

// circuits are the circuit breakers of the hosts, by origin. A host that takes
// no connection costs each of its links all tries, each up to the timeout; once
// that has happened to a few of them, the others take the same verdict at once.
// The site's own origins are never given up: they are what is under test.
type circuits struct {
	site origins

	mu     sync.Mutex
	byHost map[string]*circuit // by origin
}

// circuit is what is known of one origin.
type circuit struct {
	answered bool
	strikes  int
	last     *Error // of the last strike
	// probe is closed when the link that asks a host again which was given up has
	// its answer; nil while none does.
	probe chan struct{}
	// probed is whether the second look did not find the host either.
	probed bool
}

func newCircuits(site origins) *circuits {
	return &circuits{site: site, byHost: map[string]*circuit{}}
}

// isOpen tells whether the host was given up.
func (c *circuit) isOpen() bool {
	if c.answered {
		return c.strikes >= strikesOfKnown
	}
	return c.strikes >= strikesOfStranger
}

// giveUp is the failure of a link that its host was not asked for.
func (c *circuit) giveUp() *Error {
	e := *c.last
	e.Redirects, e.Status, e.unreached = nil, 0, false
	e.Message = fmt.Sprintf("%s (as for %d links to this host before, so it was not asked for this one)", e.Message, c.strikes)
	return &e
}

// enter asks leave to ask an origin. Who gets it must call leave. On a second
// look one link of a host that was given up gets it, and the others wait for
// what becomes of that.
func (cs *circuits) enter(ctx context.Context, origin string) error {
	if cs.site[origin] {
		return nil
	}
	for {
		wait, err := cs.tryEnter(origin, isSecondLook(ctx))
		if wait == nil {
			return err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryEnter is enter without waiting: for that it returns a channel.
func (cs *circuits) tryEnter(origin string, second bool) (<-chan struct{}, error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byHost[origin]
	switch {
	case c == nil || !c.isOpen():
		return nil, nil
	case !second || c.probed:
		return nil, c.giveUp()
	case c.probe != nil:
		return c.probe, nil
	}
	c.probe = make(chan struct{})
	return nil, nil
}

// leave notes what became of a request to an origin; failed is nil when it was
// answered, or when the run ended first.
func (cs *circuits) leave(ctx context.Context, origin string, failed *Error) {
	if cs.site[origin] {
		return
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byHost[origin]
	if c == nil {
		c = &circuit{}
		cs.byHost[origin] = c
	}
	if c.probe != nil {
		close(c.probe)
		c.probe, c.probed = nil, failed != nil
	}
	switch {
	case failed == nil && ctx.Err() == nil:
		c.answered, c.strikes = true, 0
	case failed != nil && (failed.unreached || failed.Reason == link.Timeout):
		c.strikes++
		// A copy, as what led there is still to be noted in the original.
		last := *failed
		c.last = &last
	}
}
