// Package clienttest is for tests alone: it asks by a client of package fetch, whose requests
// are answered without a network.
package clienttest

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// New returns a client that sends its requests by rt.
func New(opt fetch.Options, rt http.RoundTripper) *fetch.Client {
	opt.Transport = rt
	return fetch.New(opt)
}

// Get asks for a page, and fails the test when there is no answer.
func Get(t testing.TB, c *fetch.Client, u weburl.URL) {
	t.Helper()
	if _, err := c.Do(t.Context(), fetch.Request{URL: u, Want: fetch.Page}); err != nil {
		t.Error(err)
	}
}

// Fail sends a request and fails the test when there is an answer.
func Fail(ctx context.Context, t testing.TB, c *fetch.Client, r fetch.Request) *fetch.Error {
	t.Helper()
	resp, err := c.Do(ctx, r)
	if err == nil {
		t.Fatalf("Do(%s): status %d, want an error", r.URL.String(), resp.Status)
	}
	return err.(*fetch.Error)
}

// InParallel calls do with 0 to n-1, so many at once.
func InParallel(n, atOnce int, do func(i int)) {
	work := make(chan int)
	var wg sync.WaitGroup
	for range atOnce {
		wg.Go(func() {
			for i := range work {
				do(i)
			}
		})
	}
	for i := range n {
		work <- i
	}
	close(work)
	wg.Wait()
}
