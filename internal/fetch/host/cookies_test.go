package host

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

var exampleURL = weburl.URL{Scheme: "https", Host: "example.test", Path: "/"}

func TestCookiesStayWithTheirHost(t *testing.T) {
	t.Parallel()
	var c Cookies
	from := weburl.URL{Scheme: "https", Host: "a.x.test", Path: "/dir/page"}
	c.Set(from, []*http.Cookie{
		{Name: "domain", Value: "1", Domain: "x.test", Path: "/"},
		{Name: "secure", Value: "1", Secure: true, Path: "/"},
		{Name: "host", Value: "1", Path: "/"},
		{Name: "path", Value: "1"},
		{Name: "old", Value: "1", MaxAge: -1},
		{Name: "foreign", Value: "1", Domain: "y.test"},
		{Name: "large", Value: strings.Repeat("x", maxCookieBytes)},
	})
	tests := map[string]struct {
		url  weburl.URL
		want string
	}{
		"the page":         {url: from, want: "path domain secure host"},
		"another page":     {url: weburl.URL{Scheme: "https", Host: "a.x.test", Path: "/"}, want: "domain secure host"},
		"another port":     {url: weburl.URL{Scheme: "https", Host: "a.x.test:8443", Path: "/"}, want: "domain secure host"},
		"unencrypted":      {url: weburl.URL{Scheme: "http", Host: "a.x.test", Path: "/"}, want: "domain host"},
		"the domain":       {url: weburl.URL{Scheme: "https", Host: "x.test", Path: "/"}},
		"another below it": {url: weburl.URL{Scheme: "https", Host: "b.x.test", Path: "/"}},
		"one below":        {url: weburl.URL{Scheme: "https", Host: "b.a.x.test", Path: "/"}},
		"another domain":   {url: weburl.URL{Scheme: "https", Host: "y.test", Path: "/"}},
	}
	for name, test := range tests {
		var got []string
		for _, cookie := range c.Of(test.url) {
			got = append(got, cookie.Name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: cookies %q, want %q", name, got, test.want)
		}
	}
}

func TestCookiesOfAllHostsAreBounded(t *testing.T) {
	t.Parallel()
	var c Cookies
	u, value := exampleURL, strings.Repeat("x", maxCookieBytes-1)
	const hosts = 2 * maxAllCookies / maxCookieBytes / maxCookies
	for h := range hosts {
		u.Host = fmt.Sprintf("h%d.test", h)
		for i := range maxCookies {
			c.Set(u, []*http.Cookie{{Name: string(rune('!' + i)), Value: value}})
		}
	}
	kept := 0
	for h := range hosts {
		u.Host = fmt.Sprintf("h%d.test", h)
		for _, cookie := range c.Of(u) {
			kept += len(cookie.Name) + len(cookie.Value)
		}
	}
	if kept > maxAllCookies || kept < maxAllCookies/2 || kept > c.size {
		t.Errorf("%d bytes are kept, counted as %d; want at most %d", kept, c.size, maxAllCookies)
	}
	// A cookie may still take the place of one that is not smaller.
	u.Host = "h0.test"
	c.Set(u, []*http.Cookie{{Name: "!", Value: "new"}})
	if got := c.Of(u)[0]; got.Value != "new" {
		t.Errorf("the cookie is %q", got.Value)
	}
}

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
		strings.Repeat("a=1\n", 60), manyCookies(60), "a=" + strings.Repeat("x", maxCookieBytes),
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

// manyCookies are lines that each set another cookie.
func manyCookies(n int) string {
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "n%d=1\n", i)
	}
	return lines.String()
}

func TestCookiesDoNotKeepTheirFields(t *testing.T) {
	// Not parallel: it measures the whole process.
	var c Cookies
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range maxCookies {
		cookie, err := http.ParseSetCookie(fmt.Sprintf("n%d=v; Path=/; Priority=%s", i, strings.Repeat("x", 1<<20)))
		if err != nil {
			t.Fatal(err)
		}
		c.Set(exampleURL, []*http.Cookie{cookie})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := len(c.Of(exampleURL)); got != maxCookies {
		t.Errorf("%d cookies are kept", got)
	}
	if grown := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) >> 20; grown > 16 {
		t.Errorf("%d cookies of 6 bytes keep %d MiB", maxCookies, grown)
	}
}
