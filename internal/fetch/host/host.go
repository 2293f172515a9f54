// Package host knows how each host wants to be asked: how often, by how many requests at
// once, with which cookies, and whether it is worth asking at all. It sends nothing.
//
// There is one Host for each host of a run. Its concurrency is in concurrency.go, its rate in
// rate.go, and when it is given up here.
package host

import (
	"context"
	"fmt"
	"math"
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

	// proven is whether the last request was answered.
	proven atomic.Bool

	mu sync.Mutex
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

// Request is what a host must know of a request.
type Request struct {
	Scheme string
	// Probes is not 0 for a deferred retry: if the host was given up, that many are sent all the
	// same, and the others only when one of those is answered.
	Probes int
	// Waiting is told when the request only waits.
	Waiting *Waiting
}

// Acquire waits until a request to the host may be sent, up to the call of release. The error is
// ctx's, or a *GivenUpError.
func (h *Host) Acquire(ctx context.Context, r Request) (release func(), err error) {
	switch {
	case h.isSite:
		r.Waiting = nil // more work for the site would wait as well
	case r.Probes > 0:
		h.limitProbes(r, 0)
	}
	if err := h.concurrency.acquire(ctx, r.Waiting); err != nil {
		return nil, err
	}
	err = h.allow(r)
	if err == nil {
		err = h.rate.wait(ctx, r)
	}
	if err != nil {
		h.concurrency.release()
		return nil, err
	}
	return h.concurrency.release, nil
}

// allow returns a *GivenUpError when a request is not to be sent.
func (h *Host) allow(r Request) error {
	refusal, isPaused := h.rate.refusal()
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(r.Scheme)
	switch {
	case h.isSite:
	case refusal != nil && (o.lost >= r.Probes || isPaused || !refusal.IsTransient()):
		return refusal
	case o.isGivenUp() && o.lost >= r.Probes:
		return &GivenUpError{Last: o.last}
	}
	return nil
}

// limitProbes allows as many deferred retries as there may be: all of the concurrency, or of a host
// that was given up those that are not lost. lost are lost now.
func (h *Host) limitProbes(r Request, lost int) {
	refusal, _ := h.rate.refusal()
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(r.Scheme)
	if refusal == nil && !o.isGivenUp() {
		h.concurrency.allow(math.MaxInt)
		return
	}
	o.lost += lost
	h.concurrency.allow(max(r.Probes-o.lost, 1))
}

// IsProven reports whether the host answered the last request. An origin of the site always
// counts as proven.
func (h *Host) IsProven() bool { return h.isSite || h.proven.Load() }

// Learn records what became of a request that was sent.
func (h *Host) Learn(r Request, s Sent) {
	if s.Answer != nil {
		h.rate.learn(s.Answer, s.At)
	}
	switch {
	case h.isSite:
		h.concurrency.learn(s)
	case s.Answer != nil:
		h.proven.Store(true)
	case s.Silent:
		h.proven.Store(false)
	}
	switch refusal, _ := h.rate.refusal(); {
	case h.isSite:
	case r.Probes > 0 && (s.Answer == nil || refusal != nil):
		h.limitProbes(r, 1)
	case s.Answer != nil || !s.Silent:
		// Only silence keeps the concurrency low: a request that fails at once does not make
		// others wait.
		h.concurrency.allow(math.MaxInt)
	}
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
	last                        error // the last failure
	lost                        int   // the deferred retries that did not bring it back
}

// Failure is why a link to a host has no answer.
type Failure struct {
	Cause error
	// Unreached is true when there was no connection to the host.
	Unreached bool
	// Silent is true when the request used up all its time.
	Silent bool
}

func (o *origin) isGivenUp() bool {
	if o.seen {
		return o.failures >= maxFailures
	}
	return o.unreached >= maxUnreached || o.silent >= maxSilent || o.failures >= maxFailures
}

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

// Answered records that a link to the host was answered.
func (h *Host) Answered(scheme string) {
	refusal, _ := h.rate.refusal()
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(scheme)
	lost := o.lost
	*o = origin{seen: true}
	if refusal != nil {
		o.lost = lost
	}
}

// Failed records a link that has no answer, because of its host.
func (h *Host) Failed(scheme string, failure Failure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.originLocked(scheme)
	if o.seen && !failure.Unreached && !failure.Silent {
		return
	}
	if failure.Unreached {
		o.unreached++
	}
	if failure.Silent {
		o.silent++
	}
	o.failures++
	o.last = failure.Cause
}

// GivenUpError says that a request was not sent because its host was given up.
type GivenUpError struct {
	// Last is the last failure of a host that does not answer; nil for one that refuses.
	Last error
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
