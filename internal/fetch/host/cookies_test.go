package host

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

// setCookies returns the cookies of these Set-Cookie fields.
func setCookies(fields ...string) []*http.Cookie {
	return (&http.Response{Header: http.Header{"Set-Cookie": fields}}).Cookies()
}

func TestCookiesStayWithTheirHost(t *testing.T) {
	t.Parallel()
	c := NewCookies()
	from := weburl.URL{Scheme: "https", Host: "a.x.test", Path: "/dir/page"}
	c.Set(from.Request(), setCookies(
		"domain=1; Domain=x.test; Path=/", "secure=1; Secure; Path=/", "host=1; Path=/", "path=1", "old=1; Max-Age=-1",
		"foreign=1; Domain=y.test", "large="+strings.Repeat("x", maxCookieBytes),
	))
	tests := map[string]struct {
		url  weburl.URL
		want string
	}{
		"the page":         {url: from, want: "path=1; domain=1; secure=1; host=1"},
		"another page":     {url: weburl.URL{Scheme: "https", Host: "a.x.test", Path: "/"}, want: "domain=1; secure=1; host=1"},
		"another port":     {url: weburl.URL{Scheme: "https", Host: "a.x.test:8443", Path: "/"}, want: "domain=1; secure=1; host=1"},
		"unencrypted":      {url: weburl.URL{Scheme: "http", Host: "a.x.test", Path: "/"}, want: "domain=1; host=1"},
		"the domain":       {url: weburl.URL{Scheme: "https", Host: "x.test", Path: "/"}},
		"another below it": {url: weburl.URL{Scheme: "https", Host: "b.x.test", Path: "/"}},
		"one below":        {url: weburl.URL{Scheme: "https", Host: "b.a.x.test", Path: "/"}},
		"another domain":   {url: weburl.URL{Scheme: "https", Host: "y.test", Path: "/"}},
	}
	for name, test := range tests {
		if got := c.Line(test.url.Request()); got != test.want {
			t.Errorf("%s: cookies %q, want %q", name, got, test.want)
		}
	}
}

func TestCookiesOfAHostAreBounded(t *testing.T) {
	t.Parallel()
	c := NewCookies()
	u := &url.URL{Scheme: "https", Host: "x.test", Path: "/"}
	for i := range 2 * maxCookies {
		c.Set(u, setCookies(fmt.Sprintf("n%d=x", i)))
	}
	if got := strings.Count(c.Line(u), "="); got != maxCookies {
		t.Errorf("%d cookies are kept, want %d", got, maxCookies)
	}
}
