package host

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// MaxRetryAfter is the longest wait that an answer may ask for. A run does not wait
// longer.
const MaxRetryAfter = 60 * time.Second

// The rates of an external host that refused, in requests a second. Before that only
// the user's own bound holds. From startRate on the rate is halved at each further
// refusal, and doubled after calmAnswers answers in a row without one.
const (
	startRate   = rate.Limit(4)
	minRate     = rate.Limit(0.5)
	maxRate     = rate.Limit(64)
	calmAnswers = 16
)

// The maximum time for which one external host may delay a run that has no other work.
const (
	// maxConsecutiveRefusals is how often in a row, each time after a pause, a host may
	// refuse before it is given up.
	maxConsecutiveRefusals = 8
	// maxRefusing is how long the run waits for a host that has answered nothing but
	// refusals, and maxRefusingKnown for one that has, each time.
	maxRefusing      = 25 * time.Second
	maxRefusingKnown = MaxRetryAfter
)

// isRefusal reports whether an answer asks for fewer requests to its host. An external
// host does so with 503 when it says for how long. The site may lack only that one path
// for now.
func (l *RateLimiter) isRefusal(resp *http.Response, now time.Time) bool {
	return IsRateLimited(resp.StatusCode, resp.Header, now) ||
		l.site == nil && resp.StatusCode == http.StatusServiceUnavailable && AskedWait(resp.Header, now) >= 0
}

// retryAfter returns how long the Retry-After field asks to wait: at most just over
// MaxRetryAfter, and negative when it does not ask. A date is compared with that of the
// answer, or with now where it has none.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return -1
	}
	const tooLong = MaxRetryAfter + time.Second
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(tooLong/time.Second) {
			return tooLong // or it does not fit into an integer
		}
		return time.Duration(seconds) * time.Second
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	// The date is that of the host's clock, which may differ from this machine's.
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return min(max(date.Sub(now), 0), tooLong)
}

// refusedLocked slows down, pauses or gives up a host that refused.
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
