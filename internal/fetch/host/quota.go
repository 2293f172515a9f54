package host

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// AskedWait returns how long an answer asks to wait before the next request: by
// Retry-After, or by the fields of a quota that is used up. It is at most just over
// MaxRetryAfter, and negative when the answer does not ask.
func AskedWait(header http.Header, now time.Time) time.Duration {
	if wait := retryAfter(header, now); wait >= 0 {
		return wait
	}
	return quotaReset(header, now)
}

// quotaReset returns the time until a quota that is used up is reset; negative when
// there is none.
func quotaReset(header http.Header, now time.Time) time.Duration {
	reset := int64(-1)
	for _, fields := range quotas {
		left, hasLeft := fieldNumber(header, fields.left)
		until, hasUntil := fieldNumber(header, fields.reset)
		if hasLeft && hasUntil && left == 0 {
			reset = max(reset, secondsUntil(until, now))
		}
	}
	// draft-ietf-httpapi-ratelimit-headers: `"policy";r=0;t=30` for each policy; its
	// third to seventh version wrote `limit=10, remaining=0, reset=30`.
	for _, field := range header["Ratelimit"] {
		reset = max(reset, structuredReset(field))
	}
	if reset < 0 {
		return -1
	}
	const tooLong = MaxRetryAfter + time.Second
	if reset > int64(tooLong/time.Second) {
		return tooLong
	}
	return time.Duration(reset) * time.Second
}

// quotas are the pairs of fields in which hosts say how much of a quota is left, and when
// it is reset.
var quotas = []struct{ left, reset string }{
	// draft-ietf-httpapi-ratelimit-headers-02
	{"Ratelimit-Remaining", "Ratelimit-Reset"},
	// GitHub, and many others after it:
	// docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
	{"X-Ratelimit-Remaining", "X-Ratelimit-Reset"},
	// X, which was Twitter: docs.x.com/x-api/fundamentals/rate-limits
	{"X-Rate-Limit-Remaining", "X-Rate-Limit-Reset"},
}

// fieldNumber returns the number that a field begins with.
func fieldNumber(header http.Header, name string) (int64, bool) {
	values := header[name]
	if len(values) == 0 {
		return 0, false
	}
	return leadingNumber(values[0])
}

// leadingNumber reads "30", " 30" and "30, 30;w=60". A fraction is cut off.
func leadingNumber(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	return n, err == nil
}

// secondsUntil returns the seconds until a reset, which hosts name as a number
// of seconds from now, or as the seconds or milliseconds of the Unix clock.
func secondsUntil(reset int64, now time.Time) int64 {
	const clock, milliClock = 500_000_000, 500_000_000_000 // in 1985
	switch {
	case reset >= milliClock:
		return max(reset/1000-now.Unix(), 0)
	case reset >= clock:
		return max(reset-now.Unix(), 0)
	}
	return reset
}

// structuredReset returns the longest reset of the policies in a RateLimit field
// that have nothing left; negative when there is none.
func structuredReset(field string) int64 {
	longest := int64(-1)
	left, reset := int64(-1), int64(-1)
	note := func() {
		if left == 0 && reset >= 0 {
			longest = max(longest, reset)
		}
	}
	for policy := range strings.SplitSeq(field, ",") {
		for parameter := range strings.SplitSeq(policy, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(parameter), "=")
			n, ok := leadingNumber(value)
			switch {
			case strings.HasPrefix(name, `"`): // a policy of its own
				note()
				left, reset = -1, -1
			case ok && (name == "r" || name == "remaining"):
				left = n
			case ok && (name == "t" || name == "reset"):
				reset = n
			}
		}
	}
	note()
	return longest
}

// IsRateLimited reports whether an answer says that its host was asked too often. Some
// hosts, GitHub among them, say so with status 403.
func IsRateLimited(status int, header http.Header, now time.Time) bool {
	switch status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusForbidden:
		return AskedWait(header, now) >= 0
	}
	return false
}
