package host

import (
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/weburl"
)

// The limits of cookies. Browsers keep at least 50 cookies of a domain, of up to 4,096
// bytes (RFC 6265, section 6.1).
const (
	maxCookies     = 50
	maxCookieBytes = 4096
	// maxAllCookies bounds those of all hosts together: one page may lead to thousands
	// of hosts.
	maxAllCookies = 16 << 20
)

// Cookies are those that hosts have set in this run. The zero value is empty.
//
// Each host has a separate jar, by its name without the port. A cookie for a whole domain
// is not sent to the other hosts of that domain: they may have nothing in common but the
// page that links to them.
type Cookies struct {
	any  atomic.Bool // whether there is one at all
	mu   sync.Mutex
	jars map[string]*Jar
	size int // of all that were kept, in bytes
}

// Jar holds a bounded number of cookies of one host.
type Jar struct {
	kept *cookiejar.Jar
	// names are the cookies that were kept, expired ones too, with their sizes.
	names map[cookieName]int
}

// NewJar returns an empty jar.
func NewJar() *Jar {
	// New fails on no options.
	kept, _ := cookiejar.New(nil)
	return &Jar{kept: kept, names: map[cookieName]int{}}
}

// Set keeps the cookies that an answer of u sets.
func (j *Jar) Set(u weburl.URL, set []*http.Cookie) {
	j.set(u, set, maxAllCookies)
}

// set keeps those cookies that fit into free bytes, and returns how many they take.
func (j *Jar) set(u weburl.URL, set []*http.Cookie, free int) (taken int) {
	kept, taken := j.admit(set, free)
	j.kept.SetCookies(u.Request(), kept)
	return taken
}

// Of returns the cookies to send with a request for u.
func (j *Jar) Of(u weburl.URL) []*http.Cookie { return j.kept.Cookies(u.Request()) }

// cookieName is what makes a cookie replace another (RFC 6265, section 5.3).
type cookieName struct{ name, domain, path string }

// Of returns the cookies to send with a request for u.
func (c *Cookies) Of(u weburl.URL) []*http.Cookie {
	if !c.any.Load() {
		return nil
	}
	name := u.Request().Hostname()
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.jars[name]
	if j == nil {
		return nil
	}
	return j.Of(u)
}

// Line returns the value of the Cookie field for a request for u; empty for none.
func (c *Cookies) Line(u weburl.URL) string {
	// http.Request.AddCookie would copy all earlier ones for each.
	send := c.Of(u)
	pairs := make([]string, len(send))
	for i, cookie := range send {
		pairs[i] = cookie.String()
	}
	return strings.Join(pairs, "; ")
}

// Set keeps the cookies that an answer of u sets.
func (c *Cookies) Set(u weburl.URL, set []*http.Cookie) {
	if len(set) == 0 {
		return
	}
	name := u.Request().Hostname()
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.jars[name]
	if j == nil {
		j = NewJar()
		if c.jars == nil {
			c.jars = map[string]*Jar{}
		}
		c.jars[name] = j
	}
	c.any.Store(true)
	c.size += j.set(u, set, maxAllCookies-c.size)
}

// admit returns those of set that fit into free bytes, and how many they take.
func (j *Jar) admit(set []*http.Cookie, free int) (kept []*http.Cookie, taken int) {
	for _, cookie := range set {
		name := cookieName{cookie.Name, cookie.Domain, cookie.Path}
		size := len(cookie.Name) + len(cookie.Value) + len(cookie.Domain) + len(cookie.Path)
		before, known := j.names[name]
		switch {
		case size > maxCookieBytes, size-before > free-taken:
		case known || len(j.names) < maxCookies:
			c := cloned(cookie)
			j.names[cookieName{c.Name, c.Domain, c.Path}] = size
			taken += size - before
			kept = append(kept, c)
		}
	}
	return kept, taken
}

// cloned returns a copy without the header field that the cookie was cut out of, which
// may be far longer.
func cloned(cookie *http.Cookie) *http.Cookie {
	c := *cookie
	c.Name, c.Value = strings.Clone(cookie.Name), strings.Clone(cookie.Value)
	c.Domain, c.Path = strings.Clone(cookie.Domain), strings.Clone(cookie.Path)
	c.RawExpires, c.Raw, c.Unparsed = "", "", nil
	return &c
}
