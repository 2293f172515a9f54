package host_test

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/clienttest"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// errRefused is the error of a connection that a host refuses.
var errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}

func TestDeadHostIsGivenUp(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err      error
		reason   link.Reason
		site     bool
		answered bool  // it has answered before
		kept     bool  // it is not given up
		sent     int64 // of twelve links, each with one retry
	}{
		"refuses":                 {err: errRefused, reason: link.ConnectionRefused, sent: 6},
		"has no name":             {err: &net.DNSError{Name: "example.test", IsNotFound: true}, reason: link.DNSNotFound, sent: 3},
		"cannot be found":         {err: &net.DNSError{Name: "example.test", IsTemporary: true}, reason: link.DNSTemporary, sent: 6},
		"cannot connect":          {err: &transport.TimeoutError{Limit: time.Second, At: transport.Connecting}, reason: link.Timeout, sent: 1},
		"hangs in TLS":            {err: &transport.TimeoutError{Limit: time.Second, At: transport.Handshaking}, reason: link.Timeout, sent: 1},
		"never answers":           {err: &transport.TimeoutError{Limit: time.Second, At: transport.Connected}, reason: link.Timeout, sent: 1},
		"cuts requests":           {err: &transport.StageError{At: transport.Connected, Err: syscall.ECONNRESET}, reason: link.ConnectionFailed, sent: 20},
		"refuses after an answer": {err: errRefused, reason: link.ConnectionRefused, answered: true, sent: 20},
		"cuts after an answer":    {err: &transport.StageError{At: transport.Connected, Err: syscall.ECONNRESET}, reason: link.ConnectionFailed, answered: true, kept: true, sent: 24},
		"is the site":             {err: errRefused, reason: link.ConnectionRefused, site: true, kept: true, sent: 24},
		"is private":              {err: &transport.PrivateAddressError{}, reason: link.PrivateAddress, kept: true, sent: 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				opt := fetch.Options{Retries: 1}
				if test.site {
					opt.Site = []string{fetchtest.URL.Origin()}
				}
				c := clienttest.New(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if r.URL.Path == "/good" {
						return fetchtest.Response(r, 200), nil
					}
					return nil, test.err
				}))
				if test.answered {
					clienttest.Get(t, c, fetchtest.URLOf("/good"))
				}
				before := c.Requests()
				var first, last *fetch.Error
				for i := range 12 {
					last = clienttest.Fail(t.Context(), t, c, fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
					if i == 0 {
						first = last
					}
					if last.Reason != test.reason {
						t.Errorf("Reason = %q, want %q", last.Reason, test.reason)
					}
				}
				if sent := c.Requests() - before; sent != test.sent {
					t.Errorf("%d requests, want %d", sent, test.sent)
				}
				if last.Unasked == test.kept || last.Message != first.Message {
					t.Errorf("the last link: unasked %v, %q; the first: %q", last.Unasked, last.Message, first.Message)
				}
			})
		})
	}
}

func TestHostThatAnswersNowAndThenIsNotGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := 9
		c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if n++; n%10 == 0 {
				return fetchtest.Response(r, 200), nil
			}
			return nil, errRefused
		}))
		for range 100 {
			_, _ = c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
		}
		if c.Requests() != 100 {
			t.Errorf("%d requests, want all 100", c.Requests())
		}
	})
}

func TestHostThatFallsSilentIsGivenUpLate(t *testing.T) {
	t.Parallel()
	c := clienttest.New(fetch.Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == "/good" {
			return fetchtest.Response(r, 200), nil
		}
		return nil, &transport.TimeoutError{Limit: time.Second, At: transport.Connected}
	}))
	clienttest.Get(t, c, fetchtest.URLOf("/good"))
	for i := range 20 {
		got := clienttest.Fail(t.Context(), t, c, fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
		if got.Reason != link.Timeout || got.Unasked != (i >= host.MaxFailures) {
			t.Errorf("link %d: %s, unasked %v", i, got.Reason, got.Unasked)
		}
		if got.Message != "no answer within 1s" {
			t.Errorf("link %d: %q", i, got.Message)
		}
	}
}

func TestDeferredRetriesProbeAnOpenCircuit(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"still down": false, "back": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				down := true
				c := clienttest.New(fetch.Options{Retries: 2}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					time.Sleep(time.Second)
					if down {
						return nil, errRefused
					}
					return fetchtest.Response(r, 200), nil
				}))
				for range 3 {
					clienttest.Fail(t.Context(), t, c, fetch.Request{URL: fetchtest.URL, Want: fetch.Page})
				}
				before := c.Requests()
				down = !back
				var wg sync.WaitGroup
				for range 20 {
					wg.Go(func() {
						_, err := c.Do(t.Context(), fetch.Request{URL: fetchtest.URL, Want: fetch.Page, Deferred: true})
						var failed *fetch.Error
						if back != (err == nil) || err != nil && (!errors.As(err, &failed) || failed.Reason != link.ConnectionRefused) {
							t.Errorf("Do: %v", err)
						}
					})
				}
				wg.Wait()
				want := int64(host.Probes)
				if back {
					want = 20
				}
				if got := c.Requests() - before; got != want {
					t.Errorf("%d requests in deferred retries, want %d", got, want)
				}
			})
		})
	}
}

func TestSilentLinkHasADeferredRetry(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		want   fetch.Want
		at     transport.Stage
		known  bool // the host has answered before
		first  []string
		second []string
	}{
		"an answer":               {want: fetch.Answer, at: transport.Connected, first: []string{"HEAD"}, second: []string{"GET"}},
		"a page":                  {want: fetch.Page, at: transport.Connected, first: []string{"GET"}, second: []string{"GET"}},
		"no connection":           {want: fetch.Answer, at: transport.Connecting, first: []string{"HEAD"}, second: []string{"GET"}},
		"an answer of a host":     {want: fetch.Answer, at: transport.Connected, known: true, first: []string{"HEAD", "GET"}, second: []string{"GET"}},
		"a page of a host":        {want: fetch.Page, at: transport.Connected, known: true, first: []string{"GET", "GET"}, second: []string{"GET"}},
		"no connection to a host": {want: fetch.Answer, at: transport.Connecting, known: true, first: []string{"HEAD", "GET"}, second: []string{"GET"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var asked []string
				c := clienttest.New(fetch.Options{Retries: 5}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
					if r.URL.Path == "/good" {
						return fetchtest.Response(r, 200), nil
					}
					asked = append(asked, r.Method)
					time.Sleep(time.Second)
					return nil, &transport.TimeoutError{Limit: time.Second, At: test.at}
				}))
				if test.known {
					clienttest.Get(t, c, fetchtest.URLOf("/good"))
				}
				clienttest.Fail(t.Context(), t, c, fetch.Request{URL: fetchtest.URL, Want: test.want})
				clienttest.Fail(t.Context(), t, c, fetch.Request{URL: fetchtest.URL, Want: test.want, Deferred: true})
				if diff := cmp.Diff(append(test.first, test.second...), asked); diff != "" {
					t.Errorf("requests (-want +got):\n%s", diff)
				}
			})
		})
	}
}
