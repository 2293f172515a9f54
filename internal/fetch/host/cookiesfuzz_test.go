package host

import (
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"

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
		var c Cookies
		c.Set(u, resp.Cookies())
		kept, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		kept.SetCookies(u.Request(), resp.Cookies())
		home := u.Request().Hostname()
		for _, host := range cookieHosts {
			to := weburl.URL{Scheme: "https", Host: host, Path: u.Path}
			got := c.Of(to)
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
