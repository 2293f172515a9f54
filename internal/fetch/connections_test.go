package fetch

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// No more connections are open at once than may be, those that no request uses
// included, and the open connections of one host do not keep another host out.
func TestMaxConnections(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 3} {
		var urls []weburl.URL
		for range 20 {
			s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			t.Cleanup(s.Close)
			u, err := weburl.Parse(s.URL + "/")
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, u)
		}
		c := New(Options{AllowPrivate: true, MaxConnections: most, Concurrency: most})
		var dialed, highest atomic.Int64
		guarded := c.transport.DialContext
		c.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := guarded(ctx, network, address)
			if err != nil {
				return nil, err
			}
			if n := dialed.Add(1); n > highest.Load() {
				highest.Store(n)
			}
			return &closing{Conn: conn, closed: &dialed}, nil
		}
		failed := make(chan error, len(urls))
		for _, u := range urls {
			go func() {
				_, err := c.Do(t.Context(), Request{URL: u, Want: Answer})
				failed <- err
			}()
		}
		for range urls {
			if err := <-failed; err != nil {
				t.Errorf("at most %d: %v", most, err)
			}
		}
		if n := highest.Load(); n > int64(most) {
			t.Errorf("%d connections at once, want at most %d", n, most)
		}
		c.Close()
	}
}

// closing counts a connection down before it gives its place to another.
type closing struct {
	net.Conn
	closed *atomic.Int64
	done   atomic.Bool
}

func (c *closing) Close() error {
	if !c.done.Swap(true) {
		c.closed.Add(-1)
	}
	return c.Conn.Close()
}

// TestNoConnectionLeft waits for a connection until the end of its time: the host was not
// asked, because of this machine.
func TestNoConnectionLeft(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	opt := Options{AllowPrivate: true, Timeout: time.Minute}.withDefaults()
	dial := transport.NewGuard(opt.guard()).Base(1, 1).DialContext
	conn, err := dial(t.Context(), "tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = dial(ended, "tcp", s.Listener.Addr().String())
	if e := explain(err, "host.test"); e.Lacks != transport.OpenFiles || e.Reason != link.ConnectionFailed {
		t.Errorf("got %+v", e)
	}
	_, _ = conn.Close(), conn.Close()
	for range 2 {
		// A connection that was counted down twice, or not at all, would show.
		if _, err := dial(t.Context(), "tcp", strings.TrimPrefix(refusing, "http://")); err == nil || transport.ResourceOf(err) != transport.NoResource {
			t.Errorf("got %v", err)
		}
	}
}

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
