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

// Backoff returns the wait before try n+1, n from 0: base doubled n times, with jitter in
// its second half, so that requests that failed together are not sent again together.
// An answer that asks for a longer wait gets that, with jitter.
func Backoff(base time.Duration, n int, asked time.Duration) time.Duration {
	wait := base
	for range n {
		if wait *= 2; wait >= MaxBackoff {
			break
		}
	}
	wait = min(wait, MaxBackoff)
	wait = wait/2 + rand.N(wait/2+1)
	if asked >= wait {
		return asked + rand.N(base)
	}
	return wait
}
