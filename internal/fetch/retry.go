package fetch

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxRetryAfter is the longest wait that an answer may ask for: a host that
	// wants more is not worth a run's time.
	maxRetryAfter = 60 * time.Second
	// maxPathWait bounds the waits together that one path of the site asks for. The
	// second look comes back to it.
	maxPathWait = 30 * time.Second
	// maxBackoff bounds our own waits.
	maxBackoff = 30 * time.Second
)

// statusMayPass tells whether an answer of this status may be another one a
// little later.
func statusMayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500 && status < 600
}

// retryAfter returns how long the header of an answer asks to wait, at most
// just over maxRetryAfter; negative when it does not ask. A date is compared with that
// of the answer, or with now where it has none.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return -1
	}
	const tooLong = maxRetryAfter + time.Second
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(tooLong/time.Second) {
			return tooLong // also what no integer holds
		}
		return time.Duration(seconds) * time.Second
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	// The host means its own clock, and the one of this machine may be wrong.
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return min(max(date.Sub(now), 0), tooLong)
}

// backoff returns the wait before try n+1, n from 0: base doubled n times, of
// which the second half is left to chance, so that those who failed together do
// not come back together. An answer that asks for a longer wait gets it, and a
// little more by chance.
func backoff(base time.Duration, n int, asked time.Duration) time.Duration {
	wait := base
	for range n {
		if wait *= 2; wait >= maxBackoff {
			break
		}
	}
	wait = min(wait, maxBackoff)
	wait = wait/2 + rand.N(wait/2+1)
	if asked >= wait {
		return asked + rand.N(base)
	}
	return wait
}
