// Package fetch is the HTTP client: it asks for a URL as politely and as often
// as needed, follows redirects, and says what came of it. It knows nothing of
// pages or links.
//
// Each concern is one http.RoundTripper in a file of its own; chain.go puts them
// together. What must see a request as a whole stands above the chain, from the
// outside in: redirects (follow.go), HEAD before GET (ask.go), retries
// (attempt.go).
package fetch

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Client asks for URLs. It may be used by many goroutines at once; they share
// its connections and its bounds.
type Client struct {
	http      *http.Client
	transport *http.Transport // nil in tests that bring a RoundTripper of their own
	names     *names          // nil then too
	retries   int
	retryWait time.Duration
	maxBody   int64
	maxPage   int64 // of hosts that are not the site's
	timeout   time.Duration
	sent      *atomic.Int64
	heads     headMemory
	special   func(weburl.URL) *Special
	circuits  *circuits
	cookies   cookies
	flights   flights
	hops      hopBudget
	site      origins
	github    GitHub
	// repositories are those of private pages.
	repositories repositories
	buffers      shelf
	room         room
}

// New returns a client that asks as opt says.
func New(opt Options) *Client {
	opt = opt.withDefaults()
	guard := newGuard(opt, http.ProxyFromEnvironment)
	transport := newTransport(opt, guard)
	if opt.MaxConnections > 0 {
		guard.conns = limitConnections(transport, opt.MaxConnections)
	}
	c := newClient(opt, guard.wrap(transport))
	c.transport, c.names = transport, &guard.names
	return c
}

// newClient returns a client whose chain ends in base. The options have their
// defaults.
func newClient(opt Options, base http.RoundTripper) *Client {
	sent := new(atomic.Int64)
	site := newOrigins(opt.Site)
	return &Client{
		site: site,
		http: &http.Client{
			Transport: newChain(opt, base, sent),
			// Redirects are followed by follow, hop by hop.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		retries:   max(opt.Retries, 0),
		retryWait: opt.RetryWait,
		maxBody:   opt.MaxBody,
		maxPage:   min(opt.MaxBody, opt.MaxForeignBody),
		timeout:   opt.Timeout,
		sent:      sent,
		circuits:  newCircuits(site),
		github:    opt.GitHub.withDefaults(),
		special:   opt.Special,
		room:      room{limit: roomBytes},
		hops:      hopBudget{limit: maxAllHops},
	}
}

// Close closes the connections that are idle.
func (c *Client) Close() {
	if c.transport != nil {
		c.transport.CloseIdleConnections()
	}
}

// Requests returns the number of requests sent so far: retries, redirect hops
// and HEADs included, and those that got no answer.
func (c *Client) Requests() int64 { return c.sent.Load() }

// Want says how much of an answer is needed.
type Want int

const (
	// Answer is status and headers: HEAD, then GET where HEAD is refused.
	Answer Want = iota
	// Page is the body, when it is HTML.
	Page
	// Document is the body, when it is of a kind that may hold links: HTML, a
	// style sheet, XML or JSON.
	Document
	// Body is the body, whatever it is.
	Body
)

// Response is what a URL answered in the end. A status that stands for a fault
// is a Response too.
type Response struct {
	// Status is the HTTP status of the last hop.
	Status int
	// URL is where the answer came from after redirects, with the fragment of the
	// last hop that has one.
	URL weburl.URL
	// Redirects are the hops that led there, in order.
	Redirects []link.Redirect
	// ContentType is the media type in lower case without parameters; empty when
	// the answer names none.
	ContentType string
	// Charset is the charset that the Content-Type names; empty when it names
	// none.
	Charset string
	// ETag is the entity tag of the answer as it came; empty when it has none.
	ETag string
	// Refresh is the value of the field by which the answer sends its readers on, as a
	// meta refresh does; empty when there is none, and cut where it is too long.
	Refresh string
	// HTML is true for an HTML document, by its Content-Type or, without one, by
	// the head of its body where that was read. ContentType tells its XML syntax
	// apart.
	HTML bool
	// Body is the body after decompression, until Release. It is nil when it was
	// not read.
	Body []byte
	// Cut is an *Error that says why Body is not whole, after the last try; what
	// was read until then stands in Body. It is nil when Body is whole.
	Cut error
	// Wall is the name of the bot wall that answered in the host's place; empty
	// when none did.
	Wall string
	// Protection is the kind of login that answered in the page's place, or to which
	// a redirect led; empty when there was none, or one of an unknown kind.
	Protection Protection
	// Passing is whether the same request may be answered otherwise a little later.
	Passing bool
	// Hidden is true for an answer of GitHub that may stand for a page of a private
	// repository, where that could not be looked up.
	Hidden bool
	// Limited is true when the answer says that its host was asked too often,
	// whatever its status.
	Limited bool
	// RetryLater is true when the answer asked for a longer wait before the next
	// try than a minute, so that there was none.
	RetryLater bool

	release func()
}

// Release gives Body's memory back, which must not be used any more. Releasing
// twice, or a response without a body, does nothing.
func (r *Response) Release() {
	if r.release != nil {
		r.release()
	}
	r.release, r.Body = nil, nil
}

// Do asks for u, an http or https URL, and follows its redirects. The error is
// an *Error.
func (c *Client) Do(ctx context.Context, u weburl.URL, want Want) (*Response, error) {
	if !u.IsHTTP() {
		return nil, &Error{Reason: link.UnsupportedScheme, Message: "not an http or https URL"}
	}
	defer worksToTheEnd(ctx)
	chain := chase{client: c, want: want}
	resp, err := chain.follow(ctx, u)
	if chain.headed && endsBadly(resp, err) {
		// What HEAD was sent on to says nothing of where GET is.
		chain = chase{client: c, want: want, plain: true}
		resp, err = chain.follow(ctx, u)
		if !endsBadly(resp, err) {
			c.heads.refuse(u.Host)
		}
	}
	if err != nil {
		err.Redirects = c.hops.keep(err.Redirects)
		return nil, err
	}
	resp.Redirects = c.hops.keep(resp.Redirects)
	c.unhide(ctx, resp)
	return resp, nil
}
