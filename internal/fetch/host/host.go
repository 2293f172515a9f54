// Package host knows how each host wants to be asked: how often, by how many requests at
// once, with which cookies, and whether it is worth asking at all. It sends nothing.
//
// There is one Host for each host of a run. A request asks it by Acquire, and trySendLocked alone
// decides: now, later, or never, and why. Learn tells it what became of each request, and Conclude
// what became of each link. How answers change the rate is in rate.go.
package host

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
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
	name, perSecond, concurrency := u.Host, hs.limits.Rate, hs.limits.Concurrency
	isSite := hs.site[u.Origin()]
	switch {
	case isSite:
		name, perSecond, concurrency = u.Origin(), 0, hs.limits.SiteConcurrency
	case urlRate > 0:
		name, perSecond = u.Host+" "+strconv.FormatFloat(urlRate, 'g', -1, 64), urlRate
	}
	hs.mu.Lock()
	defer hs.mu.Unlock()
	h := hs.all[name]
	if h == nil {
		if perSecond == 0 {
			perSecond = math.Inf(1)
		}
		h = &Host{
			isSite: isSite, maxConcurrency: concurrency, userRate: perSecond, firstPause: hs.limits.Pause,
			origins: map[string]*origin{}, concurrency: min(concurrency, siteConcurrency), grown: time.Now(), perSecond: perSecond,
		}
		hs.all[name] = h
	}
	return h
}

// Host is what a run knows of one host. An origin of the site is never given up: it is what is
// checked, and the user bounds the run's time.
type Host struct {
	// RefusesHEAD is whether to ask it with GET alone.
	RefusesHEAD atomic.Bool

	isSite         bool
	maxConcurrency int
	userRate       float64
	firstPause     time.Duration

	mu sync.Mutex
	// waiting are the requests that wait to be sent. The first is woken when something has changed.
	waiting  []chan struct{}
	inFlight int
	// responds is whether a request has ended before its time was up, and proven whether the last
	// one was answered.
	responds, proven bool
	origins          map[string]*origin // by scheme

	// concurrency is how many requests may be in flight to the site, and grown when that last
	// changed. After growAfter it may grow again; 0 while no connection was slow.
	concurrency int
	grown       time.Time
	growAfter   time.Duration

	perSecond float64
	lastSent  time.Time
	// pausedUntil is the end of the present pause, and pausedFor how long all of them take, with
	// all waits at less than one request a second.
	pausedUntil time.Time
	pausedFor   time.Duration
	accepted    bool // there was an answer that is no refusal
	// badSince is when the host began to refuse or to fail; zero after an answer that does
	// neither. failures are the server errors since, and refusals the pauses.
	badSince           time.Time
	failures, refusals int
	slowed             time.Time // when the rate was last lowered
	calm               int       // answers since the last refusal
	// share is that of refusals at the site, as a moving average, and refuser the path that
	// refused last: it counts once, however often it is asked again.
	share   float64
	refuser string
	// refusal is why a host that answers is given up; nil while it is not.
	refusal *GivenUpError
}

// origin is what is known of a host by one scheme.
type origin struct {
	// seen is whether it has answered. What follows counts the links since that have no answer.
	seen                        bool
	unreached, silent, failures int
	last                        error // why the last of them has none
	lost                        int   // the deferred retries that did not bring it back
}

func (h *Host) originLocked(scheme string) *origin {
	o := h.origins[scheme]
	if o == nil {
		o = &origin{}
		h.origins[scheme] = o
	}
	return o
}

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

// givenUpLocked returns why requests by one scheme are not sent; nil when they are.
func (h *Host) givenUpLocked(o *origin) *GivenUpError {
	switch {
	case h.isSite:
		return nil
	case h.refusal != nil:
		return h.refusal
	case o.failures >= maxFailures, !o.seen && (o.unreached >= maxUnreached || o.silent >= maxSilent):
		return &GivenUpError{Last: o.last, why: doesNotAnswer}
	}
	return nil
}

const (
	// initialConcurrency is how many requests may be in flight to an external host that was
	// silent so far: they are enough to find out that it never answers.
	initialConcurrency = 2
	// siteConcurrency is how many are in flight to an origin of the site at first. Each may need a
	// connection, and Python's http.server has a queue of five for those that it has not
	// accepted: each further one waits for a second, or until the timeout.
	siteConcurrency = 4
)

// Request is what a host must know of a request.
type Request struct {
	Scheme string
	// Probes is not 0 for a deferred retry: if the host was given up, that many are sent all the
	// same, and the others only when one of those is answered.
	Probes int
	// Waiting is told when the request only waits.
	Waiting *Waiting
}

// Waiting tells the caller of a request when the request only waits, for a host or for another
// request. A nil Waiting does nothing. The request's goroutine uses it, and while that waits for an
// answer the timer of the semaphore.
type Waiting struct {
	begin func() (end func())
	end   func() // nil while there is work
}

// NewWaiting returns a Waiting that calls begin when the waiting begins, and what that
// returned when it ends. It is nil when begin is.
func NewWaiting(begin func() (end func())) *Waiting {
	if begin == nil {
		return nil
	}
	return &Waiting{begin: begin}
}

// Begin says that the request waits. Calling it twice is the same as once.
func (w *Waiting) Begin() {
	if w != nil && w.end == nil {
		w.end = w.begin()
	}
}

// End says that the request does not wait any more, or is over.
func (w *Waiting) End() {
	if w != nil && w.end != nil {
		w.end()
		w.end = nil
	}
}

// untilWoken is longer than any run.
const untilWoken = math.MaxInt64

// trySendLocked sends a request now, or returns how long it has to wait at least, or why it is
// never sent: a *GivenUpError.
func (h *Host) trySendLocked(r Request) (left time.Duration, err error) {
	o, now, limit := h.originLocked(r.Scheme), time.Now(), h.maxConcurrency
	givenUp := h.givenUpLocked(o)
	switch {
	case h.isSite:
		limit = h.concurrency
	case givenUp != nil && (o.lost >= r.Probes || !givenUp.IsTransient() || now.Before(h.pausedUntil)):
		return 0, givenUp
	case givenUp != nil:
		limit = min(limit, r.Probes-o.lost)
	case !h.responds && r.Probes == 0:
		limit = min(limit, initialConcurrency)
	}
	if h.inFlight >= limit {
		return untilWoken, nil
	}
	at := h.pausedUntil
	if next := h.lastSent.Add(h.interval()); !h.lastSent.IsZero() && next.After(at) {
		at = next
	}
	if at.After(now) {
		return at.Sub(now), nil
	}
	if h.perSecond < 1 && h.perSecond < h.userRate {
		h.countPauseLocked(h.interval())
		if h.refusal != nil && r.Probes == 0 {
			return 0, h.refusal
		}
	}
	h.lastSent = now
	h.inFlight++
	return 0, nil
}

// interval returns the time between two requests.
func (h *Host) interval() time.Duration { return time.Duration(float64(time.Second) / h.perSecond) }

// Acquire waits until a request to the host may be sent, up to the call of release. The error is
// ctx's, or a *GivenUpError.
func (h *Host) Acquire(ctx context.Context, r Request) (release func(), err error) {
	if h.isSite {
		r.Waiting = nil // more work for the site would wait as well
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.waiting) == 0 {
		if left, err := h.trySendLocked(r); left == 0 {
			return h.release, err
		}
	}
	turn := make(chan struct{}, 1)
	h.waiting = append(h.waiting, turn)
	r.Waiting.Begin()
	defer func() {
		h.waiting = slices.DeleteFunc(h.waiting, func(other chan struct{}) bool { return other == turn })
		h.wakeLocked()
	}()
	for {
		left := time.Duration(untilWoken)
		if h.waiting[0] == turn {
			if left, err = h.trySendLocked(r); left == 0 {
				return h.release, err
			}
		}
		if err := h.sleepLocked(ctx, turn, left); err != nil {
			return nil, err
		}
	}
}

// sleepLocked waits for at most that long, while the host is not locked. The error is ctx's.
func (h *Host) sleepLocked(ctx context.Context, woken <-chan struct{}, atMost time.Duration) error {
	h.mu.Unlock()
	defer h.mu.Lock()
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-woken:
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

func (h *Host) wakeLocked() {
	if len(h.waiting) > 0 {
		select {
		case h.waiting[0] <- struct{}{}:
		default:
		}
	}
}

func (h *Host) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inFlight--
	h.wakeLocked()
}

// Sent is what became of a request.
type Sent struct {
	// At is when it was sent.
	At time.Time
	// Answer is the answer; nil when there is none.
	Answer *http.Response
	// Silent is whether it used up its time.
	Silent bool
	// IsStrained is whether to connect took long or failed: the host may have too many
	// connections to accept.
	IsStrained bool
}

// Learn records what became of a request that was sent.
func (h *Host) Learn(r Request, s Sent) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.wakeLocked()
	if s.Answer != nil {
		h.answeredLocked(s.Answer, s.At)
	}
	if h.isSite {
		h.adjustConcurrencyLocked(s)
		return
	}
	h.proven = s.Answer != nil || h.proven && !s.Silent
	// Only silence keeps the concurrency low: a request that fails at once does not make others wait.
	h.responds = h.responds || s.Answer != nil || !s.Silent
	o := h.originLocked(r.Scheme)
	if r.Probes > 0 && (s.Answer == nil || h.refusal != nil) && h.givenUpLocked(o) != nil {
		o.lost++
	}
}

const (
	// minGrowAfter is the time after which more requests are in flight to a site where
	// connections are not used again, or were slow; it is doubled whenever one is slow, up to
	// maxGrowAfter.
	minGrowAfter = 500 * time.Millisecond
	maxGrowAfter = 10 * time.Second
)

// adjustConcurrencyLocked adjusts the concurrency of the site to what became of a request. Servers
// that keep their connections get all within a few round trips. The others get more over time, and
// fewer when connecting is slow or fails.
func (h *Host) adjustConcurrencyLocked(s Sent) {
	now, before := time.Now(), h.concurrency
	switch {
	case s.IsStrained:
		h.concurrency, h.grown = max(before/2, min(siteConcurrency, h.maxConcurrency)), now
		h.growAfter = min(max(2*h.growAfter, minGrowAfter), maxGrowAfter)
	case s.Answer == nil:
	case !s.Answer.Close && h.growAfter == 0:
		h.concurrency, h.grown = min(before+1, h.maxConcurrency), now
	case now.Sub(h.grown) >= max(h.growAfter, minGrowAfter):
		h.concurrency, h.grown = min(before+before/4, h.maxConcurrency), now
	}
}

// Failure is why a link to a host has no answer.
type Failure struct {
	Cause error
	// Unreached is true when there was no connection to the host.
	Unreached bool
	// Silent is true when the request used up all its time.
	Silent bool
}

// Conclude records that a link to the host was answered, or failed because of its host.
func (h *Host) Conclude(scheme string, failure *Failure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	defer h.wakeLocked()
	switch o := h.originLocked(scheme); {
	case failure == nil && h.refusal != nil:
		*o = origin{seen: true, lost: o.lost}
	case failure == nil:
		*o = origin{seen: true}
	case !o.seen || failure.Unreached || failure.Silent:
		o.failures++
		o.last = failure.Cause
		if failure.Unreached {
			o.unreached++
		}
		if failure.Silent {
			o.silent++
		}
	}
}

// IsProven reports whether the host answered the last request. An origin of the site always
// counts as proven.
func (h *Host) IsProven() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isSite || h.proven
}

// Seen reports whether the host has answered a request of this run by that scheme. An origin of
// the site always counts as if it had.
func (h *Host) Seen(scheme string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.isSite || h.originLocked(scheme).seen
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
	// doesNotAnswer is that its links have no answers.
	doesNotAnswer
)

// IsTransient reports whether a deferred retry may ask the host again.
func (e *GivenUpError) IsTransient() bool { return e.why == keepsRefusing || e.why == doesNotAnswer }

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
	case e.why == doesNotAnswer:
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
