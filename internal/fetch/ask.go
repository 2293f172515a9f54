package fetch

import (
	"bytes"
	"context"
	"net/http"
	"net/http/cookiejar"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// answer is what one URL answered, before any redirect is followed.
type answer struct {
	status      int
	location    string // empty when the answer is no redirect
	contentType string
	charset     string
	etag        string
	html        bool
	body        *bytes.Buffer // nil when it was not read
	cut         error
	wall        string
	later       bool
	cookies     []*http.Cookie
}

// ask asks one URL for what is wanted. Where headers are enough it asks with
// HEAD, and again with GET when the host refuses HEAD or fails at it: many do,
// for pages that they have.
func (c *Client) ask(ctx context.Context, u weburl.URL, want Want, jar *cookiejar.Jar) (*answer, error) {
	if want != Answer || getAlone(ctx) || !headAlone(ctx) && c.heads.refused(u.Host) {
		return c.send(ctx, http.MethodGet, u, want, jar, c.retries)
	}
	head, err := c.send(ctx, http.MethodHead, u, want, jar, c.retries)
	retries := c.retries
	switch {
	case headAlone(ctx):
		return head, err
	case ctx.Err() != nil, err != nil && !mayPass(err):
		return nil, err
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case !refusesHead(head.status):
		return head, nil
	}
	got, err := c.send(ctx, http.MethodGet, u, want, jar, retries)
	if err == nil && liesToHead(head, got) {
		c.heads.refuse(u.Host)
	}
	return got, err
}

// send sends one method to one URL, with retries.
func (c *Client) send(ctx context.Context, method string, u weburl.URL, want Want, jar *cookiejar.Jar, retries int) (*answer, error) {
	req := newRequest(ctx, method, u, jar)
	try := attempt{client: c, want: want, head: method == http.MethodHead && !headAlone(ctx), retries: retries}
	resp, err := try.do(req)
	if err != nil {
		return nil, err
	}
	to, _ := location(resp)
	return &answer{
		status:      resp.StatusCode,
		location:    to,
		contentType: try.contentType,
		charset:     try.charset,
		etag:        resp.Header.Get("ETag"),
		html:        try.html,
		body:        try.body,
		cut:         try.cut,
		wall:        wall(resp.StatusCode, resp.Header),
		later:       try.later,
		cookies:     resp.Cookies(),
	}, nil
}

// newRequest returns a request for u. User info goes with it as Basic
// authentication, which http.Client sees to.
func newRequest(ctx context.Context, method string, u weburl.URL, jar *cookiejar.Jar) *http.Request {
	to := u.Request()
	req := &http.Request{
		Method: method, URL: to, Host: to.Host, Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	if jar != nil {
		for _, cookie := range jar.Cookies(to) {
			req.AddCookie(cookie)
		}
	}
	return req.WithContext(ctx)
}

// refusesHead tells whether an answer to HEAD may be about the method rather
// than about what was asked for: HEAD alone condemns nothing. Only to be asked
// less often holds for GET too.
func refusesHead(status int) bool {
	return status >= 400 && status != http.StatusTooManyRequests
}

// liesToHead tells whether a host is better not asked with HEAD again: it says
// so itself, or its GET fared better. A missing page says nothing of its host. A
// HEAD without an answer is nil.
func liesToHead(head, get *answer) bool {
	if head != nil {
		switch head.status {
		case http.StatusNotFound:
			return false
		case http.StatusMethodNotAllowed, http.StatusNotImplemented:
			return true
		}
	}
	return get.status < 400
}

// headMemory knows the hosts that refuse HEAD.
type headMemory struct {
	mu    sync.Mutex
	hosts map[string]bool
}

func (m *headMemory) refused(host string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.hosts[host]
}

func (m *headMemory) refuse(host string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.hosts == nil {
		m.hosts = map[string]bool{}
	}
	m.hosts[host] = true
}
