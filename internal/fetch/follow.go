package fetch

import (
	"cmp"
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxHops is how many redirects of one URL are followed, which is as many as
// browsers follow (Fetch standard, "HTTP-redirect fetch").
const maxHops = 20

// chase follows one URL through its redirects. Each hop is a request of its
// own: with its own retries, its own turn at its own host, and the header
// fields that this host may see.
type chase struct {
	client *Client
	want   Want
	plain  bool // GET alone
	headed bool // a redirect came as an answer to HEAD
	hops   []link.Redirect
	seen   map[visit]bool
	// jar holds the cookies that the hops of this chase have set; nil until there
	// is one. Some hosts send a visitor on only once a cookie came back. It tells
	// a loop from that, which those that other links have set must not change.
	jar *jar
}

// visit is what makes a hop the same as an earlier one, so that it would lead
// nowhere else. A URL asked with other cookies is another visit.
type visit struct {
	url     weburl.URL // without its fragment
	cookies string
}

// follow asks for u and then for what it redirects to, up to the final answer.
func (c *chase) follow(ctx context.Context, u weburl.URL) (*Response, *Error) {
	for {
		got, err := c.client.askAs(ctx, question{url: u, want: c.want, plain: c.plain, named: len(c.hops) == 0, fresh: c.jar != nil})
		if ctx.Err() != nil {
			return nil, c.fail(notReached(ctx), got)
		}
		if err != nil {
			return nil, c.fail(explain(err, u.Request().Hostname()), nil)
		}
		c.client.cookies.set(u, got.cookies)
		if got.location == "" {
			return c.response(u, got), nil
		}
		c.headed = c.headed || got.head
		c.remember(u, got)
		next, failed := c.next(u, got)
		if failed != nil {
			return nil, c.fail(failed, got)
		}
		u = next
	}
}

// endsBadly tells whether a chase ended where no page is. What kept it from its
// end is no such thing.
func endsBadly(resp *Response, err *Error) bool {
	if err != nil {
		switch err.Reason {
		case link.RedirectLoop, link.TooManyRedirects, link.InvalidURL, link.UnsupportedScheme, link.DNSNotFound:
			return true
		}
		return false
	}
	return resp.Status >= 400 && !resp.Limited
}

// next returns where an answer of u redirects to, and records that hop.
func (c *chase) next(u weburl.URL, got *answer) (weburl.URL, *Error) {
	if len(c.hops) == maxHops {
		return u, &Error{Reason: link.TooManyRedirects, Message: fmt.Sprintf("more than %d redirects", maxHops)}
	}
	if n := len(got.location); n > maxLocation {
		return u, &Error{Reason: link.ConnectionFailed, Message: fmt.Sprintf("redirects to a URL of %d bytes, more than the %d that are followed", n, maxLocation)}
	}
	next, err := u.Resolve(got.location)
	if err != nil {
		return u, &Error{Reason: link.InvalidURL, Message: "cannot follow its redirect: " + err.Error(), Err: err}
	}
	shown := hopURL(next)
	c.hops = append(c.hops, link.Redirect{Status: got.status, URL: shown})
	if !next.IsHTTP() {
		if isRefused(next.Scheme) {
			return u, &Error{Reason: link.InvalidURL, Message: fmt.Sprintf("redirects to a %s: URL, which browsers refuse", next.Scheme)}
		}
		// A browser hands it to another program. There is no answer to judge, and the
		// redirect itself is none.
		return u, &Error{Reason: link.UnsupportedScheme, Message: fmt.Sprintf("redirects to a %s: URL", next.Scheme)}
	}
	if next.Fragment == "" {
		next.Fragment = u.Fragment
	}
	if next.User == "" && next.Origin() == u.Origin() {
		// Browsers go on to send a host the user info that it was given.
		next.User = u.User
	}
	if c.seen[c.visit(next)] {
		return u, &Error{Reason: link.RedirectLoop, Message: fmt.Sprintf("redirects in a loop, back to %s", shown)}
	}
	return next, nil
}

// remember notes that u was asked, and the cookies that it set. Its visit is
// that of the request: without those cookies.
func (c *chase) remember(u weburl.URL, got *answer) {
	if c.seen == nil {
		c.seen = map[visit]bool{}
	}
	c.seen[c.visit(u)] = true
	if len(got.cookies) == 0 {
		return
	}
	if c.jar == nil {
		c.jar = newJar()
	}
	in, _ := c.jar.admit(got.cookies, maxAllCookies)
	c.jar.kept.SetCookies(u.Request(), in)
}

func (c *chase) visit(u weburl.URL) visit {
	v := visit{url: u.Document()}
	if c.jar != nil {
		for _, cookie := range c.jar.kept.Cookies(u.Request()) {
			v.cookies += cookie.Name + "=" + cookie.Value + "; "
		}
	}
	return v
}

// fail completes an error with what is known of the way to it, and lets go of
// the last answer; nil when there was none.
func (c *chase) fail(e *Error, last *answer) *Error {
	e.Redirects = c.hops
	if n := len(c.hops); n > 0 {
		e.Status = c.hops[n-1].Status
	}
	if last != nil {
		e.Status = last.status
		if last.body != nil {
			c.client.putBuffer(last.body)
		}
	}
	return e
}

// response makes the Response of a final answer.
func (c *chase) response(u weburl.URL, got *answer) *Response {
	resp := &Response{
		Status:      got.status,
		URL:         u,
		Redirects:   c.hops,
		ContentType: got.contentType,
		Charset:     got.charset,
		ETag:        got.etag,
		Refresh:     got.refresh,
		HTML:        got.html,
		Cut:         got.cut,
		Wall:        got.wall,
		Protection:  cmp.Or(Protection(got.login), ProtectionOf(c.hops)),
		Passing:     got.wall == "" && !got.later && (got.limited || statusMayPass(got.status)),
		Limited:     got.limited,
		RetryLater:  got.later,
	}
	if got.body != nil {
		resp.Body = got.body.Bytes()
		resp.release = func() { c.client.putBuffer(got.body) }
	}
	return resp
}
