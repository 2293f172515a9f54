package host

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// MaxRetryAfter is the longest wait that an answer may ask for. A run does not wait
	// longer.
	MaxRetryAfter = 60 * time.Second
	// MaxBackoff bounds the waits that no answer asks for.
	MaxBackoff = 30 * time.Second
)

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
