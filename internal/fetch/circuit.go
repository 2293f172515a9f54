package fetch

import (
	"context"
	"sync"

	"github.com/linkvet/linkvet/internal/link"
)

// How many links of a host in a row may fail at it before it is given up.
const (
	// failuresUnreached is of a host that has never answered, with no connection.
	failuresUnreached = 3
	// failuresSilent is of one that has never answered, with all their time. The
	// others are left for the second look, which asks several at once.
	failuresSilent = 1
	// failuresAny is of one that has never answered, in whatever way, and of one that
	// has, with no connection or no answer in time: it may only be slow with these.
	failuresAny = 10
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
	// seen is whether it has answered. What follows counts the failures since.
	seen bool
	// unreached and silent are those without a connection, and those that took all
	// their time, and failures are all, but for cuts of one that has answered.
	unreached, silent, failures int
	last                        *Error // of the last failure
	// probing are the links that ask it now on a second look although it was given
	// up, and lost is how many of those had no answer.
	probing, lost int
	// changed is closed when one of them knows; nil when nobody waits for that.
	changed chan struct{}
}

func newCircuits(site origins) *circuits {
	return &circuits{site: site, byHost: map[string]*circuit{}}
}

// hasAnswered reports whether an origin has answered a request of this run. Those
// of the site always count as if they had.
func (cs *circuits) hasAnswered(origin string) bool {
	if cs.site[origin] {
		return true
	}
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byHost[origin]
	return c != nil && c.seen
}

// isOpen reports whether the host was given up.
func (c *circuit) isOpen() bool {
	if c.seen {
		return c.failures >= failuresAny
	}
	return c.unreached >= failuresUnreached || c.silent >= failuresSilent || c.failures >= failuresAny
}

// giveUp is the failure of a link that its host was not asked for. That a host
// takes no connection holds for whichever link; its silence is that of others.
func (c *circuit) giveUp() *Error {
	e := *c.last
	e.Redirects, e.Status, e.unreached, e.Unasked = nil, 0, false, true
	if c.seen && !c.last.unreached {
		e.Message += likeOthers
	}
	return &e
}

// likeOthers ends the message of all links of a host that was given up although it
// has answered before, whether they were asked or not: which of them were is chance.
const likeOthers = " (as for other links to this host)"

// enter asks leave to ask an origin. Who gets it must call leave with the same
// probe. On a second look a few links of a host that was given up get it, and
// the others wait for what becomes of those.
func (cs *circuits) enter(ctx context.Context, origin string) (probe bool, err error) {
	if cs.site[origin] {
		return false, nil
	}
	for {
		probe, wait, err := cs.tryEnter(origin, probesOf(ctx))
		if wait == nil {
			return probe, err
		}
		waits(ctx)
		select {
		case <-wait:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// tryEnter is enter without waiting: for that it returns a channel. There are no
// probes but on a second look.
func (cs *circuits) tryEnter(origin string, probes int) (probe bool, wait <-chan struct{}, err error) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := cs.byHost[origin]
	switch {
	case c == nil || !c.isOpen():
		return false, nil, nil
	case c.lost >= probes:
		return false, nil, c.giveUp()
	case c.probing+c.lost < probes:
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
		*c = circuit{seen: true, probing: c.probing, changed: c.changed}
	case failed != nil && !failed.Unasked:
		c.fail(failed)
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

// fail notes a failure, if it says something of the host.
func (c *circuit) fail(failed *Error) {
	silent := failed.Reason == link.Timeout
	switch {
	case failed.Reason == link.PrivateAddress, c.seen && !failed.unreached && !silent:
		return
	case failed.unreached:
		c.unreached++
	}
	if silent {
		c.silent++
	}
	c.failures++
	// A copy, as what led there is still to be noted in the original.
	last := *failed
	c.last = &last
	if c.isOpen() && c.seen && !failed.unreached {
		failed.Message += likeOthers
	}
}
