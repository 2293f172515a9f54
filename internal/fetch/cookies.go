package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/weburl"
)

// What one host may have a run remember. Browsers keep at least 50 cookies of a
// domain, of up to 4,096 bytes (RFC 6265, section 6.1).
const (
	maxCookies     = 50
	maxCookieBytes = 4096
	// maxAllCookies bounds those of all hosts together: a page may lead to thousands of
	// hosts that are one stranger's.
	maxAllCookies = 16 << 20
)

// cookies are those that hosts have set in this run. Each host has a jar of its
// own, by its name without the port: what one sets for its whole domain is not
// sent to the domain's others, since a run visits hosts that have no more to do
// with each other than their links on one page.
type cookies struct {
	any  atomic.Bool // whether there is one at all
	mu   sync.Mutex
	jars map[string]*jar
	size int // of all that were let in, in bytes
}

// jar holds the cookies of one host, a bounded number.
type jar struct {
	kept *cookiejar.Jar
	// names are the cookies that were let in, whether or not they have expired, with
	// their sizes.
	names map[cookieName]int
}

func newJar() *jar {
	// New fails on no options.
	kept, _ := cookiejar.New(nil)
	return &jar{kept: kept, names: map[cookieName]int{}}
}

// cookieName is what makes a cookie replace another (RFC 6265, section 5.3).
type cookieName struct{ name, domain, path string }

// of are the cookies to send with a request for u.
func (c *cookies) of(u weburl.URL) []*http.Cookie {
	if !c.any.Load() {
		return nil
	}
	to := u.Request()
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.jars[to.Hostname()]
	if j == nil {
		return nil
	}
	return j.kept.Cookies(to)
}

// cookieLine is the Cookie field for cookies of a jar. http.Request.AddCookie would
// copy all those before each of them.
func cookieLine(send []*http.Cookie) string {
	pairs := make([]string, len(send))
	for i, cookie := range send {
		pairs[i] = cookie.String()
	}
	return strings.Join(pairs, "; ")
}

// set keeps the cookies that an answer of u sets.
func (c *cookies) set(u weburl.URL, set []*http.Cookie) {
	if len(set) == 0 {
		return
	}
	to := u.Request()
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.jars[to.Hostname()]
	if j == nil {
		j = newJar()
		if c.jars == nil {
			c.jars = map[string]*jar{}
		}
		c.jars[to.Hostname()] = j
	}
	c.any.Store(true)
	in, taken := j.admit(set, maxAllCookies-c.size)
	c.size += taken
	j.kept.SetCookies(to, in)
}

// admit returns those of set for which there is room, which is that many bytes of
// memory, and how many they take.
func (j *jar) admit(set []*http.Cookie, room int) (in []*http.Cookie, taken int) {
	for _, cookie := range set {
		name := cookieName{cookie.Name, cookie.Domain, cookie.Path}
		size := len(cookie.Name) + len(cookie.Value) + len(cookie.Domain) + len(cookie.Path)
		before, known := j.names[name]
		switch {
		case size > maxCookieBytes, size-before > room-taken:
		case known || len(j.names) < maxCookies:
			own := ownCookie(cookie)
			j.names[cookieName{own.Name, own.Domain, own.Path}] = size
			taken += size - before
			in = append(in, own)
		}
	}
	return in, taken
}

// ownCookie returns a copy that does not keep the header field in memory which the
// cookie was cut out of: that may be far longer.
func ownCookie(cookie *http.Cookie) *http.Cookie {
	own := *cookie
	own.Name, own.Value = strings.Clone(cookie.Name), strings.Clone(cookie.Value)
	own.Domain, own.Path = strings.Clone(cookie.Domain), strings.Clone(cookie.Path)
	own.RawExpires, own.Raw, own.Unparsed = "", "", nil
	return &own
}
