package transport_test

import (
	"fmt"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/weburl"
)

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

func TestSilentHostsDoNotHoldTheSemaphore(t *testing.T) {
	t.Parallel()
	for _, hosts := range []int{16, 64, 1000} {
		t.Run(fmt.Sprint(hosts), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var good, most atomic.Int32
				opt := fetch.Options{Concurrency: 16, Timeout: 5 * time.Second, Site: []string{fetchtest.URL.Origin()}}
				c := client(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if r.URL.Host != fetchtest.URL.Host {
						return neverAnswers(r)
					}
					if now := good.Add(1); now > most.Load() {
						most.Store(now)
					}
					defer good.Add(-1)
					time.Sleep(50 * time.Millisecond)
					return fetchtest.Response(r, 200), nil
				}))
				var silent, others sync.WaitGroup
				var resting atomic.Int32
				for i := range hosts {
					silent.Go(func() {
						onWait := func() func() {
							resting.Add(1)
							return func() { resting.Add(-1) }
						}
						_, _ = c.Do(t.Context(), fetch.Request{URL: hostURL("silent", i), Want: fetch.Page, OnWait: onWait})
					})
				}
				synctest.Wait()
				start := time.Now()
				for range 1000 {
					others.Go(func() { _, _ = c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page}) })
				}
				others.Wait()
				// Alone they take 63 rounds of 50ms.
				if took := time.Since(start); took > 2*63*50*time.Millisecond || most.Load() > 16 {
					t.Errorf("1000 good links took %v beside %d silent hosts, %d at once", took, hosts, most.Load())
				}
				if got := resting.Load(); got != int32(hosts) {
					t.Errorf("%d workers rest, want %d", got, hosts)
				}
				silent.Wait()
				if took := time.Since(start); took > 3*opt.Timeout || resting.Load() != 0 {
					t.Errorf("all took %v; %d workers rest at the end", took, resting.Load())
				}
			})
		})
	}
}

func TestHostThatAnsweredHoldsTheSemaphore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, most atomic.Int32
		quick := true
		c := client(fetch.Options{Concurrency: 4}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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
			if _, err := c.Do(t.Context(), fetch.Request{URL: hostURL("known", i), Want: fetch.Page}); err != nil {
				t.Fatal(err)
			}
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

func TestLateRequestsAreBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, most atomic.Int32
		opt := fetch.Options{Concurrency: 64, Timeout: time.Minute}
		c := client(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if now := inside.Add(1); now > most.Load() {
				most.Store(now)
			}
			defer inside.Add(-1)
			return neverAnswers(r)
		}))
		var wg sync.WaitGroup
		for i := range transport.MaxLate + 100 {
			wg.Go(func() { _, _ = c.Do(t.Context(), fetch.Request{URL: hostURL("silent", i), Want: fetch.Page}) })
		}
		wg.Wait()
		if most.Load() != transport.MaxLate+64 {
			t.Errorf("%d requests in flight, want %d", most.Load(), transport.MaxLate+64)
		}
	})
}
