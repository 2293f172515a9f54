package transport

import (
	"net/http"
	"net/url"
	"testing"
)

// roundTrip is a RoundTripper of the test.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// FuzzLocation holds where an answer redirects to the field that it was sent with: it
// reaches the URL parser of the browser's standard, and what that refuses is an error.
func FuzzLocation(f *testing.F) {
	for _, seed := range []string{"/a", "//h.example/a b", "https://user:pw@h.example:99999/", "javascript:alert(1)", "http://[::1", "\x00", "?\xff", "https:/\\h"} {
		f.Add(seed, uint16(301))
	}
	base, err := url.Parse("https://site.example/dir/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, value string, status uint16) {
		h := Location{Next: roundTrip(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: int(status), Header: http.Header{"Location": {value}}, Body: http.NoBody, Request: r}, nil
		})}
		resp, err := h.RoundTrip(&http.Request{URL: base})
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		got, ok := LocationOf(resp)
		if ok && (got != value || status < 301 || status > 308) || resp.Header.Get("Location") != "" {
			t.Errorf("status %d with %q leads to %q", status, value, got)
		}
	})
}
