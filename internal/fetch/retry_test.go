package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

func TestRetriesWait(t *testing.T) {
	t.Parallel()
	ok := func(r *http.Request) (*http.Response, error) { return fetchtest.Response(r, 200), nil }
	status := func(status int, fields ...string) fetchtest.RoundTrip {
		return func(r *http.Request) (*http.Response, error) { return fetchtest.Response(r, status, fields...), nil }
	}
	broken := func(*http.Request) (*http.Response, error) { return nil, io.EOF }
	tests := map[string]struct {
		replies  []fetchtest.RoundTrip
		status   int
		least    time.Duration
		most     time.Duration
		sent     int64
		later    bool
		withHEAD bool
	}{
		"at once":               {replies: []fetchtest.RoundTrip{ok}, status: 200, sent: 1},
		"500 then 200":          {replies: []fetchtest.RoundTrip{status(500), ok}, status: 200, least: 250 * time.Millisecond, most: 500 * time.Millisecond, sent: 2},
		"twice as long":         {replies: []fetchtest.RoundTrip{status(500), broken, ok}, status: 200, least: 750 * time.Millisecond, most: 1500 * time.Millisecond, sent: 3},
		"stays":                 {replies: []fetchtest.RoundTrip{status(502), status(503), status(500)}, status: 500, least: 750 * time.Millisecond, most: 1500 * time.Millisecond, sent: 3},
		"not implemented":       {replies: []fetchtest.RoundTrip{status(501)}, status: 501, sent: 1},
		"no such version":       {replies: []fetchtest.RoundTrip{status(505)}, status: 505, sent: 1},
		"not found":             {replies: []fetchtest.RoundTrip{status(404)}, status: 404, sent: 1},
		"Retry-After":           {replies: []fetchtest.RoundTrip{status(503, "Retry-After: 1"), ok}, status: 200, least: time.Second, most: 1500 * time.Millisecond, sent: 2},
		"Retry-After at cap":    {replies: []fetchtest.RoundTrip{status(429, "Retry-After: 25"), ok}, status: 200, least: 25 * time.Second, most: 26 * time.Second, sent: 2},
		"Retry-After past cap":  {replies: []fetchtest.RoundTrip{status(503, "Retry-After: 86400")}, status: 503, sent: 1, later: true},
		"Retry-After for ever":  {replies: []fetchtest.RoundTrip{status(429, "Retry-After: 99999999999999999999")}, status: 429, sent: 1, later: true},
		"Retry-After then okay": {replies: []fetchtest.RoundTrip{status(429, "Retry-After: 2"), status(429, "Retry-After: 86400")}, status: 429, least: 2 * time.Second, most: 3 * time.Second, sent: 2, later: true},
		"HEAD slowed down":      {replies: []fetchtest.RoundTrip{status(429, "Retry-After: 3"), ok}, status: 200, least: 3 * time.Second, most: 4 * time.Second, sent: 2, withHEAD: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				replies := test.replies
				c := newClient(Options{Retries: 2}.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					reply := replies[0]
					replies = replies[1:]
					return reply(r)
				}))
				want := Page
				if test.withHEAD {
					want = Answer
				}
				start := time.Now()
				resp, err := c.Do(t.Context(), Request{URL: fetchtest.URL, Want: want})
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took < test.least || took > test.most {
					t.Errorf("took %v, want %v to %v", took, test.least, test.most)
				}
				if resp.Status != test.status || resp.RetryLater != test.later || c.Requests() != test.sent {
					t.Errorf("status %d, RetryLater %t, %d requests; want %d, %t, %d",
						resp.Status, resp.RetryLater, c.Requests(), test.status, test.later, test.sent)
				}
			})
		})
	}
}

func TestRetriesEndWithTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(Options{Retries: 5, RetryWait: time.Hour}.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			return fetchtest.Response(r, 503), nil
		}))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		got := fail(t, ctx, c, fetchtest.URL.String(), Answer)
		if got.Reason != link.NotReached || !errors.Is(got, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("Reason %q after %v (%v), want not-reached after 1s", got.Reason, time.Since(start), got.Err)
		}
	})
}

func TestTimeoutIsForOneTry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int32
		opt := Options{Retries: 1, Timeout: 20 * time.Second, Site: []string{fetchtest.URL.Origin()}}
		c := newClient(opt.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if tries.Add(1) == 2 {
				return fetchtest.Response(r, 200), nil
			}
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		resp, err := c.Do(t.Context(), Request{URL: fetchtest.URL, Want: Page})
		if err != nil || resp.Status != 200 {
			t.Fatalf("Do: %v, want the second try's answer", err)
		}
		tries.Store(-10)
		got := fail(t, t.Context(), c, fetchtest.URL.String(), Page)
		if got.Reason != link.Timeout || got.Message != "no answer within 20s" {
			t.Errorf("%q: %s", got.Reason, got.Message)
		}
	})
}
