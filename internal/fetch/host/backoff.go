package host

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// MaxBackoff bounds the waits that no answer asks for.
const MaxBackoff = 30 * time.Second

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
