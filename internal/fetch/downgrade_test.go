package fetch

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// TestRedirectFromHTTPSToHTTP follows such a redirect, as browsers do for a link: no
// field of the site's own origin and no secure cookie goes along.
func TestRedirectFromHTTPSToHTTP(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound} {
		var plain []*http.Request
		opt := Options{Headers: secrets, Site: []string{"https://example.test"}}
		c := newClient(opt.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if r.URL.Scheme == "https" {
				return fetchtest.Response(r, status, "Location: http://example.test/end", "Set-Cookie: session=crumb; Secure; Path=/"), nil
			}
			plain = append(plain, r)
			return fetchtest.Response(r, 200), nil
		}))
		resp, err := c.Do(t.Context(), Request{URL: fetchtest.URLOf("/start"), Want: Answer})
		if err != nil || resp.Status != 200 || resp.URL.String() != "http://example.test/end" {
			t.Fatalf("%d: %+v, %v", status, resp, err)
		}
		if len(resp.Redirects) != 1 || resp.Redirects[0] != (link.Redirect{Status: status, URL: "http://example.test/end"}) {
			t.Errorf("redirects: %v", resp.Redirects)
		}
		for _, r := range plain {
			if sees(r) || r.Header.Get("Cookie") != "" {
				t.Errorf("%s has %v", r.URL, r.Header)
			}
		}
	}
}
