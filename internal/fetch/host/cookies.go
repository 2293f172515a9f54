package host

import (
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// The limits of cookies. Browsers keep at least 50 cookies of a domain, of up to 4,096 bytes (RFC
// 6265, section 6.1). maxAllCookies bounds those of all hosts: one page may lead to thousands.
const (
	maxCookies     = 50
	maxCookieBytes = 4096
	maxAllCookies  = 16 << 20
)

// Cookies are those that hosts have set in this run. The zero value is empty.
//
// Each host has a separate jar, by its name without the port. A cookie for a whole domain is not
// sent to the other hosts of that domain: they may have nothing in common but the page that links
// to them.
type Cookies struct {
	mu   sync.Mutex
	jars map[string]*cookiejar.Jar
	size int // of all that were set, in bytes
}

// NewJar returns an empty jar.
func NewJar() *cookiejar.Jar {
	jar, _ := cookiejar.New(nil) // fails on no options
	return jar
}

// Line returns the value of the Cookie field for a request for u; empty for none.
func (c *Cookies) Line(u weburl.URL) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.jars) == 0 {
		return ""
	}
	to := u.Request()
	jar := c.jars[to.Hostname()]
	if jar == nil {
		return ""
	}
	// http.Request.AddCookie would copy all earlier ones for each.
	var pairs []string
	for _, cookie := range jar.Cookies(to) {
		pairs = append(pairs, cookie.String())
	}
	return strings.Join(pairs, "; ")
}

// Set keeps the cookies that an answer of u sets. When there are too many of all hosts, it begins
// anew.
func (c *Cookies) Set(u weburl.URL, set []*http.Cookie) {
	if len(set) == 0 {
		return
	}
	from := u.Request()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cookie := range set {
		c.size += len(cookie.Raw)
	}
	if c.jars == nil || c.size > maxAllCookies {
		c.jars, c.size = map[string]*cookiejar.Jar{}, 0
	}
	jar := c.jars[from.Hostname()]
	if jar == nil {
		jar = NewJar()
		c.jars[from.Hostname()] = jar
	}
	for _, cookie := range set {
		if len(cookie.Raw) <= maxCookieBytes && len(jar.Cookies(from)) < maxCookies {
			jar.SetCookies(from, []*http.Cookie{cookie})
		}
	}
}
