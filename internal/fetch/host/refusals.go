package host

import (
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/linkvet/linkvet/internal/fetch/protection"
)

// The rates of an external host that refused, in requests a second. Before that only
// the user's own bound holds. From startRate on the rate is halved at each further
// refusal, and doubled after calmAnswers answers in a row without one.
const (
	startRate   = rate.Limit(4)
	minRate     = rate.Limit(0.5)
	maxRate     = rate.Limit(64)
	calmAnswers = 16
)

// How long one external host may hold up a run that has nothing else to do.
const (
	// maxConsecutiveRefusals is how often in a row, each time after a pause, a host may
	// refuse before it is given up.
	maxConsecutiveRefusals = 8
	// maxRefusing is how long the run waits for a host that has answered nothing but
	// refusals, and maxRefusingKnown for one that has, each time.
	maxRefusing      = 25 * time.Second
	maxRefusingKnown = MaxRetryAfter
	// maxPaused bounds all pauses of one host together. A host that pauses between good
	// answers would otherwise hold a run up for as long as it has links. There is no
	// such bound for the site itself: the user bounds the run's time.
	maxPaused = 2 * time.Minute
	// maxFailing is how long a host may answer with nothing but server errors, of
	// which there have to be minFailures.
	maxFailing  = 10 * time.Second
	minFailures = 10
)

// Learn adjusts the rate to an answer, whose request was sent then.
func (l *RateLimiter) Learn(resp *http.Response, sent time.Time) {
	now := time.Now()
	quota := quotaReset(resp.Header, now)
	refused := l.isRefusal(resp, now)
	failed := !refused && l.site == nil && isHostFailure(resp)
	if !refused && !failed {
		if !l.answered.Load() {
			l.answered.Store(true)
		}
		if quota < 0 && !l.active.Load() {
			return
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.active.Store(true)
	switch {
	case refused && l.site != nil:
		l.siteRefusedLocked(resp, sent, now)
	case refused:
		l.refusedLocked(resp, sent, now)
	case failed:
		l.failedLocked(resp.StatusCode, now)
	case l.site != nil:
		l.siteAcceptedLocked(now)
	default:
		l.acceptedLocked()
	}
	// The quota is used up: a pause now avoids a refusal of the next request.
	if !refused && !failed && quota >= 0 && quota <= MaxRetryAfter {
		l.extendPauseLocked(now, now.Add(quota), http.StatusTooManyRequests)
	}
}

// isRefusal reports whether an answer asks for fewer requests to its host. An external
// host does so with 503 when it says for how long. The site may lack only that one path
// for now.
func (l *RateLimiter) isRefusal(resp *http.Response, now time.Time) bool {
	return IsRateLimited(resp.StatusCode, resp.Header, now) ||
		l.site == nil && resp.StatusCode == http.StatusServiceUnavailable && AskedWait(resp.Header, now) >= 0
}

// isHostFailure reports whether the host may give the same answer for any URL.
func isHostFailure(resp *http.Response) bool {
	return resp.StatusCode >= 500 && IsTransient(resp.StatusCode) && protection.Bot(resp.StatusCode, resp.Header) == ""
}

// ForgetFailures is for an answer that bot protection gave in the host's place, as only
// its body shows: it says nothing of the host's other URLs.
func (l *RateLimiter) ForgetFailures() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures, l.badSince = 0, time.Time{}
}

func (l *RateLimiter) refusedLocked(resp *http.Response, sent, now time.Time) {
	asked := AskedWait(resp.Header, now)
	if asked > MaxRetryAfter {
		l.giveUpLocked(&GivenUpError{why: waitTooLong, Status: resp.StatusCode})
		return
	}
	if l.badSince.IsZero() {
		l.badSince = now
	}
	l.calm = 0
	if asked >= 0 {
		l.extendPauseLocked(now, now.Add(asked), resp.StatusCode)
	}
	if sent.Before(l.slowedAt) {
		return // it was sent at the rate before
	}
	l.slowedAt = now
	if asked < 0 {
		l.extendPauseLocked(now, now.Add(l.unaskedPauseLocked()), resp.StatusCode)
	}
	if l.refusals++; l.refusals >= maxConsecutiveRefusals {
		l.giveUpLocked(&GivenUpError{why: keepsRefusing, Status: resp.StatusCode})
	}
	next := max(l.rate.Limit()/2, min(minRate, l.bound))
	if l.rate.Limit() > startRate {
		next = min(startRate, l.bound/2)
	}
	l.slowToLocked(next)
	if soonest := now.Add(interval(next)); soonest.Sub(l.badSince) > l.patience() {
		l.giveUpLocked(&GivenUpError{why: keepsRefusing, Status: resp.StatusCode})
	}
}

// unaskedPauseLocked returns the pause after a refusal that names none.
func (l *RateLimiter) unaskedPauseLocked() time.Duration {
	return min(l.pause<<min(l.refusals, 10), MaxBackoff)
}

// patience is how long the run waits for the host in a row.
func (l *RateLimiter) patience() time.Duration {
	if l.answered.Load() {
		return maxRefusingKnown
	}
	return maxRefusing
}

// failedLocked records a server error that asks for no wait.
func (l *RateLimiter) failedLocked(status int, now time.Time) {
	if l.badSince.IsZero() {
		l.badSince = now
	}
	if l.failures++; l.failures >= minFailures && now.Sub(l.badSince) >= maxFailing {
		l.giveUpLocked(&GivenUpError{why: keepsRefusing, Status: status})
		// Deferred retries ask one by one whether the host is back.
		l.slowToLocked(min(startRate, l.bound))
	}
}

// acceptedLocked records an answer that does not refuse.
func (l *RateLimiter) acceptedLocked() {
	l.refusals, l.failures, l.badSince, l.retried = 0, 0, time.Time{}, false
	if l.slowedAt.IsZero() {
		return
	}
	if l.calm++; l.calm >= calmAnswers {
		l.calm = 0
		l.rate.SetLimit(min(l.rate.Limit()*2, maxRate, l.bound))
	}
}
