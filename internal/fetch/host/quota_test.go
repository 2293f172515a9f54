package host

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func FuzzQuotaReset(f *testing.F) {
	f.Add(`"a";r=0;t=9`, "0", "1700000000")
	f.Add("limit=1, remaining=0, reset=99999999999999999999", "x", "-1")
	f.Fuzz(func(t *testing.T, field, left, reset string) {
		got := quotaReset(http.Header{
			"Ratelimit": {field}, "X-Ratelimit-Remaining": {left}, "X-Ratelimit-Reset": {reset},
		}, time.Unix(1_600_000_000, 0))
		if got != -1 && (got < 0 || got > MaxRetryAfter+time.Second) {
			t.Errorf("quotaReset = %v", got)
		}
	})
}

// FuzzWaitAsked holds the wait that an answer asks for to its bounds, with any fields, and Retry-After to what net/http reads.
func FuzzWaitAsked(f *testing.F) {
	f.Add("120", "Retry-After", uint16(429))
	f.Add("Fri, 31 Dec 2027 23:59:59 GMT", "Retry-After", uint16(503))
	f.Add("Friday, 31-Dec-27 23:59:59 GMT", "Retry-After", uint16(503))
	f.Add("\"default\";r=0;t=30, \"b\";t=99999999999999999999;r=0", "Ratelimit", uint16(403))
	f.Add("limit=10, remaining=0, reset=-1", "Ratelimit", uint16(403))
	f.Add("0;w=1", "Ratelimit-Remaining", uint16(200))
	f.Add("18446744073709551615", "X-Ratelimit-Reset", uint16(200))
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value, name string, status uint16) {
		header := http.Header{"Ratelimit-Remaining": {"0"}, "X-Rate-Limit-Remaining": {"0"}, "X-Ratelimit-Remaining": {"0"}}
		header[http.CanonicalHeaderKey(name)] = []string{value}
		got := AskedWait(header, now)
		if got != -1 && (got < 0 || got > MaxRetryAfter+time.Second) {
			t.Errorf("%q of %s: %v", value, name, got)
		}
		if IsRateLimited(int(status), header, now) && status != http.StatusTooManyRequests && (status != http.StatusForbidden || got < 0) {
			t.Errorf("status %d with %q of %s is a limit", status, value, name)
		}
		if date, err := http.ParseTime(strings.TrimSpace(value)); name == "Retry-After" && err == nil {
			if want := min(max(date.Sub(now), 0), MaxRetryAfter+time.Second); got != want {
				t.Errorf("%q is %v, net/http's date is in %v", value, got, want)
			}
		}
	})
}
