package host

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	const tooLong = MaxRetryAfter + time.Second
	for value, want := range map[string]time.Duration{
		"": -1, "soon": -1, "-5": -1, "1.5": -1, "0": 0, " 7 ": 7 * time.Second, "60": time.Minute, "61": tooLong, "999999999999999999999999999": tooLong,
		"Sat, 21 Nov 2026 09:00:30 GMT": 30 * time.Second, "Sat, 21 Nov 2026 08:00:00 GMT": 0, "Sun, 22 Nov 2026 09:00:00 GMT": tooLong,
	} {
		if got := AskedWait(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
	// A date is meant by the clock of the host: that of this machine may be wrong.
	for _, now := range []time.Time{time.Unix(0, 0), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)} {
		header := http.Header{"Date": {"Sat, 21 Nov 2026 09:00:00 GMT"}, "Retry-After": {"Sat, 21 Nov 2026 09:00:30 GMT"}}
		if got := AskedWait(header, now); got != 30*time.Second {
			t.Errorf("at %v: got %v, want 30s", now, got)
		}
	}
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	const base = 500 * time.Millisecond
	tests := map[string]struct {
		n           int
		asked       time.Duration
		least, most time.Duration
	}{
		"first":                {asked: -1, least: base / 2, most: base},
		"bounded":              {n: 100, asked: -1, least: MaxBackoff / 2, most: MaxBackoff},
		"asked for more":       {asked: 10 * time.Second, least: 10 * time.Second, most: 10*time.Second + base},
		"asked for less":       {n: 4, asked: time.Second, least: 4 * time.Second, most: 8 * time.Second},
		"asked for no waiting": {least: base / 2, most: base},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := map[time.Duration]bool{}
			for range 100 {
				got := Backoff(base, test.n, test.asked)
				seen[got] = true
				if got < test.least || got > test.most {
					t.Fatalf("Backoff = %v, want %v to %v", got, test.least, test.most)
				}
			}
			if len(seen) < 2 {
				t.Error("Backoff leaves nothing to chance")
			}
		})
	}
}
