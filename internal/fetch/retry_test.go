package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

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
		"408 then 200":          {replies: []fetchtest.RoundTrip{status(408), ok}, status: 200, least: 250 * time.Millisecond, most: 500 * time.Millisecond, sent: 2},
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
				c := answeredBy(Options{Retries: 2}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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
		c := answeredBy(Options{Retries: 5, RetryWait: time.Hour}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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
		c := answeredBy(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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

func TestDoAsksWithHEAD(t *testing.T) {
	t.Parallel()
	const cut = -1
	tests := map[string]struct {
		head, get []int // statuses in order, the last one repeated; cut closes the connection
		want      []string
		status    int
		second    []string // what a second Do adds
	}{
		"answered":                {head: []int{200}, get: []int{200}, want: []string{"HEAD"}, status: 200, second: []string{"HEAD"}},
		"gone":                    {head: []int{410}, get: []int{410}, want: []string{"HEAD", "GET"}, status: 410, second: []string{"HEAD", "GET"}},
		"gone to HEAD alone":      {head: []int{410}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"a bad request":           {head: []int{400}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not allowed":             {head: []int{405}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not implemented, really": {head: []int{501}, get: []int{501}, want: []string{"HEAD", "GET"}, status: 501, second: []string{"GET"}},
		"not found":               {head: []int{404}, get: []int{404}, want: []string{"HEAD", "GET"}, status: 404, second: []string{"HEAD", "GET"}},
		"found by GET":            {head: []int{404}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"forbidden":               {head: []int{403}, get: []int{403}, want: []string{"HEAD", "GET"}, status: 403, second: []string{"HEAD", "GET"}},
		"forbidden to HEAD":       {head: []int{403}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"not acceptable":          {head: []int{406}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"server error":            {head: []int{500}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"server error that stays": {head: []int{500}, get: []int{500}, want: []string{"HEAD", "GET", "GET", "GET"}, status: 500, second: []string{"HEAD", "GET", "GET", "GET"}},
		"too many requests":       {head: []int{429, 200}, get: []int{200}, want: []string{"HEAD", "HEAD"}, status: 200, second: []string{"HEAD"}},
		"cut":                     {head: []int{cut}, get: []int{200}, want: []string{"HEAD", "GET"}, status: 200, second: []string{"GET"}},
		"cut counts as a try":     {head: []int{cut}, get: []int{503}, want: []string{"HEAD", "GET", "GET"}, status: 503, second: []string{"HEAD", "GET", "GET"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			statuses := map[string][]int{"HEAD": test.head, "GET": test.get}
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				left := statuses[r.Method]
				if len(left) > 1 {
					statuses[r.Method] = left[1:]
				}
				if left[0] == cut {
					hijack(t, w, "")
					return
				}
				// On a connection used before, net/http sends again by itself.
				w.Header().Set("Connection", "close")
				w.WriteHeader(left[0])
			})
			c := testClient(t, Options{Retries: 2})
			if resp := do(t, c, s.URL, Answer); resp.Status != test.status {
				t.Errorf("Status = %d, want %d", resp.Status, test.status)
			}
			if diff := cmp.Diff(test.want, s.methods()); diff != "" {
				t.Errorf("methods (-want +got):\n%s", diff)
			}
			do(t, c, s.URL, Answer)
			if diff := cmp.Diff(slices.Concat(test.want, test.second), s.methods()); diff != "" {
				t.Errorf("methods of both (-want +got):\n%s", diff)
			}
			if got := c.Requests(); got != int64(len(s.methods())) {
				t.Errorf("Requests() = %d, want %d", got, len(s.methods()))
			}
		})
	}
}

func TestDoStartsAgainWithGET(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		head, get map[string]string // where a path redirects to; missing is not found, empty is ok
		status    int
		want      []string
		second    []string
	}{
		"HEAD is sent to an error": {
			head: map[string]string{"/": "/error"}, get: map[string]string{"/": ""}, status: 200,
			want: []string{"HEAD /", "HEAD /error", "GET /error", "GET /"}, second: []string{"GET /"},
		},
		"HEAD is sent in a loop": {
			head: map[string]string{"/": "/loop", "/loop": "/"}, get: map[string]string{"/": "/page", "/page": ""}, status: 200,
			want: []string{"HEAD /", "HEAD /loop", "GET /", "GET /page"}, second: []string{"GET /", "GET /page"},
		},
		"both are sent to nowhere": {
			head: map[string]string{"/": "/lost"}, get: map[string]string{"/": "/lost"}, status: 404,
			want: []string{"HEAD /", "HEAD /lost", "GET /lost", "GET /", "GET /lost"}, second: []string{"HEAD /", "HEAD /lost", "GET /lost", "GET /", "GET /lost"},
		},
		"all is well": {
			head: map[string]string{"/": "/page", "/page": ""}, status: 200,
			want: []string{"HEAD /", "HEAD /page"}, second: []string{"HEAD /", "HEAD /page"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				ways := test.get
				if r.Method == http.MethodHead {
					ways = test.head
				}
				switch to, ok := ways[r.URL.Path]; {
				case !ok:
					w.WriteHeader(http.StatusNotFound)
				case to != "":
					moved(w, to)
				}
			})
			// As the site, so that no answer is kept.
			c := testClient(t, Options{Site: []string{s.URL}})
			for _, want := range [][]string{test.want, test.second} {
				if resp := do(t, c, s.URL+"/", Answer); resp.Status != test.status {
					t.Errorf("status %d, want %d", resp.Status, test.status)
				}
				if diff := cmp.Diff(want, s.take()); diff != "" {
					t.Errorf("requests (-want +got):\n%s", diff)
				}
			}
		})
	}
}
