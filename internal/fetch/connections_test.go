package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// No more connections are open at once than may be, those that no request uses
// included, and no host is kept out by what is left of another.
func TestMaxConnections(t *testing.T) {
	t.Parallel()
	for _, most := range []int{1, 3, 12} {
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
				_, err := c.Do(t.Context(), u, Answer)
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

// Who waits for a place to the end of its time lacks it: the host was not asked.
func TestNoConnectionLeft(t *testing.T) {
	t.Parallel()
	transport := &http.Transport{}
	c := limitConnections(transport, 1)
	local, remote := net.Pipe()
	defer remote.Close()
	conn, err := c.dial(t.Context(), func() (net.Conn, error) { return local, nil })
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.dial(ended, func() (net.Conn, error) { return nil, errors.New("dialed all the same") })
	if e := explain(err, "host.test"); e.Lacks != OpenFiles || e.Reason != link.ConnectionFailed {
		t.Errorf("got %+v", e)
	}
	_, _ = conn.Close(), conn.Close()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	for range 2 {
		// A place that was given back twice, or not at all, would show.
		if _, err := c.dial(t.Context(), func() (net.Conn, error) { return nil, refused }); lacking(err) != NoResource {
			t.Errorf("got %v", err)
		}
	}
}
