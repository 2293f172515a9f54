package host_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// client returns a client that sends its requests by rt.
func client(opt fetch.Options, rt http.RoundTripper) *fetch.Client {
	opt.Transport = rt
	return fetch.New(opt)
}

// fail sends a request and fails the test when there is an answer.
func fail(t *testing.T, ctx context.Context, c *fetch.Client, r fetch.Request) *fetch.Error {
	t.Helper()
	resp, err := c.Do(ctx, r)
	if err == nil {
		t.Fatalf("Do(%s): status %d, want an error", r.URL.String(), resp.Status)
	}
	return err.(*fetch.Error)
}
