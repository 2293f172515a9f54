package fetch

import (
	"cmp"
	"context"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// question is one URL, and how it is asked.
type question struct {
	// Request is what the RoundTrippers must know of it. But for Waiting and Probes it is set
	// once the question is asked.
	transport.Request
	url  weburl.URL
	want Want
	// getOnly is to ask with GET, even where headers are enough.
	getOnly bool
	// onSite is whether the URL is the site's, and headOnly whether it may be asked with HEAD
	// only. They are set once the question is asked.
	onSite, headOnly bool
}

func (q *question) isDeferred() bool { return q.Probes > 0 }

// answer is what one URL answered, before any redirect is followed.
type answer struct {
	status        int
	location      string // empty when the answer is no redirect
	cookies       []*http.Cookie
	contentType   string
	charset       string
	html          bool
	etag          string
	refresh       string
	body          *body.Buffer // nil when it was not read
	cut           error
	botProtection string
	login         protection.Login
	head          bool // it answers a HEAD
	needsBody     bool // bot protection may have given it, which only its body would show
	limited       bool // the host said that it was asked too often
	later         bool // it asked for too long a wait
}

// ask asks one URL, and records whether its host answers. Each hop of a redirect is looked at anew
// for what is special, so that what one host may see never reaches another.
func (c *Client) ask(ctx context.Context, q question) (*answer, error) {
	q.onSite, q.Scheme, q.Timeout = c.site[q.url.Origin()], q.url.Scheme, c.opt.Timeout
	hostRate := 0.0
	if special := c.opt.Special(q.url); special != nil {
		q.headOnly, q.Fields, hostRate = special.Method == http.MethodHead, special.Headers, special.HostRate
		q.Timeout = cmp.Or(special.Timeout, q.Timeout)
		switch {
		case special.Method == http.MethodGet:
			q.getOnly = true
		case q.headOnly && q.want == Page && !q.onSite:
			q.want = Answer
		}
	}
	q.Host = c.hosts.Of(q.url, hostRate)
	got, err := c.askByMethod(ctx, q)
	switch {
	case ctx.Err() != nil:
		return got, err
	case err == nil:
		q.Host.Conclude(q.Scheme, nil)
		return got, nil
	}
	failed := explain(err, q.url.Request().Hostname())
	if !failed.Unasked && failed.Reason != link.PrivateAddress {
		q.Host.Conclude(q.Scheme, &host.Failure{Cause: failed, Unreached: failed.unreached, Silent: failed.Reason == link.Timeout})
	}
	return nil, failed
}

// askByMethod asks with HEAD where headers are enough, and again with GET when the host
// refuses HEAD or fails at it: many do, for pages that they have. A deferred retry asks
// with GET at once.
func (c *Client) askByMethod(ctx context.Context, q question) (*answer, error) {
	tries := max(c.opt.Retries, 0)
	if q.isDeferred() && !q.onSite {
		tries = 0
	}
	if q.want != Answer || q.getOnly || !q.headOnly && (q.isDeferred() || q.Host.RefusesHEAD.Load()) {
		return c.send(ctx, http.MethodGet, q, tries)
	}
	head, err := c.send(ctx, http.MethodHead, q, tries)
	retries := tries
	switch {
	case q.headOnly:
		return head, err
	case ctx.Err() != nil, err != nil && !isTransient(err):
		return nil, err
	case err != nil && transport.UsedAllTime(err):
		if retries > 0 && !q.Host.Seen(q.Scheme) {
			return nil, err // the deferred retry is with GET
		}
		retries = 0
	case err != nil:
		// A HEAD without an answer counts as the first try.
		retries = max(retries-1, 0)
	case head.limited, head.later, !refusesHead(head.status) && !head.needsBody:
		return head, nil
	}
	got, err := c.send(ctx, http.MethodGet, q, retries)
	if err == nil && isHeadUnreliable(head, got) {
		q.Host.RefusesHEAD.Store(true)
	}
	return got, err
}

// refusesHead reports whether an answer to HEAD may be about the method rather than about
// the page, so that no page is judged by it alone. A request to slow down holds for GET
// too.
func refusesHead(status int) bool {
	return status >= 400 && status != http.StatusTooManyRequests
}

// isHeadUnreliable reports whether the host should be asked with GET from now on: it
// refuses HEAD, or its GET fared better. A HEAD without an answer is nil.
func isHeadUnreliable(head, get *answer) bool {
	if head != nil {
		switch head.status {
		case http.StatusMethodNotAllowed, http.StatusNotImplemented:
			return true
		case http.StatusOK:
			return false // GET was for its body
		}
	}
	return get.status < 400
}
