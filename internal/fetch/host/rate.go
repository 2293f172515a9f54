package host

import (
	"context"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/protection"
)

// The rates of a host that refused, in requests a second. Before that only the user's own bound
// holds. The rate begins at startRate, is halved at each further refusal, and doubled after
// calmAnswers answers in a row without one.
const (
	startRate     = 4
	siteStartRate = 16
	minRate       = 0.5
	// maxRate is of an external host from then on. The site has no bound beyond maxSiteRate.
	maxRate     = 64
	maxSiteRate = 1024
	calmAnswers = 16
)

// The maximum time for which one host may delay a run that has no other work.
const (
	// maxRefusing is how long the run waits for an external host that has answered nothing but
	// refusals, and maxRefusingKnown for one that has, each time.
	maxRefusing      = 25 * time.Second
	maxRefusingKnown = MaxRetryAfter
	// maxPaused bounds all pauses of an external host together. One that pauses between good
	// answers would otherwise hold a run up for as long as it has links.
	maxPaused = 2 * time.Minute
	// maxFailing is how long an external host may answer with nothing but server errors, of
	// which there have to be minFailures.
	maxFailing  = 10 * time.Second
	minFailures = 10
	// maxSiteRefusing is how long the site is slowed down for while it answers nothing but
	// refusals: then that is not about how often it is asked.
	maxSiteRefusing = time.Minute
)

// refusingShare is the share of refusals among the last answers of the site, recentAnswers or so,
// from which on it is the site that refuses, and not some of its paths.
const (
	refusingShare = 0.1
	recentAnswers = 64
)

// rate decides how often one host is asked. All links to the host share it: what an answer to
// one of them says holds for the others.
type rate struct {
	isSite bool
	bound  float64 // the user's
	// pause is the first pause after a refusal that names none.
	pause time.Duration
	// next holds the request that is sent next; the others wait for it. If each of them
	// reserved a time instead, these times would still hold after the rate has changed.
	next chan struct{}

	mu        sync.Mutex
	perSecond float64
	lastSent  time.Time
	// pausedUntil is the end of the present pause, and pausedFor how long all of them take, with
	// all waits at less than one request a second.
	pausedUntil time.Time
	pausedFor   time.Duration
	answered    bool // there was an answer that is no refusal
	// badSince is when the host began to refuse or to fail; zero after an answer that does
	// neither. failures are the server errors since, and refusals the pauses.
	badSince           time.Time
	failures, refusals int
	slowedAt           time.Time // when the rate was last lowered
	calm               int       // answers since the last refusal
	// share is that of refusals at the site, as a moving average, and refuser the path that
	// refused last: it counts once, however often it is asked again.
	share   float64
	refuser string
	// givenUp is why the host is not asked now; nil when it is. gaveUp is closed then.
	givenUp *GivenUpError
	gaveUp  chan struct{}
}

func newRate(isSite bool, perSecond float64, pause time.Duration) rate {
	bound := math.Inf(1)
	if perSecond > 0 {
		bound = perSecond
	}
	return rate{
		isSite: isSite, bound: bound, perSecond: bound, pause: pause,
		next: make(chan struct{}, 1), gaveUp: make(chan struct{}),
	}
}

// refusal returns why the host is not asked now; nil when it is. isPaused is whether a pause is
// not over.
func (r *rate) refusal() (why *GivenUpError, isPaused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.givenUp, time.Until(r.pausedUntil) > 0
}

// wait waits until the host may be asked.
func (r *rate) wait(ctx context.Context, request Request) error {
	if !r.isLimited() {
		return nil
	}
	select {
	case r.next <- struct{}{}:
	default:
		request.Waiting.Begin()
		select {
		case r.next <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer func() { <-r.next }()
	for {
		left, gaveUp, err := r.trySend(request.Probes > 0)
		if left <= 0 || err != nil {
			return err
		}
		request.Waiting.Begin()
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-gaveUp:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		timer.Stop()
	}
}

// isLimited reports whether there may be anything to wait for.
func (r *rate) isLimited() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !math.IsInf(r.perSecond, 1) || !r.pausedUntil.IsZero() || r.givenUp != nil
}

// trySend records that a request is sent now, or returns the time until one may be, and a
// channel that is closed when the host is given up. A deferred retry may ask such a host.
func (r *rate) trySend(deferred bool) (left time.Duration, gaveUp <-chan struct{}, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.givenUp != nil && !deferred {
		return 0, nil, r.givenUp
	}
	if !deferred {
		gaveUp = r.gaveUp
	}
	at := r.pausedUntil
	if next := r.lastSent.Add(r.interval()); !r.lastSent.IsZero() && next.After(at) {
		at = next
	}
	now := time.Now()
	if left := at.Sub(now); left > 0 {
		return left, gaveUp, nil
	}
	if r.perSecond < 1 && r.perSecond < r.bound {
		r.countPauseLocked(r.interval())
		if r.givenUp != nil && !deferred {
			return 0, nil, r.givenUp
		}
	}
	r.lastSent = now
	return 0, nil, nil
}

// interval returns the time between two requests.
func (r *rate) interval() time.Duration { return time.Duration(float64(time.Second) / r.perSecond) }

// learn adjusts the rate to an answer, whose request was sent then.
func (r *rate) learn(resp *http.Response, sent time.Time) {
	now, status := time.Now(), resp.StatusCode
	// The site may lack only that one path for now, so that a 503 with Retry-After is none of
	// the whole site.
	refused := IsRateLimited(status, resp.Header, now) ||
		!r.isSite && status == http.StatusServiceUnavailable && AskedWait(resp.Header, now) >= 0
	failed := !refused && !r.isSite && status >= 500 && IsTransient(status) && protection.Bot(status, resp.Header) == ""
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case refused && (!r.isSite || r.isSiteRefusingLocked(resp.Request.URL.RequestURI())):
		r.refusedLocked(status, AskedWait(resp.Header, now), sent, now)
	case refused:
	case failed:
		r.failedLocked(status, now)
	default:
		r.acceptedLocked()
	}
}

// isSiteRefusingLocked records that a path of the site refused, and reports whether a good part of
// all answers are refusals. Otherwise that one path is asked again after the time that the answer
// names, and the others continue.
func (r *rate) isSiteRefusingLocked(path string) bool {
	if r.share < refusingShare && path == r.refuser {
		return false
	}
	r.refuser = path
	r.share += (1 - r.share) / recentAnswers
	r.calm = 0
	return r.share >= refusingShare
}

// refusedLocked slows down, pauses or gives up a host that refused, and asked for a wait if that
// is not negative.
func (r *rate) refusedLocked(status int, asked time.Duration, sent, now time.Time) {
	if asked > MaxRetryAfter {
		if !r.isSite {
			r.giveUpLocked(waitTooLong, status)
			return
		}
		asked = 0
	}
	if r.badSince.IsZero() {
		r.badSince = now
	}
	r.calm = 0
	if r.isSite && now.Sub(r.badSince) > maxSiteRefusing {
		r.perSecond = siteStartRate
		return
	}
	if asked >= 0 {
		r.pauseLocked(now, now.Add(asked), status)
	}
	if sent.Before(r.slowedAt) {
		return // it was sent at the rate before
	}
	r.slowedAt = now
	if asked < 0 {
		r.pauseLocked(now, now.Add(min(r.pause<<min(r.refusals, 10), MaxBackoff)), status)
	}
	r.refusals++
	start := min(startRate, r.bound/2)
	if r.isSite {
		start = siteStartRate
	}
	if r.perSecond > max(start, startRate) {
		r.perSecond = start
	} else {
		r.perSecond = max(r.perSecond/2, min(minRate, r.bound))
	}
	r.lastSent = now
	r.boundRefusingLocked(now.Add(r.interval()), status)
}

// failedLocked records a server error that asks for no wait.
func (r *rate) failedLocked(status int, now time.Time) {
	if r.badSince.IsZero() {
		r.badSince = now
	}
	if r.failures++; r.failures >= minFailures && now.Sub(r.badSince) >= maxFailing {
		r.giveUpLocked(keepsRefusing, status)
	}
}

// acceptedLocked records an answer that does not refuse.
func (r *rate) acceptedLocked() {
	r.answered, r.refusals = true, 0
	r.forgetFailuresLocked()
	r.share -= r.share / recentAnswers
	if r.givenUp != nil && r.givenUp.IsTransient() {
		r.givenUp, r.gaveUp = nil, make(chan struct{})
	}
	if r.slowedAt.IsZero() {
		return
	}
	if r.calm++; r.calm < calmAnswers {
		return
	}
	r.calm = 0
	r.perSecond *= 2
	switch {
	case !r.isSite:
		r.perSecond = min(r.perSecond, maxRate, r.bound)
	case r.perSecond > maxSiteRate:
		r.perSecond = math.Inf(1)
	}
}

func (r *rate) forgetFailures() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forgetFailuresLocked()
}

func (r *rate) forgetFailuresLocked() { r.failures, r.badSince = 0, time.Time{} }

// pauseLocked pauses the host until then.
func (r *rate) pauseLocked(now, until time.Time, status int) {
	from := r.pausedUntil
	if from.Before(now) {
		from = now
	}
	if !until.After(from) {
		return
	}
	r.pausedUntil = until
	r.boundRefusingLocked(until, status)
	r.countPauseLocked(until.Sub(from))
}

// boundRefusingLocked gives an external host up that would make the run wait for too long in a row,
// until then.
func (r *rate) boundRefusingLocked(until time.Time, status int) {
	patience := maxRefusing
	if r.answered {
		patience = maxRefusingKnown
	}
	if until.Sub(r.badSince) > patience {
		r.giveUpLocked(keepsRefusing, status)
	}
}

// countPauseLocked adds a pause, and gives an external host up when all of them are too long.
func (r *rate) countPauseLocked(pause time.Duration) {
	if r.pausedFor += pause; r.pausedFor > maxPaused {
		r.giveUpLocked(pausedTooLong, http.StatusTooManyRequests)
	}
}

// giveUpLocked gives an external host up, and wakes the requests that wait for it.
func (r *rate) giveUpLocked(why givenUpReason, status int) {
	if r.givenUp == nil && !r.isSite {
		r.givenUp = &GivenUpError{why: why, Status: status}
		close(r.gaveUp)
	}
}
