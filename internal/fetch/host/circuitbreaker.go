package host

import (
	"context"
	"sync"
)

// How many links of a host may fail in a row before its circuit breaker opens.
const (
	// failuresUnreached is of a host that has never answered, without a connection.
	failuresUnreached = 3
	// failuresSilent is of one that has never answered, with all their time used up.
	// Deferred retries ask for the others, several at once.
	failuresSilent = 1
	// maxFailures is for a host that has never answered at all. It is also for a host that
	// has answered, after failures without a connection or an answer in time: only these
	// URLs may be slow.
	maxFailures = 10
)

// Breakers are the circuit breakers of the hosts, by origin. A host that takes no
// connection costs each of its links all tries, each up to the timeout. After a few of
// them the others fail at once in the same way. The breakers of the site's own origins
// never open: they are what is checked.
type Breakers struct {
	site map[string]bool

	mu       sync.Mutex
	byOrigin map[string]*breaker
}

// breaker is the state of one origin.
type breaker struct {
	// seen is whether it has answered. What follows counts the failures since.
	seen bool
	// unreached and silent are those without a connection, and those that used up all
	// their time. failures are all that count.
	unreached, silent, failures int
	last                        Result // of the last failure
	// probing are the deferred retries that ask it now although the breaker is open,
	// and lost is how many of those had no answer.
	probing, lost int
	// changed is closed when one of them is done; nil when no request waits for that.
	changed chan struct{}
}

// Result is what became of a request. The zero value says nothing, as when the run ends.
type Result struct {
	// Answered is true when the host answered.
	Answered bool
	// Failed is why it did not; nil when it did, or when the run ended first.
	Failed error
	// Unreached is true when there was no connection to the host.
	Unreached bool
	// Silent is true when the request used up all its time.
	Silent bool
	// Unrelated is true when the failure says nothing of the host.
	Unrelated bool
}

// OpenError says that a request was not sent because the breaker is open.
type OpenError struct {
	// Last is the last failure of the host.
	Last error
	// Shared is true when the host had answered before: then chance decided which of its
	// links were requested, so all of them have the same message.
	Shared bool
}

// Error returns the message of the last failure.
func (e *OpenError) Error() string { return e.Last.Error() }

// NewBreakers returns the breakers of a run for the site's own origins.
func NewBreakers(site map[string]bool) *Breakers {
	return &Breakers{site: site, byOrigin: map[string]*breaker{}}
}

// Seen reports whether an origin has answered a request of this run. Those of the site
// always count as if they had.
func (bs *Breakers) Seen(origin string) bool {
	if bs.site[origin] {
		return true
	}
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.byOrigin[origin]
	return b != nil && b.seen
}

// Allow returns an *OpenError when the breaker of an origin is open. After any other
// return the caller must call Done with the same probe. Of deferred retries, for which
// probes is not 0, that many are allowed all the same, and the others wait for them.
func (bs *Breakers) Allow(ctx context.Context, origin string, probes int, waiting *Waiting) (probe bool, err error) {
	if bs.site[origin] {
		return false, nil
	}
	for {
		probe, wait, err := bs.tryAllow(origin, probes)
		if wait == nil {
			return probe, err
		}
		waiting.Begin()
		select {
		case <-wait:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// tryAllow is Allow without waiting: instead it returns a channel to wait for.
func (bs *Breakers) tryAllow(origin string, probes int) (probe bool, wait <-chan struct{}, err error) {
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.byOrigin[origin]
	switch {
	case b == nil || !b.isOpen():
		return false, nil, nil
	case b.lost >= probes:
		return false, nil, &OpenError{Last: b.last.Failed, Shared: b.isShared(b.last)}
	case b.probing+b.lost < probes:
		b.probing++
		return true, nil, nil
	}
	if b.changed == nil {
		b.changed = make(chan struct{})
	}
	return false, b.changed, nil
}

// Done records what became of a request that Allow allowed. It reports whether the
// breaker is open now and later links fail with an OpenError that is shared.
func (bs *Breakers) Done(origin string, probe bool, result Result) (shared bool) {
	if bs.site[origin] {
		return false
	}
	bs.mu.Lock()
	defer bs.mu.Unlock()
	b := bs.byOrigin[origin]
	if b == nil {
		b = &breaker{}
		bs.byOrigin[origin] = b
	}
	if probe {
		b.probed(result.Failed != nil)
	}
	switch {
	case result.Answered:
		*b = breaker{seen: true, probing: b.probing, changed: b.changed}
	case result.Failed == nil, result.Unrelated, b.seen && !result.Unreached && !result.Silent:
	default:
		b.fail(result)
		return b.isOpen() && b.isShared(result)
	}
	return false
}

func (b *breaker) isOpen() bool {
	if b.seen {
		return b.failures >= maxFailures
	}
	return b.unreached >= failuresUnreached || b.silent >= failuresSilent || b.failures >= maxFailures
}

// isShared reports whether a failure is that of all links to the host. A host that takes
// no connection fails each link by itself.
func (b *breaker) isShared(failure Result) bool { return b.seen && !failure.Unreached }

// probed records that a probe is done.
func (b *breaker) probed(lost bool) {
	b.probing--
	if lost {
		b.lost++
	}
	if b.changed != nil {
		close(b.changed)
		b.changed = nil
	}
}

func (b *breaker) fail(failure Result) {
	if failure.Unreached {
		b.unreached++
	}
	if failure.Silent {
		b.silent++
	}
	b.failures++
	b.last = failure
}
