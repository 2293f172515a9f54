package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// redirector answers /STATUS?to=REFERENCE with that redirect, /count/N with a
// redirect to /count/N-1 down to 0, /self with one to itself, /ping and /pong
// with one to each other, /grow/ with one to a longer path, and anything else with success.
func redirector(w http.ResponseWriter, r *http.Request) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	status, _ := strconv.Atoi(first)
	n, _ := strconv.Atoi(rest)
	switch {
	case status != 0:
		w.Header()["Location"] = r.URL.Query()["to"]
		w.WriteHeader(status)
	case first == "count" && n > 0:
		moved(w, "/count/"+strconv.Itoa(n-1))
	case first == "self":
		moved(w, "#again")
	case first == "grow":
		moved(w, r.URL.Path+"x")
	case first == "ping":
		moved(w, "pong")
	case first == "pong":
		moved(w, "ping")
	}
}

func moved(w http.ResponseWriter, to string) {
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
}

func TestDoFollowsRedirects(t *testing.T) {
	t.Parallel()
	s := serve(t, redirector)
	other := serve(t, redirector)
	hop := func(status int, url string) []link.Redirect { return []link.Redirect{{Status: status, URL: url}} }
	tests := map[string]struct {
		path string
		url  string
		hops []link.Redirect
	}{
		"none":               {path: "/a#f", url: s.URL + "/a#f"},
		"relative":           {path: "/301/x?to=../dir/y", url: s.URL + "/dir/y", hops: hop(301, s.URL+"/dir/y")},
		"root":               {path: "/308?to=/end", url: s.URL + "/end", hops: hop(308, s.URL+"/end")},
		"absolute":           {path: "/302?to=" + other.URL + "/end", url: other.URL + "/end", hops: hop(302, other.URL+"/end")},
		"new fragment":       {path: "/303?to=/end%23new#old", url: s.URL + "/end#new", hops: hop(303, s.URL+"/end#new")},
		"inherited fragment": {path: "/307?to=/end#old", url: s.URL + "/end#old", hops: hop(307, s.URL+"/end")},
		"odd for net/url":    {path: "/301?to=/%25zz", url: s.URL + "/%zz", hops: hop(301, s.URL+"/%zz")},
		"two hops": {
			path: "/301?to=/302?to=/end", url: s.URL + "/end",
			hops: []link.Redirect{{Status: 301, URL: s.URL + "/302?to=/end"}, {Status: 302, URL: s.URL + "/end"}},
		},
		"user info is not shown": {
			path: "/301?to=" + strings.Replace(other.URL, "//", "//me:secret@", 1) + "/end",
			url:  strings.Replace(other.URL, "//", "//me:secret@", 1) + "/end", hops: hop(301, other.URL+"/end"),
		},
		"another status": {path: "/300?to=/end", url: s.URL + "/300?to=/end"},
		"to nowhere":     {path: "/301", url: s.URL + "/301"},
	}
	c := testClient(t, Options{})
	for name, test := range tests {
		for _, want := range []Want{Answer, Page} {
			t.Run(fmt.Sprintf("%s/%d", name, want), func(t *testing.T) {
				t.Parallel()
				resp := do(t, c, s.URL+test.path, want)
				if got := resp.URL.String(); got != test.url {
					t.Errorf("URL = %s, want %s", got, test.url)
				}
				if diff := cmp.Diff(test.hops, resp.Redirects); diff != "" {
					t.Errorf("Redirects (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestDoStopsRedirects(t *testing.T) {
	t.Parallel()
	s := serve(t, redirector)
	tests := map[string]struct {
		path   string
		reason link.Reason
		hops   int
	}{
		"to ever longer URLs": {path: "/grow/", reason: link.TooManyRedirects, hops: 20},
		"to itself":           {path: "/self", reason: link.RedirectLoop, hops: 1},
		"in a circle":         {path: "/ping", reason: link.RedirectLoop, hops: 2},
		"too many":            {path: "/count/21", reason: link.TooManyRedirects, hops: 20},
		"to no URL":           {path: "/302?to=http://[bad", reason: link.InvalidURL},
		"another program":     {path: "/302?to=mailto:a@b.test", reason: link.UnsupportedScheme, hops: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := testClient(t, Options{})
			got := fail(t, t.Context(), c, s.URL+test.path, Answer)
			// Once with HEAD and once with GET.
			if c.Requests() > 2*(MaxRedirects+1) {
				t.Errorf("%d requests", c.Requests())
			}
			if got.Reason != test.reason || len(got.Redirects) != test.hops || got.Status/100 != 3 {
				t.Errorf("Reason %q with status %d after %d hops, want %q after %d: %v",
					got.Reason, got.Status, len(got.Redirects), test.reason, test.hops, got)
			}
		})
	}
	if resp := do(t, testClient(t, Options{}), s.URL+"/count/20", Answer); len(resp.Redirects) != 20 {
		t.Errorf("%d hops, want 20", len(resp.Redirects))
	}
}

func TestDoBringsCookiesBack(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("seen"); err != nil {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes"})
			moved(w, r.URL.Path)
		}
	})
	c := testClient(t, Options{})
	resp := do(t, c, s.URL+"/a", Page)
	if resp.Status != 200 || len(resp.Redirects) != 1 {
		t.Errorf("status %d after %d hops, want 200 after 1", resp.Status, len(resp.Redirects))
	}
	if resp := do(t, c, s.URL+"/b", Page); len(resp.Redirects) != 0 {
		t.Errorf("the host has to set its cookie again for another page")
	}
	if resp := do(t, testClient(t, Options{}), s.URL+"/a", Page); len(resp.Redirects) != 1 {
		t.Errorf("cookies outlive the run")
	}
}

func TestDoAfterRedirectFails(t *testing.T) {
	t.Parallel()
	s := serve(t, redirector)
	got := fail(t, t.Context(), testClient(t, Options{}), s.URL+"/301?to="+refusing+"/", Answer)
	if got.Reason != link.ConnectionRefused || len(got.Redirects) != 1 || got.Status != 301 {
		t.Errorf("Reason %q, status %d, %d hops; want connection-refused, 301, 1", got.Reason, got.Status, len(got.Redirects))
	}
}

// TestRedirectFromHTTPSToHTTP follows such a redirect, as browsers do for a link: no
// field of the site's own origin and no secure cookie goes along.
func TestRedirectFromHTTPSToHTTP(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound} {
		var plain []*http.Request
		opt := Options{Headers: secrets, Site: []string{"https://example.test"}}
		c := answeredBy(opt, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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

func TestOneFailureOfManyWays(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { moved(w, refusing+"/end") })
	c := testClient(t, Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := c.Do(t.Context(), Request{URL: mustParse(t, fmt.Sprintf("%s/%d", s.URL, i)), Want: Answer})
			var failed *Error
			if !errors.As(err, &failed) || failed.Reason != link.ConnectionRefused || len(failed.Redirects) != 1 {
				t.Errorf("Do: %+v", failed)
			}
		})
	}
	wg.Wait()
	resp, err := c.Do(t.Context(), Request{URL: mustParse(t, refusing+"/end"), Want: Answer})
	var failed *Error
	if !errors.As(err, &failed) || len(failed.Redirects) != 0 || failed.Status != 0 {
		t.Errorf("Do: %+v %+v, want the failure alone, not another's way there", resp, failed)
	}
}

// FuzzLocation holds where an answer redirects to the field that it was sent with: it reaches the
// URL parser of the browser's standard, and what that refuses is an error.
func FuzzLocation(f *testing.F) {
	for _, seed := range []string{"/a", "//h.example/a b", "https://user:pw@h.example:99999/", "javascript:alert(1)", "http://[::1", "\x00", "?\xff", "https:/\\h"} {
		f.Add(seed, uint16(301))
	}
	f.Fuzz(func(t *testing.T, value string, status uint16) {
		isFirst := true
		c := answeredBy(Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			if !isFirst {
				return fetchtest.Response(r, 200), nil
			}
			isFirst = false
			resp := fetchtest.Response(r, int(status))
			resp.Header["Location"] = []string{value}
			return resp, nil
		}))
		resp, err := c.Do(t.Context(), Request{URL: fetchtest.URL, Want: Body})
		to, refused := fetchtest.URL.Resolve(value)
		var failed *Error
		switch {
		case errors.As(err, &failed) && refused != nil && failed.Reason != link.InvalidURL:
			t.Errorf("status %d with %q: %v, want %v", status, value, err, refused)
		case err == nil && len(resp.Redirects) > 0 && (resp.URL.Document() != to.Document() || status < 301 || status > 308):
			t.Errorf("status %d with %q leads to %q", status, value, resp.URL)
		}
	})
}
