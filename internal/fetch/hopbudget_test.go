package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// TestHopsOfAllLinksAreBounded asks for links that each pass 20 long URLs: what is kept
// of them in all has an end, and each keeps the redirects that decide on it.
func TestHopsOfAllLinksAreBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2*MaxHop)
	c := newClient(Options{}.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
		var i, n int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d/", &i, &n); err != nil || n == MaxRedirects {
			return fetchtest.Response(r, 200), nil
		}
		status := 301
		if n > 1 {
			status = 302
		}
		return fetchtest.Response(r, status, fmt.Sprintf("Location: /%d/%d/%s", i, n+1, long)), nil
	}))
	const links, limit = 40, 20 * MaxRedirects * MaxHop
	c.hops.limit = limit
	bytes, full := 0, 0
	var last []link.Redirect
	for i := range links {
		resp, err := c.Do(t.Context(), Request{URL: fetchtest.URLOf(fmt.Sprintf("/%d/0/", i)), Want: Page})
		if err != nil || resp.Status != 200 {
			t.Fatalf("link %d: %+v, %v", i, resp, err)
		}
		last = resp.Redirects
		if len(last) == MaxRedirects {
			full++
		}
		for _, hop := range last {
			bytes += hopBytes + len(hop.URL)
		}
	}
	if most := limit + links*3*(hopBytes+maxShortHop); bytes > most || full < links/3 {
		t.Errorf("%d links keep %d bytes of redirects, %d of them in full; want at most %d", links, bytes, full, most)
	}
	var got []string
	for _, hop := range last {
		got = append(got, fmt.Sprint(hop.Status, " ", hop.URL[:min(len(hop.URL), 27)], " ", len(hop.URL)))
	}
	var want []string
	for _, hop := range []string{"301 https://example.test/%d/2/", "302 https://example.test/%d/3/", "302 https://example.test/%d/20/"} {
		hop = fmt.Sprintf(hop, links-1) + long
		want = append(want, fmt.Sprint(hop[:4+27], " ", maxShortHop))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the last link (-want +got):\n%s", diff)
	}
}

func TestShortenedRedirectsMeanTheSame(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		statuses []int
		want     []int // the indices of those that are kept
	}{
		"none":                     {statuses: nil, want: nil},
		"one":                      {statuses: []int{301}, want: []int{0}},
		"all permanent":            {statuses: []int{301, 308, 301}, want: []int{2}},
		"all temporary":            {statuses: []int{302, 303, 307}, want: []int{0, 2}},
		"permanent, temporary":     {statuses: []int{301, 308, 302, 302}, want: []int{1, 2, 3}},
		"permanent in the end too": {statuses: []int{301, 302, 302, 301}, want: []int{0, 1, 3}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var all, want []link.Redirect
			for i, status := range test.statuses {
				all = append(all, link.Redirect{Status: status, URL: fmt.Sprintf("https://example.test/%d", i)})
			}
			for _, i := range test.want {
				want = append(want, all[i])
			}
			if diff := cmp.Diff(want, shortened(all)); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeptRedirectsAreBounded holds what a run keeps of all redirects, so that
// two links to one of them ask for it once, to a bound.
func TestKeptRedirectsAreBounded(t *testing.T) {
	t.Parallel()
	var s singleflight
	u := fetchtest.URL
	to := strings.Repeat("x", maxKeptAnswer)
	const redirects = 2 * maxKeptAnswers / maxKeptAnswer // the same text serves all of them
	for i := range redirects {
		u.Path = fmt.Sprintf("/%d", i)
		if _, err := s.share(t.Context(), question{url: u}, func() (*answer, error) { return &answer{status: 301, location: to}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(s.answered); n > maxKeptAnswers/maxKeptAnswer || n < redirects/4 || len(s.byURL) != 0 {
		t.Errorf("%d of %d redirects are kept, %d in flight", n, redirects, len(s.byURL))
	}
}
