package host

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
)

// The limits of cookies. Browsers keep at least 50 cookies of a domain, of up to 4,096 bytes (RFC
// 6265, section 6.1).
const (
	maxCookies     = 50
	maxCookieBytes = 4096
)

// Cookies are those that hosts have set in this run. A cookie for a whole domain is not sent to the
// other hosts of that domain: they may have nothing in common but the page that links to them.
type Cookies struct{ jar *cookiejar.Jar }

// NewCookies returns no cookies.
func NewCookies() Cookies {
	jar, _ := cookiejar.New(nil) // fails on no options
	return Cookies{jar: jar}
}

// Line returns the value of the Cookie field for a request for u; empty for none.
func (c Cookies) Line(u *url.URL) string {
	// http.Request.AddCookie would copy all earlier ones for each.
	var pairs []string
	for _, cookie := range c.jar.Cookies(u) {
		pairs = append(pairs, cookie.String())
	}
	return strings.Join(pairs, "; ")
}

// Set keeps the cookies that an answer of u sets.
func (c Cookies) Set(u *url.URL, set []*http.Cookie) {
	for _, cookie := range set {
		if domain := strings.TrimPrefix(strings.ToLower(cookie.Domain), "."); domain != "" && !isWithin(u.Hostname(), domain) {
			continue
		}
		if len(cookie.Raw) <= maxCookieBytes && len(c.jar.Cookies(u)) < maxCookies {
			own := *cookie
			own.Domain = ""
			c.jar.SetCookies(u, []*http.Cookie{&own})
		}
	}
}

func isWithin(host, domain string) bool { return host == domain || strings.HasSuffix(host, "."+domain) }
