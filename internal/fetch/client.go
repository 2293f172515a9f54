// Package fetch is the HTTP client: it asks for a URL as politely and as often as needed,
// follows redirects, and says what came of it. It knows nothing of pages or links.
//
// From the outside in, a request passes redirects (redirectwalk.go), the circuit breaker and
// answers to share (requester.go), HEAD before GET (headfirst.go), retries (retry.go), and one
// http.RoundTripper for each other concern (package transport), in the order of chain.go.
// Package host knows how each host wants to be asked.
package fetch

import (
	"bytes"
	"context"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Client asks for URLs. It may be used by many goroutines at once; they share
// its connections and its bounds.
type Client struct {
	requester *requester
	github    *github.Lookup
	hops      hopBudget
	transport *http.Transport  // nil where Options.Transport sends the requests
	guard     *transport.Guard // nil then too
}

// New returns a client that asks as opt says.
func New(opt Options) *Client {
	opt = opt.withDefaults()
	if opt.Transport != nil {
		return newClient(opt, opt.Transport)
	}
	return newNetworkClient(opt, opt.guard())
}

// newNetworkClient returns a client that sends its requests through a guard. The options
// have their defaults.
func newNetworkClient(opt Options, guarded transport.GuardOptions) *Client {
	guard := transport.NewGuard(guarded)
	base := guard.Base(opt.Concurrency, opt.MaxConnections)
	c := newClient(opt, guard)
	c.transport, c.guard = base, guard
	return c
}

// newClient returns a client whose chain ends in base. The options have their
// defaults.
func newClient(opt Options, base http.RoundTripper) *Client {
	site := newOrigins(opt.Site)
	return &Client{
		requester: &requester{
			sender: &sender{
				chain:           newChain(opt, site, base),
				site:            site,
				breakers:        host.NewBreakers(site),
				memory:          body.NewMemory(body.MaxMemory),
				retryWait:       opt.RetryWait,
				maxBody:         opt.MaxBody,
				maxExternalBody: min(opt.MaxBody, opt.MaxExternalBody),
			},
			site:    site,
			special: opt.Special,
			retries: max(opt.Retries, 0),
		},
		github: github.NewLookup(opt.GitHub),
		hops:   hopBudget{limit: maxAllHops},
	}
}

// Close closes the connections that are idle.
func (c *Client) Close() {
	if c.guard != nil {
		c.guard.CloseIdleConnections()
	}
}

// Requests returns the number of requests sent so far: retries, redirect hops
// and HEADs included, and those that got no answer.
func (c *Client) Requests() int64 { return c.requester.sender.chain.sent.Load() }

// LookedUp returns how many look-ups of host names found an address to connect to, and
// for how many domains there was none. Those of the site itself do not count.
func (c *Client) LookedUp() (found, failed int) {
	if c.guard == nil {
		return 0, 0
	}
	return c.guard.LookedUp()
}

// Do asks for a URL, and follows its redirects. The error is an *Error.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	if !r.URL.IsHTTP() {
		return nil, &Error{Reason: link.UnsupportedScheme, Message: "not an http or https URL"}
	}
	first := question{want: r.Want, probes: r.probes(), waiting: host.NewWaiting(r.OnWait)}
	defer first.waiting.Finish()
	w := walk{requester: c.requester, first: first}
	resp, err := w.follow(ctx, r.URL)
	if w.headed && endsBadly(resp, err) {
		// GET may redirect elsewhere than HEAD does.
		w = walk{requester: c.requester, first: first, getOnly: true}
		resp, err = w.follow(ctx, r.URL)
		if !endsBadly(resp, err) {
			c.requester.heads.Add(r.URL.Host)
		}
	}
	if err != nil {
		err.Redirects = c.hops.keep(err.Redirects)
		return nil, err
	}
	resp.Redirects = c.hops.keep(resp.Redirects)
	c.lookUpHidden(ctx, resp, first)
	return resp, nil
}

// lookUpHidden corrects an answer of 404 that stands for a page of a private repository.
func (c *Client) lookUpHidden(ctx context.Context, resp *Response, q question) {
	if resp.Status != http.StatusNotFound {
		return
	}
	q.want = Body
	switch c.github.Find(ctx, resp.URL, func(ctx context.Context, u weburl.URL) (status int, text []byte, ok bool) {
		w := walk{requester: c.requester, first: q}
		api, failed := w.follow(ctx, u)
		if failed != nil {
			return 0, nil, false
		}
		defer api.Release()
		return api.Status, bytes.Clone(api.Body), true
	}) {
	case github.Present:
		resp.Release()
		resp.Status, resp.HTML = http.StatusOK, false
	case github.Hidden:
		resp.Hidden = true
	}
}
