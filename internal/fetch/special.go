package fetch

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// Special is what holds for one URL beyond the Options. The zero value changes
// nothing.
type Special struct {
	// Headers are sent with each request for the URL, and with no other. They
	// replace our own fields and those of the site, but for cookies, which add up.
	Headers []Header
	// Method is http.MethodGet, which is then never preceded by HEAD, or
	// http.MethodHead, which is never followed by GET where an Answer is wanted, nor
	// off the site where a Page is: there is no body then. Empty is as usual.
	Method string
	// HostRate is the number of requests a second to the URL's host, if that is an
	// external one, in place of Options.HostRate. What bears a rate of its own is
	// counted apart from the host's other requests. 0 is as usual.
	HostRate float64
	// Timeout takes the place of Options.Timeout. 0 is as usual.
	Timeout time.Duration
}

// specialKey marks the context of a request with its *Special.
type specialKey struct{}

// specialOf returns what holds for the request of ctx; never nil.
func specialOf(ctx context.Context) *Special {
	if special, ok := ctx.Value(specialKey{}).(*Special); ok {
		return special
	}
	return &Special{}
}

// askAs asks one URL by what holds for it in particular, which each hop of a
// redirect is looked at for anew: what one host may see never reaches another.
func (c *Client) askAs(ctx context.Context, q question) (*answer, error) {
	if c.special == nil {
		return c.ask(ctx, q)
	}
	special := c.special(q.url)
	if special == nil {
		return c.ask(ctx, q)
	}
	switch {
	case special.Method == http.MethodGet:
		q.plain = true
	case special.Method == http.MethodHead && q.want == Page && !c.site[q.url.Origin()]:
		q.want = Answer
	}
	// What it is answered hangs on how it is asked, and is shared with nobody.
	q.fresh = true
	return c.ask(context.WithValue(ctx, specialKey{}, special), q)
}

// headAlone tells whether the request of ctx may be HEAD only.
func headAlone(ctx context.Context) bool { return specialOf(ctx).Method == http.MethodHead }

// limitOf is how long one try of req may take, where limit is usual.
func limitOf(req *http.Request, limit time.Duration) time.Duration {
	if special := specialOf(req.Context()).Timeout; special > 0 {
		return special
	}
	return limit
}

// hostOf is what turns knows the host of req by, and how many requests a second
// it bears, where perSecond is usual.
func hostOf(req *http.Request, perSecond float64) (name string, rate float64) {
	if special := specialOf(req.Context()).HostRate; special > 0 {
		return req.URL.Host + " " + strconv.FormatFloat(special, 'g', -1, 64), special
	}
	return req.URL.Host, perSecond
}
