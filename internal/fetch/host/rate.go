package host

import (
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/protection"
)

const (
	// MaxRetryAfter is the longest wait that an answer may ask for. A run does not wait
	// longer.
	MaxRetryAfter = 60 * time.Second
	// MaxBackoff bounds the waits that no answer asks for.
	MaxBackoff = 30 * time.Second
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

// answeredLocked adjusts the rate to an answer, whose request was sent then. All links to the host
// share it: what an answer to one of them says holds for the others.
func (h *Host) answeredLocked(resp *http.Response, sent time.Time) {
	now, status := time.Now(), resp.StatusCode
	asked := AskedWait(resp.Header, now)
	// The site may lack only that one path for now, so that a 503 with Retry-After is none of
	// the whole site.
	isRefused := IsRateLimited(status, resp.Header, now) || !h.isSite && status == http.StatusServiceUnavailable && asked >= 0
	switch {
	case isRefused && h.isSite && !h.isSiteRefusingLocked(resp.Request.URL.RequestURI()):
	case isRefused && !h.isSite && asked > MaxRetryAfter:
		h.giveUpLocked(waitTooLong, status)
	case isRefused:
		h.refusedLocked(status, asked, sent, now)
	case !h.isSite && status >= 500 && IsTransient(status) && protection.Bot(status, resp.Header) == "":
		h.beginBadLocked(now)
		if h.failures++; h.failures >= minFailures && now.Sub(h.badSince) >= maxFailing {
			h.giveUpLocked(keepsRefusing, status)
		}
	default:
		h.acceptedLocked()
	}
}

// isSiteRefusingLocked records that a path of the site refused, and reports whether a good part of
// all answers are refusals. Otherwise that one path is asked again after the time that the answer
// names, and the others continue.
func (h *Host) isSiteRefusingLocked(path string) bool {
	if h.share < refusingShare && path == h.refuser {
		return false
	}
	h.refuser = path
	h.share += (1 - h.share) / recentAnswers
	h.calm = 0
	return h.share >= refusingShare
}

func (h *Host) beginBadLocked(now time.Time) {
	if h.badSince.IsZero() {
		h.badSince = now
	}
}

// refusedLocked pauses and slows down a host that refused, and gives it up when that takes too long.
// The pause is the one that it asked for, or if that is negative a longer one each time.
func (h *Host) refusedLocked(status int, asked time.Duration, sent, now time.Time) {
	h.beginBadLocked(now)
	h.calm = 0
	isFirst := !sent.Before(h.slowed) // of those that were sent at this rate
	switch {
	case h.isSite && now.Sub(h.badSince) > maxSiteRefusing:
		h.perSecond = siteStartRate
		return
	case asked > MaxRetryAfter: // the site, which is slowed down instead
	case asked >= 0:
		h.pauseLocked(now, asked, status)
	case isFirst:
		h.pauseLocked(now, min(h.firstPause<<min(h.refusals, 10), MaxBackoff), status)
	}
	if !isFirst {
		return
	}
	h.refusals++
	h.slowed, h.lastSent = now, now
	start := min(startRate, h.userRate/2)
	if h.isSite {
		start = siteStartRate
	}
	if h.perSecond > max(start, startRate) {
		h.perSecond = start
	} else {
		h.perSecond = max(h.perSecond/2, min(minRate, h.userRate))
	}
	h.boundRefusingLocked(now.Add(h.interval()), status)
}

// pauseLocked pauses the host for so long from now on.
func (h *Host) pauseLocked(now time.Time, pause time.Duration, status int) {
	until, from := now.Add(pause), h.pausedUntil
	if from.Before(now) {
		from = now
	}
	if until.After(from) {
		h.pausedUntil = until
		h.boundRefusingLocked(until, status)
		h.countPauseLocked(until.Sub(from))
	}
}

// boundRefusingLocked gives an external host up that would make the run wait for too long in a row,
// until then.
func (h *Host) boundRefusingLocked(until time.Time, status int) {
	patience := maxRefusing
	if h.accepted {
		patience = maxRefusingKnown
	}
	if until.Sub(h.badSince) > patience {
		h.giveUpLocked(keepsRefusing, status)
	}
}

// countPauseLocked adds a pause, and gives an external host up when all of them are too long.
func (h *Host) countPauseLocked(pause time.Duration) {
	if h.pausedFor += pause; h.pausedFor > maxPaused {
		h.giveUpLocked(pausedTooLong, http.StatusTooManyRequests)
	}
}

func (h *Host) giveUpLocked(why givenUpReason, status int) {
	if h.refusal == nil && !h.isSite {
		h.refusal = &GivenUpError{why: why, Status: status}
	}
}

// acceptedLocked records an answer that does not refuse.
func (h *Host) acceptedLocked() {
	h.accepted, h.refusals = true, 0
	h.failures, h.badSince = 0, time.Time{}
	h.share -= h.share / recentAnswers
	if h.refusal != nil && h.refusal.IsTransient() {
		h.refusal = nil
	}
	if h.slowed.IsZero() {
		return
	}
	if h.calm++; h.calm < calmAnswers {
		return
	}
	h.calm = 0
	h.perSecond *= 2
	switch {
	case !h.isSite:
		h.perSecond = min(h.perSecond, maxRate, h.userRate)
	case h.perSecond > maxSiteRate:
		h.perSecond = math.Inf(1)
	}
}

// ForgetFailures is for an answer that bot protection gave in the host's place, as only its body
// shows: it says nothing of the host's other URLs.
func (h *Host) ForgetFailures() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failures, h.badSince = 0, time.Time{}
}

// IsTransient reports whether the answer may be another one a little later, by its
// status.
func IsTransient(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500 && status < 600
}

// IsRateLimited reports whether an answer says that its host was asked too often. Some
// hosts, GitHub among them, say so with status 403.
func IsRateLimited(status int, header http.Header, now time.Time) bool {
	return status == http.StatusTooManyRequests || status == http.StatusForbidden && AskedWait(header, now) >= 0
}

// Backoff returns the wait before try n+1, n from 0: base doubled n times, with jitter in
// its second half, so that requests that failed together are not sent again together.
// An answer that asks for a longer wait gets that, with jitter.
func Backoff(base time.Duration, n int, asked time.Duration) time.Duration {
	wait := min(base<<min(n, 16), MaxBackoff)
	wait = wait/2 + rand.N(wait/2+1)
	if asked >= wait {
		return asked + rand.N(base)
	}
	return wait
}

// AskedWait returns how long an answer asks to wait before the next request: by Retry-After, or
// by the fields of a quota that is used up. It is at most just over MaxRetryAfter, and negative
// when the answer does not ask.
func AskedWait(header http.Header, now time.Time) time.Duration {
	wait := retryAfter(header, now)
	if wait < 0 {
		wait = quotaReset(header, now)
	}
	return min(wait, MaxRetryAfter+time.Second)
}

// retryAfter returns how long the Retry-After field asks to wait; negative when it does not ask. A
// date is compared with that of the answer, or with now where it has none: the host's clock may
// differ from this machine's.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, ok := digits(value); ok {
		return seconds
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return max(date.Sub(now), 0)
}

// digits reads a number of seconds, which may be larger than any integer.
func digits(s string) (time.Duration, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	seconds, err := strconv.ParseInt(s, 10, 64)
	if err != nil || seconds > int64(1000*time.Hour/time.Second) {
		return 1000 * time.Hour, true
	}
	return time.Duration(seconds) * time.Second, true
}

// quotas are the prefixes of the fields in which hosts say how much of a quota is left, and when it
// is reset: draft-ietf-httpapi-ratelimit-headers-02, and GitHub's, which many others send:
// docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
var quotas = []string{"Ratelimit-", "X-Ratelimit-"}

// quotaReset returns the time until a quota that is used up is reset; negative when there is none.
// Hosts name it as a number of seconds from now, or as the seconds of the Unix clock.
func quotaReset(header http.Header, now time.Time) time.Duration {
	const clock = 500_000_000 // in 1985
	for _, prefix := range quotas {
		left, hasLeft := digits(header.Get(prefix + "Remaining"))
		reset, err := strconv.ParseInt(header.Get(prefix+"Reset"), 10, 64)
		switch {
		case !hasLeft || left > 0 || err != nil || reset < 0:
		case reset >= clock:
			return max(time.Unix(reset, 0).Sub(now), 0)
		default:
			return time.Duration(reset) * time.Second
		}
	}
	return -1
}
