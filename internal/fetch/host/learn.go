package host

import (
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/protection"
)

// The maximum time for which one external host may delay a run that has no other work.
const (
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
