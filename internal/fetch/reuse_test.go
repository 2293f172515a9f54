package fetch

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// countingServer counts the connections that it is asked over.
func countingServer(t *testing.T, handler http.HandlerFunc) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var opened atomic.Int32
	s := httptest.NewUnstartedServer(handler)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &opened
}

func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	const workers, each = 8, 30
	tests := map[string]struct {
		want Want
		body string // of the healthy host
	}{
		"answers":           {want: Answer},
		"pages":             {want: Page, body: strings.Repeat("<p>", 20_000)},
		"other than a page": {want: Page, body: strings.Repeat("x", drainBytes/2)},
		"bodies":            {want: Body, body: strings.Repeat("x", 2*drainBytes)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			healthy, opened := countingServer(t, func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(test.body))
			})
			failing, _ := countingServer(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			c := testClient(t, Options{Concurrency: workers, Site: []string{healthy.URL}})
			var wg sync.WaitGroup
			for range workers {
				wg.Go(func() {
					for i := range each {
						to := healthy.URL
						if i%10 == 9 {
							to = failing.URL
						}
						resp, err := c.Do(t.Context(), Request{URL: mustParse(t, to), Want: test.want})
						if err != nil {
							t.Error(err)
							return
						}
						resp.Release()
					}
				})
			}
			wg.Wait()
			// One that a tail of a body closed is replaced.
			if got := opened.Load(); got > workers+workers/8 {
				t.Errorf("%d connections for %d requests of %d workers", got, workers*each, workers)
			}
		})
	}
}

func TestChainHidesIdleConnections(t *testing.T) {
	t.Parallel()
	var rt http.RoundTripper = &tries{}
	if _, ok := rt.(interface{ CloseIdleConnections() }); ok {
		t.Error("a failed request can close the connections of all hosts")
	}
}
