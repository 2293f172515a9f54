package host

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// RateLimiter decides how often one host is asked. All links to the host share it: what
// an answer to one of them says holds for the others.
type RateLimiter struct {
	bound rate.Limit // the user's
	// pause is the first pause after a refusal that names none.
	pause time.Duration
	// active is whether there is anything to wait for, and answered whether there was
	// an answer that is no refusal.
	active, answered atomic.Bool
	// site is further state of an origin of the site; nil for others.
	site *siteState

	// next holds the request that is sent next; the others wait for it.
	next chan struct{}

	mu          sync.Mutex
	rate        *rate.Limiter
	pausedUntil time.Time
	// pausedFor is how long all pauses take, the present one to its end, and all waits
	// at less than one request a second.
	pausedFor time.Duration
	// badSince is when the host began to refuse or to fail; zero after an answer that
	// does neither. failures are the server errors since.
	badSince time.Time
	failures int
	givenUp  *GivenUpError // why it is not asked now; nil when it is
	gaveUp   chan struct{} // closed when the host is given up
	retried  bool          // it was asked again although it had been given up
	slowedAt time.Time     // when the rate was last lowered
	refusals int           // since the last answer that was none
	calm     int           // answers since the last refusal
}

// newRateLimiter returns the limiter of a host that may be asked perSecond times a
// second; 0 is no bound.
func newRateLimiter(perSecond float64, pause time.Duration) *RateLimiter {
	l := &RateLimiter{bound: rate.Inf, pause: pause, gaveUp: make(chan struct{}), next: make(chan struct{}, 1)}
	if perSecond > 0 {
		l.bound = rate.Limit(perSecond)
		l.active.Store(true)
	}
	l.rate = rate.NewLimiter(l.bound, 1)
	return l
}

// Wait waits until the host may be asked. The error is ctx's, or a *GivenUpError. A
// deferred retry may ask a host that was given up.
func (l *RateLimiter) Wait(ctx context.Context, deferred bool, waiting *Waiting) error {
	if !l.active.Load() {
		return nil
	}
	if l.site != nil {
		// While the site makes the run wait, more work for it would wait as well.
		waiting = nil
	}
	if err := l.enqueue(ctx, waiting); err != nil {
		return err
	}
	defer func() { <-l.next }()
	for {
		if err := l.waitForPause(ctx, deferred, waiting); err != nil {
			return err
		}
		if err := l.waitForRate(ctx, waiting); err != nil {
			return err
		}
		// A pause may have begun meanwhile.
		if left, err := l.spendRate(); left <= 0 || err != nil {
			return err
		}
	}
}

// enqueue waits until all earlier requests were sent. If each of them reserved a time
// instead, these times would still hold after the rate has changed.
func (l *RateLimiter) enqueue(ctx context.Context, waiting *Waiting) error {
	select {
	case l.next <- struct{}{}:
		return nil
	default:
	}
	waiting.Begin()
	select {
	case l.next <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// waitForPause waits until the host's pause is over, however often it is extended.
func (l *RateLimiter) waitForPause(ctx context.Context, deferred bool, waiting *Waiting) error {
	for {
		left, gaveUp, err := l.pauseLeft(deferred)
		if left <= 0 || err != nil {
			return err
		}
		if err := sleep(ctx, left, gaveUp, waiting); err != nil {
			return err
		}
	}
}

// pauseLeft returns the rest of the host's pause, and the channel that is closed
// when the host is given up. A deferred retry asks it again, but not before the pause
// is over.
func (l *RateLimiter) pauseLeft(deferred bool) (time.Duration, <-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.givenUp != nil {
		if !deferred || l.retried || !l.givenUp.IsTransient() || time.Until(l.pausedUntil) > 0 {
			return 0, nil, l.givenUp
		}
		l.givenUp, l.gaveUp, l.retried = nil, make(chan struct{}), true
	}
	return time.Until(l.pausedUntil), l.gaveUp, nil
}

// waitForRate waits for the next time that the rate allows. It fails with ctx's own
// error and no other.
func (l *RateLimiter) waitForRate(ctx context.Context, waiting *Waiting) error {
	l.mu.Lock()
	reserved, gaveUp := l.rate.Reserve(), l.gaveUp
	l.mu.Unlock()
	if err := sleep(ctx, reserved.Delay(), gaveUp, waiting); err != nil {
		reserved.Cancel()
		return err
	}
	return nil
}

// spendRate returns the rest of the host's pause after a wait for the rate. The wait
// counts as a pause where the host allows less than one request a second, unless the
// user asked for that.
func (l *RateLimiter) spendRate() (time.Duration, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.givenUp != nil {
		return 0, l.givenUp
	}
	if now := l.rate.Limit(); now < 1 && now < l.bound {
		l.countPauseLocked(interval(now))
	}
	if l.givenUp != nil {
		return 0, l.givenUp
	}
	return time.Until(l.pausedUntil), nil
}

// extendPauseLocked pauses the host until then. An external host that makes the run wait
// for too long in a row is given up.
func (l *RateLimiter) extendPauseLocked(now, until time.Time, status int) {
	from := l.pausedUntil
	if from.Before(now) {
		from = now
	}
	if !until.After(from) {
		return
	}
	l.pausedUntil = until
	if l.site == nil && !l.badSince.IsZero() && until.Sub(l.badSince) > l.patience() {
		l.giveUpLocked(&GivenUpError{why: keepsRefusing, Status: status})
		return
	}
	l.countPauseLocked(until.Sub(from))
}

// countPauseLocked adds a pause, and gives an external host up when all of them are too
// long.
func (l *RateLimiter) countPauseLocked(pause time.Duration) {
	if l.pausedFor += pause; l.pausedFor > maxPaused && l.site == nil {
		l.giveUpLocked(&GivenUpError{why: pausedTooLong, Status: http.StatusTooManyRequests})
	}
}

// giveUpLocked gives the host up, and wakes the requests that wait for it.
func (l *RateLimiter) giveUpLocked(why *GivenUpError) {
	if l.givenUp == nil {
		l.givenUp = why
		close(l.gaveUp)
	}
}

// slowToLocked lowers the rate, counted from the last request.
func (l *RateLimiter) slowToLocked(next rate.Limit) {
	l.rate = rate.NewLimiter(next, 1)
	l.rate.Allow()
}

// interval returns the time between two requests at a rate.
func interval(r rate.Limit) time.Duration { return time.Duration(float64(time.Second) / float64(r)) }

// sleep waits for d, or until gaveUp is closed or ctx is done.
func sleep(ctx context.Context, d time.Duration, gaveUp <-chan struct{}, waiting *Waiting) error {
	if d <= 0 {
		return ctx.Err()
	}
	waiting.Begin()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-gaveUp:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
