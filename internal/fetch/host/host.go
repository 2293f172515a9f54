// Package host knows how each host wants to be asked: how often, by how many requests at
// once, with which cookies, and whether it is worth asking at all. It sends nothing.
//
// There is one Host for each host of a run. Its concurrency is in concurrency.go, its rate in
// rate.go, and when it is given up here.
package host

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Limits are those of each host.
type Limits struct {
	// Concurrency bounds the requests in flight to an external host.
	Concurrency int
	// SiteConcurrency bounds those to an origin of the site.
	SiteConcurrency int
	// Rate is the number of requests a second to an external host. 0 is no bound.
	Rate float64
	// Pause is the first pause after a refusal that names none.
	Pause time.Duration
}

// Hosts are the hosts of a run.
type Hosts struct {
	// Cookies are those that they have set.
	Cookies Cookies

	limits Limits
	site   map[string]bool // the site's own origins

	mu  sync.Mutex
	all map[string]*Host
}

// NewHosts returns the hosts of a run for the site's own origins.
func NewHosts(site map[string]bool, limits Limits) *Hosts {
	return &Hosts{limits: limits, site: site, all: map[string]*Host{}}
}

// Of returns the host of u. If urlRate is not 0, u counts apart from the host's other URLs.
func (hs *Hosts) Of(u weburl.URL, urlRate float64) *Host {
	name, perSecond := u.Host, hs.limits.Rate
	isSite := hs.site[u.Origin()]
	switch {
	case isSite:
		name, perSecond = u.Origin(), 0
	case urlRate > 0:
		name, perSecond = u.Host+" "+strconv.FormatFloat(urlRate, 'g', -1, 64), urlRate
	}
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.all[name]
	if h == nil {
		h = newHost(hs.limits, isSite, perSecond)
		hs.all[name] = h
	}
	return h
}

// Host is what a run knows of one host. An origin of the site is never given up: it is what is
// checked, and the user bounds the run's time.
type Host struct {
	// RefusesHEAD is whether to ask it with GET alone.
	RefusesHEAD atomic.Bool

	isSite      bool
	concurrency concurrency
	rate        rate

	mu sync.Mutex
	// proven is whether the last request was answered.
	proven bool
	// schemes is what is known of each of its origins.
	schemes map[string]*origin
}

func newHost(limits Limits, isSite bool, perSecond float64) *Host {
	h := &Host{isSite: isSite, schemes: map[string]*origin{}, concurrency: newConcurrency(limits.Concurrency, initialConcurrency)}
	if isSite {
		h.concurrency = newConcurrency(limits.SiteConcurrency, siteConcurrency)
	}
	h.rate = newRate(isSite, perSecond, limits.Pause)
	return h
}

// Acquire waits until one more request to the host may be sent, up to the call of release. The
// error is ctx's, or a *GivenUpError. A probe may ask a host that was given up.
func (h *Host) Acquire(ctx context.Context, probe bool, waiting *Waiting) (release func(), err error) {
	if h.isSite {
		waiting = nil // more work for the site would wait as well
	}
	if probe {
		h.concurrency.allowAll()
	}
	if err := h.concurrency.acquire(ctx, waiting); err != nil {
		return nil, err
	}
	if err := h.rate.wait(ctx, probe, waiting); err != nil {
		h.concurrency.release()
		return nil, err
	}
	return h.concurrency.release, nil
}

// IsProven reports whether the host answered the last request. An origin of the site always
// counts as proven.
func (h *Host) IsProven() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isSite || h.proven
}

// Learn records what became of a request that was sent.
func (h *Host) Learn(s Sent) {
	switch {
	case h.isSite:
		h.concurrency.learn(s)
	case s.Answer != nil:
		h.setProven(true)
		h.concurrency.allowAll()
	case s.Silent:
		h.setProven(false)
	default:
		// Only silence keeps the concurrency low: a request that fails at once does not make
		// others wait.
		h.concurrency.allowAll()
	}
	if s.Answer != nil {
		h.rate.learn(s.Answer, s.At)
	}
}

func (h *Host) setProven(proven bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.proven = proven
}

// ForgetFailures is for an answer that bot protection gave in the host's place, as only its body
// shows: it says nothing of the host's other URLs.
func (h *Host) ForgetFailures() { h.rate.forgetFailures() }

// How many links of an origin may fail in a row before it is given up. One that takes no
// connection costs each of its links all tries, each up to the timeout.
const (
	// maxUnreached is of an origin that has never answered, without a connection.
	maxUnreached = 3
	// maxSilent is of one that has never answered, with all their time used up. Deferred
	// retries ask for the others, several at once.
	maxSilent = 1
	// maxFailures is of one that has never answered at all. It is also of one that has
	// answered, after failures without a connection or an answer in time: only these URLs may
	// be slow.
	maxFailures = 10
)

// origin is what is known of a host by one scheme.
type origin struct {
	// seen is whether it has answered. What follows counts the failures since.
	seen                        bool
	unreached, silent, failures int
	last                        Outcome // of the last failure
	// probing are the deferred retries that ask it now although it was given up, and lost is
	// how many of those did not bring it back.
	probing, lost int
	// changed is closed when one of them is done; nil when no request waits for that.
	changed chan struct{}
}

// Outcome is what became of a link. The zero value says nothing, as when the run ends.
type Outcome struct {
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

func (o *origin) isGivenUp() bool {
	if o.seen {
		return o.failures >= maxFailures
	}
	return o.unreached >= maxUnreached || o.silent >= maxSilent || o.failures >= maxFailures
}

// isShared reports whether a failure is that of all links to the origin. One that takes no
// connection fails each link by itself.
func (o *origin) isShared(failure Outcome) bool { return o.seen && !failure.Unreached }

func (h *Host) originLocked(scheme string) *origin {
	o := h.schemes[scheme]
	if o == nil {
		o = &origin{}
		h.schemes[scheme] = o
	}
	return o
}

// Seen reports whether the host has answered a request of this run by that scheme. An origin of
// the site always counts as if it had.
func (h *Host) Seen(scheme string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isSite || h.originLocked(scheme).seen
}

// Allow returns a *GivenUpError when a link by that scheme is not to be requested. After any
// other return the caller must call Done with the same probe. Of deferred retries, for which
// probes is not 0, that many are allowed all the same, and the others wait for them.
func (h *Host) Allow(ctx context.Context, scheme string, probes int, waiting *Waiting) (probe bool, err error) {
	if h.isSite {
		return false, nil
	}
	for {
		probe, wait, err := h.tryAllow(scheme, probes)
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
func (h *Host) tryAllow(scheme string, probes int) (probe bool, wait <-chan struct{}, err error) {
	refusal, isPaused := h.rate.refusal()
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(scheme)
	switch {
	case refusal != nil && (!refusal.IsTransient() || isPaused || o.lost >= probes):
		return false, nil, refusal
	case refusal == nil && !o.isGivenUp():
		return false, nil, nil
	case o.lost >= probes:
		return false, nil, &GivenUpError{Last: o.last.Failed, Shared: o.isShared(o.last)}
	case o.probing+o.lost < probes:
		o.probing++
		return true, nil, nil
	}
	if o.changed == nil {
		o.changed = make(chan struct{})
	}
	return false, o.changed, nil
}

// Done records what became of a link that Allow allowed. It reports whether the origin is given
// up now and later links fail with an error that is shared.
func (h *Host) Done(scheme string, probe bool, result Outcome) (shared bool) {
	if h.isSite {
		return false
	}
	refusal, _ := h.rate.refusal()
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(scheme)
	if probe {
		o.probing--
		if o.changed != nil {
			close(o.changed)
			o.changed = nil
		}
	}
	switch {
	case result.Answered:
		lost := o.lost
		if probe {
			lost++
		}
		*o = origin{seen: true, probing: o.probing}
		if refusal != nil {
			o.lost = lost
		}
		return false
	case probe && result.Failed != nil:
		o.lost++
	}
	if result.Failed == nil || result.Unrelated || o.seen && !result.Unreached && !result.Silent {
		return false
	}
	if result.Unreached {
		o.unreached++
	}
	if result.Silent {
		o.silent++
	}
	o.failures++
	o.last = result
	return o.isGivenUp() && o.isShared(result)
}

// GivenUpError says that a request was not sent because its host was given up.
type GivenUpError struct {
	// Last is the last failure of a host that does not answer; nil for one that refuses.
	Last error
	// Shared is true when the host had answered before: then chance decided which of its
	// links were requested, so all of them have the same message.
	Shared bool
	// Status is what a host that refuses answered last.
	Status int

	why givenUpReason
}

type givenUpReason int

const (
	// waitTooLong is that it asked for a longer wait than a run can make.
	waitTooLong givenUpReason = iota
	// keepsRefusing is that it refused or failed again and again.
	keepsRefusing
	// pausedTooLong is that its pauses add up to more than maxPaused.
	pausedTooLong
)

// IsTransient reports whether a deferred retry may ask the host again.
func (e *GivenUpError) IsTransient() bool { return e.why == keepsRefusing }

// Reason returns the reason for a link to a host that refuses.
func (e *GivenUpError) Reason() link.Reason {
	if e.Status >= 500 {
		return link.ServerError
	}
	return link.RateLimited
}

// Error returns the message.
func (e *GivenUpError) Error() string {
	switch {
	case e.Last != nil:
		return e.Last.Error()
	case e.why == pausedTooLong:
		return fmt.Sprintf("waited more than %v in total for this host; giving up on it", maxPaused)
	case e.why == waitTooLong:
		return "the host asked for a longer wait than linkvet allows; giving up on it"
	case e.Status < 500:
		return fmt.Sprintf("the host keeps limiting requests (status %d); giving up on it", e.Status)
	}
	return fmt.Sprintf("the host keeps answering with status %d; giving up on it", e.Status)
}
