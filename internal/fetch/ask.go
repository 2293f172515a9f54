package fetch

import (
	"bytes"
	"context"
	"net/http"
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
	refresh     string
	html        bool
	body        *bytes.Buffer // nil when it was not read
	cut         error
	wall        string
	login       string
	head        bool // it was asked for with HEAD
	hides       bool // a wall may have given it, which only its body would tell
	limited     bool
	later       bool
	cookies     []*http.Cookie
}

// question is one URL, and how it is asked.
type question struct {
	url  weburl.URL
	want Want
	// plain is to ask with GET, even where headers are enough.
	plain bool
	// named is whether the caller of the client asks, rather than a redirect.
	named bool
	// fresh is not to take what somebody else was answered.
	fresh bool
}

// ask asks one URL, unless somebody else did.
func (c *Client) ask(ctx context.Context, q question) (*answer, error) {
	if q.want != Answer || q.plain || q.fresh || isSecondLook(ctx) || c.site[q.url.Origin()] {
		return c.askOnce(ctx, q)
	}
	return c.flights.share(ctx, q.url, q.named, func() (*answer, error) { return c.askOnce(ctx, q) })
}

// askOnce asks one URL, unless its host was given up.
func (c *Client) askOnce(ctx context.Context, q question) (*answer, error) {
	origin := q.url.Origin()
	probe, err := c.circuits.enter(ctx, origin)
	if err != nil {
		return nil, err
	}
	got, err := c.askHost(ctx, q)
	var failed *Error
	if err != nil && ctx.Err() == nil {
		failed = explain(err, q.url.Request().Hostname())
		err = failed
	}
	c.circuits.leave(ctx, origin, probe, failed)
	return got, err
}

// askHost asks a host. Where headers are enough it asks with HEAD, and again
// with GET when the host refuses HEAD or fails at it: many do, for pages that
// they have. On a second look it asks with GET at once.
func (c *Client) askHost(ctx context.Context, q question) (*answer, error) {
	tries := c.retries
	if isSecondLook(ctx) {
		tries = 0
	}
	if q.want != Answer || q.plain || !headAlone(ctx) && (isSecondLook(ctx) || c.heads.refused(q.url.Host)) {
		return c.send(ctx, http.MethodGet, q, tries)
	}
	head, err := c.send(ctx, http.MethodHead, q, tries)
	retries := tries
	switch {
	case headAlone(ctx):
		return head, err
	case ctx.Err() != nil, err != nil && !mayPass(err):
		return nil, err
	case err != nil && tookAllTime(err):
		if retries > 0 && !c.circuits.hasAnswered(q.url.Origin()) {
			return nil, err // the second look is with GET
		}
		retries = 0
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case head.limited, head.later, !refusesHead(head.status) && !head.hides:
		return head, nil
	}
	got, err := c.send(ctx, http.MethodGet, q, retries)
	if err == nil && liesToHead(head, got) {
		c.heads.refuse(q.url.Host)
	}
	return got, err
}

// send sends one method to one URL, with retries.
func (c *Client) send(ctx context.Context, method string, q question, retries int) (*answer, error) {
	req := newRequest(ctx, method, q.url)
	if line := cookieLine(c.cookies.of(q.url)); line != "" {
		req.Header.Set("Cookie", line)
	}
	try := attempt{client: c, want: q.want, head: method == http.MethodHead && !headAlone(ctx), retries: retries}
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
		refresh:     refreshOf(resp.Header),
		html:        try.html,
		body:        try.body,
		cut:         try.cut,
		wall:        try.wall,
		login:       try.login,
		limited:     try.limited,
		later:       try.later,
		head:        try.head,
		hides:       try.head && try.wall == "" && mayBeWall(resp.StatusCode, resp.Header),
		cookies:     resp.Cookies(),
	}, nil
}

// newRequest returns a request for u. User info goes with it as Basic
// authentication, which http.Client sees to.
func newRequest(ctx context.Context, method string, u weburl.URL) *http.Request {
	to := u.Request()
	req := &http.Request{
		Method: method, URL: to, Host: to.Host, Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
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
// so itself, or its GET fared better. A HEAD without an answer is nil.
func liesToHead(head, get *answer) bool {
	if head != nil {
		switch head.status {
		case http.StatusMethodNotAllowed, http.StatusNotImplemented:
			return true
		case http.StatusOK:
			return false // it was asked again for its body
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
