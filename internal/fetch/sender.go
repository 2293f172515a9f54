package fetch

import (
	"context"
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/weburl"
)

// sender sends one method to one URL, with retries, and reads the body of the answer.
type sender struct {
	chain     *chain
	site      origins
	breakers  *host.Breakers
	cookies   host.Cookies
	memory    *body.Memory
	retryWait time.Duration
	maxBody   int64
	// maxExternalBody is maxBody for hosts that are not the site's.
	maxExternalBody int64
}

// send sends one method to one URL, with retries.
func (s *sender) send(ctx context.Context, method string, q question, retries int) (*answer, error) {
	req := newRequest(ctx, method, q.url)
	if line := s.cookies.Line(q.url); line != "" {
		req.Header.Set("Cookie", line)
	}
	a := attempt{
		sender: s, question: q, retries: retries,
		headFirst: method == http.MethodHead && !q.headOnly(),
		onSite:    s.site[q.url.Origin()],
		host:      s.chain.hosts.Of(req.URL, q.special.HostRate),
	}
	resp, err := a.do(req)
	if err != nil {
		return nil, err
	}
	to, _ := transport.LocationOf(resp)
	return &answer{
		status:        resp.StatusCode,
		location:      to,
		contentType:   a.contentType,
		charset:       a.charset,
		etag:          resp.Header.Get("ETag"),
		refresh:       refreshOf(resp.Header),
		html:          a.html,
		body:          a.body,
		cut:           a.cut,
		botProtection: a.botProtection,
		login:         a.login,
		limited:       a.limited,
		later:         a.later,
		head:          a.headFirst,
		needsBody:     a.headFirst && a.botProtection == "" && protection.NeedsBody(resp.StatusCode, resp.Header),
		cookies:       resp.Cookies(),
	}, nil
}

// bodyLimit is how many bytes are read of a body.
func (s *sender) bodyLimit(onSite bool) int64 {
	if onSite {
		return s.maxBody
	}
	return s.maxExternalBody
}

// newRequest returns a request for u. http.Client sends its user info as Basic
// authentication.
func newRequest(ctx context.Context, method string, u weburl.URL) *http.Request {
	to := u.Request()
	req := &http.Request{
		Method: method, URL: to, Host: to.Host, Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}
	return req.WithContext(ctx)
}
