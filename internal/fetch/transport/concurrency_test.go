package transport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/clienttest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// gauge counts what is in flight, from the request until its body is closed.
type gauge struct {
	mu       sync.Mutex
	now, max int
	hosts    map[string]int
	maxHost  int
}

func (g *gauge) add(host string, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.hosts == nil {
		g.hosts = map[string]int{}
	}
	g.now += n
	g.hosts[host] += n
	g.max, g.maxHost = max(g.max, g.now), max(g.maxHost, g.hosts[host])
}

// slowBody takes a tenth of a second to its end, and tells the gauge then or when it is
// closed before.
type slowBody struct {
	gauge *gauge
	host  string
	once  sync.Once
}

func (b *slowBody) Read([]byte) (int, error) {
	b.once.Do(func() {
		time.Sleep(time.Second / 10)
		b.gauge.add(b.host, -1)
	})
	return 0, io.EOF
}

func (b *slowBody) Close() error {
	b.once.Do(func() { b.gauge.add(b.host, -1) })
	return nil
}

func TestRequestsInFlightAreBounded(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		opt          fetch.Options
		hosts        int
		max, maxHost int
		took         time.Duration // 40 requests of a tenth of a second each for headers and body
	}{
		"by the semaphore":        {opt: fetch.Options{Concurrency: 8, HostConcurrency: 100}, hosts: 4, max: 8, maxHost: 8, took: time.Second},
		"by the host":             {opt: fetch.Options{Concurrency: 100, HostConcurrency: 2}, hosts: 2, max: 4, maxHost: 2, took: 2 * time.Second},
		"not by the site":         {opt: fetch.Options{Concurrency: 10, HostConcurrency: 2, Site: []string{"https://h0.test"}}, hosts: 1, max: 10, maxHost: 10, took: time.Second},
		"by the host, the others": {opt: fetch.Options{Concurrency: 4, HostConcurrency: 4}, hosts: 40, max: 4, maxHost: 2, took: 2 * time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var g gauge
				c := clienttest.New(test.opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					g.add(r.URL.Host, 1)
					time.Sleep(time.Second / 10)
					resp := fetchtest.Response(r, 200)
					resp.Body = &slowBody{gauge: &g, host: r.URL.Host}
					return resp, nil
				}))
				start := time.Now()
				var wg sync.WaitGroup
				for i := range 40 {
					wg.Go(func() {
						u := weburl.URL{Scheme: "https", Host: fmt.Sprintf("h%d.test", i%test.hosts), Path: "/"}
						if _, err := c.Do(t.Context(), fetch.Request{URL: u, Want: fetch.Body}); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				if g.now != 0 || g.max != test.max || g.maxHost > test.maxHost {
					t.Errorf("%d in flight at the end, %d at most, %d to one host; want 0, %d, %d",
						g.now, g.max, g.maxHost, test.max, test.maxHost)
				}
				if took := time.Since(start); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

func TestSemaphoreIsNotHeldWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		opt := fetch.Options{Concurrency: 1, HostConcurrency: 1, Retries: 1, Site: []string{fetchtest.URL.Origin()}}
		c := clienttest.New(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == "/busy" {
				return fetchtest.Response(r, 503, "Retry-After: 20"), nil
			}
			return fetchtest.Response(r, 200), nil
		}))
		go func() {
			busy := fetchtest.URL
			busy.Path = "/busy"
			clienttest.Get(t, c, busy)
		}()
		synctest.Wait() // the other waits to try again
		start := time.Now()
		clienttest.Get(t, c, fetchtest.URL)
		if took := time.Since(start); took != 0 {
			t.Errorf("waited %v for a free semaphore", took)
		}
		time.Sleep(time.Minute + time.Second)
	})
}

func TestTimeWaitedIsNotTheTimeout(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]fetch.Options{
		"semaphore":        {Concurrency: 1, Timeout: 20 * time.Second, Site: []string{fetchtest.URL.Origin()}},
		"host concurrency": {HostConcurrency: 1, Timeout: 20 * time.Second},
		"host rate":        {HostRate: 0.001, Timeout: 20 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var begun atomic.Int32
				c := clienttest.New(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					begun.Add(1)
					select {
					case <-time.After(19 * time.Second):
					case <-r.Context().Done():
						return nil, r.Context().Err()
					}
					return fetchtest.Response(r, 200), nil
				}))
				var wg sync.WaitGroup
				wg.Go(func() {
					clienttest.Get(t, c, fetchtest.URL)
				})
				synctest.Wait()
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				if got := clienttest.Fail(ctx, t, c, fetch.Request{URL: fetchtest.URL, Want: fetch.Page}); got.Reason != link.NotReached {
					t.Errorf("Reason = %q, want not-reached", got.Reason)
				}
				// The timeout of a try does not run while it waits.
				clienttest.Get(t, c, fetchtest.URL)
				wg.Wait()
				if begun.Load() != 2 {
					t.Errorf("%d requests begun, want 2", begun.Load())
				}
			})
		})
	}
}

func TestNewHostsHaveLittleConcurrency(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]bool{"answers": false, "fails": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var inside, most atomic.Int32
				c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if now := inside.Add(1); now > most.Load() {
						most.Store(now)
					}
					defer inside.Add(-1)
					time.Sleep(time.Second)
					if fails {
						return nil, &transport.StageError{At: transport.Connected, Err: io.ErrUnexpectedEOF}
					}
					return fetchtest.Response(r, 200), nil
				}))
				var wg sync.WaitGroup
				for range 20 {
					wg.Go(func() { _, _ = c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page}) })
				}
				time.Sleep(time.Second / 2)
				if got := most.Load(); got != transport.InitialHostConcurrency {
					t.Errorf("%d requests at once before the first is over, want %d", got, transport.InitialHostConcurrency)
				}
				wg.Wait()
				if got := most.Load(); got != transport.DefaultHostConcurrency {
					t.Errorf("%d requests at once later, want %d", got, transport.DefaultHostConcurrency)
				}
			})
		})
	}
}

// neverAnswers is what a host does that takes a connection and never answers.
func neverAnswers(r *http.Request) (*http.Response, error) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil {
		trace.ConnectStart("tcp", r.URL.Host)
		trace.GotConn(httptrace.GotConnInfo{})
	}
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func hostURL(kind string, n int) weburl.URL {
	return weburl.URL{Scheme: "https", Host: fmt.Sprintf("%s%d.test", kind, n), Path: "/"}
}

func TestHostThatAnsweredHoldsTheSemaphore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, most atomic.Int32
		quick := true
		c := clienttest.New(fetch.Options{Concurrency: 4}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if quick {
				return fetchtest.Response(r, 200), nil
			}
			if now := inside.Add(1); now > most.Load() {
				most.Store(now)
			}
			defer inside.Add(-1)
			time.Sleep(10 * time.Second)
			return fetchtest.Response(r, 200), nil
		}))
		for i := range 20 {
			clienttest.Get(t, c, hostURL("known", i))
		}
		quick = false
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() { _, _ = c.Do(t.Context(), fetch.Request{URL: hostURL("known", i), Want: fetch.Page}) })
		}
		wg.Wait()
		if most.Load() != 4 {
			t.Errorf("%d requests in flight, want 4", most.Load())
		}
	})
}

// However many hosts are silent, others are asked, and the connections are bounded. A deferred retry
// of a silent host has all its time.
func TestHostAfterThousandsOfSilentOnes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const timeout, cutOff = time.Minute, 500
		var inside, most atomic.Int64
		c := clienttest.New(fetch.Options{Concurrency: 64, Timeout: timeout}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if r.URL.Host == "good0.test" {
				return fetchtest.Response(r, 200), nil
			}
			if now := inside.Add(1); now > most.Load() {
				most.Store(now)
			}
			defer inside.Add(-1)
			return neverAnswers(r)
		}))
		start := time.Now()
		ask := func(n int, deferred bool) (early int) {
			var wg sync.WaitGroup
			var quick atomic.Int64
			for i := range n {
				wg.Go(func() {
					_, _ = c.Do(t.Context(), fetch.Request{URL: hostURL("silent", i), Want: fetch.Page, Deferred: deferred})
					if time.Since(start) < timeout {
						quick.Add(1)
					}
				})
			}
			if time.Sleep(timeout / 2); !deferred {
				clienttest.Get(t, c, hostURL("good", 0))
				if took := time.Since(start); took > timeout*2/3 {
					t.Errorf("the host that answers was reached after %v", took)
				}
			}
			wg.Wait()
			return int(quick.Load())
		}
		// Those that were cut off may still be there for a moment.
		if early := ask(transport.MaxLate+cutOff, false); early != cutOff || most.Load() > transport.MaxLate+2*64 {
			t.Errorf("%d hosts were cut off, %d requests in flight; want %d, at most %d", early, most.Load(), cutOff, transport.MaxLate+2*64)
		}
		start = time.Now()
		if early := ask(transport.MaxLate+cutOff, true); early != 0 {
			t.Errorf("%d deferred retries were cut off", early)
		}
	})
}
