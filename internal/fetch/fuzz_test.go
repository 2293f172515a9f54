package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/weburl"
)

// cookieHosts are those that a fuzz target visits: names above, below and beside one
// another.
var cookieHosts = []string{"a.x.test", "x.test", "b.a.x.test", "b.x.test", "y.test", "a.x.test:8443", "127.0.0.1", "[::1]:8080"}

// FuzzCookies sets the cookies of answers, one a line, and compares what goes back to
// each host with what a jar of net/http for that host alone sends. No other host gets
// any.
func FuzzCookies(f *testing.F) {
	for _, seed := range []string{
		"a=1", "a=1; Path=/; Secure; HttpOnly\nb=2; Domain=x.test", "a=1; Domain=.test\nb=2; Domain=a.x.test; Max-Age=-1",
		"a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT\na=2; Path=/dir", "__Host-a=1; Domain=x.test", "=x\n;\na", "a=\"q q\"; SameSite=None; Partitioned",
		strings.Repeat("a=1\n", 60), "a=" + strings.Repeat("x", maxCookieBytes),
	} {
		f.Add(seed, uint8(0), "/dir/page")
	}
	f.Fuzz(func(t *testing.T, lines string, from uint8, path string) {
		u, err := weburl.Parse("https://" + cookieHosts[int(from)%len(cookieHosts)] + "/" + strings.TrimLeft(path, "/"))
		if err != nil {
			t.Skip("no URL")
		}
		resp := http.Response{Header: http.Header{}}
		for line := range strings.Lines(lines) {
			resp.Header.Add("Set-Cookie", strings.TrimSuffix(line, "\n"))
		}
		var c cookies
		c.set(u, resp.Cookies())
		kept, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		kept.SetCookies(u.Request(), resp.Cookies())
		home := u.Request().Hostname()
		for _, host := range cookieHosts {
			to := weburl.URL{Scheme: "https", Host: host, Path: u.Path}
			got := c.of(to)
			if to.Request().Hostname() != home {
				if len(got) > 0 {
					t.Errorf("%s gets %v, which %s has set by %q", host, got, home, lines)
				}
				continue
			}
			size := 0
			for _, cookie := range got {
				size += len(cookie.Name) + len(cookie.Value)
			}
			if len(got) > maxCookies || size > maxCookies*maxCookieBytes {
				t.Errorf("%d cookies of %d bytes are kept", len(got), size)
			}
			want := kept.Cookies(to.Request())
			if len(resp.Cookies()) <= maxCookies && len(lines) <= maxCookieBytes && !slices.Equal(pairs(want), pairs(got)) {
				t.Errorf("%q: %v goes back, net/http sends %v", lines, pairs(got), pairs(want))
			}
			for _, cookie := range got {
				if !slices.Contains(pairs(want), cookie.Name+"="+cookie.Value) && len(resp.Cookies()) <= maxCookies && len(lines) <= maxCookieBytes {
					t.Errorf("%q goes back", cookie)
				}
			}
		}
	})
}

// pairs are cookies as they are sent.
func pairs(cookies []*http.Cookie) []string {
	var all []string
	for _, c := range cookies {
		all = append(all, c.Name+"="+c.Value)
	}
	return all
}

// FuzzWaitAsked holds what an answer asks to wait to its bounds, whatever fields it
// has, and Retry-After to what net/http reads.
func FuzzWaitAsked(f *testing.F) {
	f.Add("120", "Retry-After", uint16(429))
	f.Add("Fri, 31 Dec 2027 23:59:59 GMT", "Retry-After", uint16(503))
	f.Add("Friday, 31-Dec-27 23:59:59 GMT", "Retry-After", uint16(503))
	f.Add("\"default\";r=0;t=30, \"b\";t=99999999999999999999;r=0", "Ratelimit", uint16(403))
	f.Add("limit=10, remaining=0, reset=-1", "Ratelimit", uint16(403))
	f.Add("0;w=1", "Ratelimit-Remaining", uint16(200))
	f.Add("18446744073709551615", "X-Ratelimit-Reset", uint16(200))
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value, name string, status uint16) {
		header := http.Header{"Ratelimit-Remaining": {"0"}, "X-Rate-Limit-Remaining": {"0"}, "X-Ratelimit-Remaining": {"0"}}
		header[http.CanonicalHeaderKey(name)] = []string{value}
		got := askedWait(header, now)
		if got != -1 && (got < 0 || got > maxRetryAfter+time.Second) {
			t.Errorf("%q of %s: %v", value, name, got)
		}
		if isLimited(int(status), header, now) && status != http.StatusTooManyRequests && (status != http.StatusForbidden || got < 0) {
			t.Errorf("status %d with %q of %s is a limit", status, value, name)
		}
		if date, err := http.ParseTime(strings.TrimSpace(value)); name == "Retry-After" && err == nil {
			if want := min(max(date.Sub(now), 0), maxRetryAfter+time.Second); got != want {
				t.Errorf("%q is %v, net/http's date is in %v", value, got, want)
			}
		}
	})
}

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
		h := hiddenLocation{next: fake(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: int(status), Header: http.Header{"Location": {value}}, Body: http.NoBody, Request: r}, nil
		})}
		resp, err := h.RoundTrip(&http.Request{URL: base})
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		got, ok := location(resp)
		if ok && (got != value || status < 301 || status > 308) || resp.Header.Get("Location") != "" {
			t.Errorf("status %d with %q leads to %q", status, value, got)
		}
	})
}
