package host

import (
	"fmt"
	"net/http"
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, cookie := range c.Of(test.url) {
				got = append(got, cookie.Name)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("cookies %q, want %q", got, test.want)
			}
		})
	}
}

func TestCookiesAreBounded(t *testing.T) {
	t.Parallel()
	var c Cookies
	for i := range 1000 {
		c.Set(exampleURL, []*http.Cookie{{Name: fmt.Sprint("n", i), Value: "1"}, {Name: "n0", Value: fmt.Sprint(i)}})
	}
	got := c.Of(exampleURL)
	if len(got) != maxCookies {
		t.Errorf("%d cookies are kept, want %d", len(got), maxCookies)
	}
	for _, cookie := range got {
		if cookie.Name == "n0" && cookie.Value != "999" {
			t.Errorf("n0 = %q, want the last value", cookie.Value)
		}
	}
}
