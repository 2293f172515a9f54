package host

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

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
