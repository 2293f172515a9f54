package transport_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch/transport"
)

func TestVercelToolbarIsSkipped(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://a-git-b.vercel.app/": "1", "https://a.vercel.app:8443/": "1", "https://vercel.com/": "", "https://a.test/?x.vercel.app": "",
	} {
		var got http.Header
		headers := transport.Headers{Rules: &transport.HeaderRules{}, Next: roundTrip(func(req *http.Request) { got = req.Header })}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := headers.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := got.Get("X-Vercel-Skip-Toolbar"); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// roundTrip answers each request with an empty page.
type roundTrip func(*http.Request)

func (see roundTrip) RoundTrip(req *http.Request) (*http.Response, error) {
	see(req)
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}
