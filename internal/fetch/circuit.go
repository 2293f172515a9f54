package fetch

import (
	"context"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
)

// How many links of a host in a row may fail at it before it is given up: one
// that has never taken a connection, and one that has. The latter may only be
// slow with these.
const (
	strikesOfStranger = 3
	strikesOfKnown    = 10
)

// mostProbes is how many links ask on a second look whether a host is back that
// was given up. One might happen to be a page that never answers.
const mostProbes = 3

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
	met     bool // it has taken a connection
	strikes int
	last    *Error // of the last strike
	// probing are the links that ask it now on a second look although it was given
	// up, and lost is how many of those had no answer.
	probing, lost int
	// changed is closed when one of them knows; nil when nobody waits for that.
	changed chan struct{}
}

func newCircuits(site origins) *circuits {
	return &circuits{site: site, byHost: map[string]*circuit{}}
}

// isOpen tells whether the host was given up.
func (c *circuit) isOpen() bool {
	if c.met {
		return c.strikes >= strikesOfKnown
	}
	return c.strikes >= strikesOfStranger
}

// giveUp is the failure of a link that its host was not asked for. That a host
// takes no connection holds for whichever link; its silence is that of others.
func (c *circuit) giveUp() *Error {
	e := *c.last
	e.Redirects, e.Status, e.unreached, e.Unasked = nil, 0, false, true
	if !c.last.unreached {
		e.Message += likeOthers
	}
	return &e
}

// likeOthers ends the message of all links of a host that was given up for its
// silence, whether they were asked or not: which of them were is chance.
const likeOthers = " (as for other links to this host)"

// enter asks leave to ask an origin. Who gets it must call leave with the same
// probe. On a second look a few links of a host that was given up get it, and
// the others wait for what becomes of those.
func (cs *circuits) enter(ctx context.Context, origin string) (probe bool, err error) {
	if cs.site[origin] {
		return false, nil
	}
	for {
		probe, wait, err := cs.tryEnter(origin, isSecondLook(ctx))
		if wait == nil {
			return probe, err
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// tryEnter is enter without waiting: for that it returns a channel.
func (cs *circuits) tryEnter(origin string, second bool) (probe bool, wait <-chan struct{}, err error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byHost[origin]
	switch {
	case c == nil || !c.isOpen():
		return false, nil, nil
	case !second || c.lost >= mostProbes:
		return false, nil, c.giveUp()
	case c.probing+c.lost < mostProbes:
		c.probing++
		return true, nil, nil
	}
	if c.changed == nil {
		c.changed = make(chan struct{})
	}
	return false, c.changed, nil
}

// leave notes what became of a request to an origin; failed is nil when it was
// answered, or when the run ended first.
func (cs *circuits) leave(ctx context.Context, origin string, probe bool, failed *Error) {
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
	if probe {
		c.probed(failed != nil)
	}
	switch {
	case failed == nil && ctx.Err() == nil:
		c.met, c.strikes, c.lost = true, 0, 0
	case failed != nil:
		c.strike(failed)
	}
}

// probed notes that a probe knows.
func (c *circuit) probed(lost bool) {
	c.probing--
	if lost {
		c.lost++
	}
	if c.changed != nil {
		close(c.changed)
		c.changed = nil
	}
}

// strike notes a failure, if it says something of the host.
func (c *circuit) strike(failed *Error) {
	c.met = c.met || !failed.unreached
	if !failed.unreached && failed.Reason != link.Timeout {
		return
	}
	c.strikes++
	// A copy, as what led there is still to be noted in the original.
	last := *failed
	c.last = &last
	if c.isOpen() && !failed.unreached {
		failed.Message += likeOthers
	}
}
