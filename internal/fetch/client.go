// Package fetch is the HTTP client: it asks for a URL as politely and as often as needed,
// follows redirects, and says what came of it. It knows nothing of pages or links.
//
// From the outside in, a request passes redirects (redirects.go), HEAD before GET (ask.go), retries
// and the reading of the body (attempt.go), and one http.RoundTripper for each other concern (package
// transport). Package host knows how each host wants to be asked.
package fetch

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/body"
	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds that Options have when they are zero.
const (
	defaultConcurrency     = 64
	defaultHostConcurrency = 8
	defaultRetryWait       = 500 * time.Millisecond
	defaultMaxBody         = 64 << 20
	defaultMaxExternalBody = 8 << 20
	defaultUserAgent       = "linkvet"
)

// filesPerRequest is how many files may be open for each request in flight, at least: a fourth are
// for requests that are late, and half are for idle connections.
const filesPerRequest = 8

// Options say how a Client asks. The zero value is usable.
type Options struct {
	// Concurrency bounds the requests in flight over all hosts, from sending one
	// until its body is closed. Those that wait long for hosts which have answered
	// nothing so far do not count. 0 means 64. It is lowered when few files can be
	// opened.
	Concurrency int
	// HostConcurrency bounds the requests in flight to one external host; the
	// site's own origins may use all of Concurrency. 0 means 8.
	HostConcurrency int
	// HostRate is the number of requests a second to one external host. 0 means
	// no bound.
	HostRate float64
	// Timeout bounds one try of one request: connecting, headers, and the part of
	// the body that is read. It does not run while a request waits to be sent. 0 means
	// no bound.
	Timeout time.Duration
	// Retries is the number of further tries after a transient failure.
	Retries int
	// RetryWait is the base of the wait before a further try, which doubles each
	// time and is jittered. 0 means 500ms.
	RetryWait time.Duration
	// UserAgent goes with every request. Empty means "linkvet".
	UserAgent string
	// Headers are sent to the origins of Site only, on every hop that leads there.
	Headers []transport.Header
	// GitHub is how to look up pages of private repositories.
	GitHub github.Access
	// Site holds the site's own origins, such as "http://127.0.0.1:8080". Their
	// addresses are allowed even where they are private.
	Site []string
	// GuardSite is for origins of Site that an untrusted user may have chosen: no private
	// address is allowed for them, and they never get GitHub's token.
	GuardSite bool
	// AllowPrivate lets requests go to private, loopback and link-local addresses.
	AllowPrivate bool
	// Transport sends the requests in the end. Nil is the network.
	Transport http.RoundTripper
	// Resolver looks up the names of hosts. Nil is that of the system.
	Resolver *net.Resolver
	// Special returns what holds for a URL beyond the rest, hop by hop, and nil
	// where nothing does. It is called by many goroutines at once. Nil is never.
	Special func(u weburl.URL) *Special
	// MaxBody bounds what is read of one body, in bytes after decompression. 0
	// means 64 MiB.
	MaxBody int64
	// MaxExternalBody is MaxBody for hosts that are not the site's, if it is less: only
	// anchors are looked for in their pages. 0 means 8 MiB.
	MaxExternalBody int64
}

// withDefaults returns o with the zero values replaced.
func (o Options) withDefaults() Options {
	o.Concurrency = min(cmp.Or(o.Concurrency, defaultConcurrency), max(fileLimit()/filesPerRequest, 1))
	o.HostConcurrency = cmp.Or(o.HostConcurrency, defaultHostConcurrency)
	o.RetryWait = cmp.Or(o.RetryWait, defaultRetryWait)
	o.UserAgent = cmp.Or(o.UserAgent, defaultUserAgent)
	o.MaxBody = cmp.Or(o.MaxBody, defaultMaxBody)
	o.MaxExternalBody = cmp.Or(o.MaxExternalBody, defaultMaxExternalBody)
	if o.Special == nil {
		o.Special = func(weburl.URL) *Special { return nil }
	}
	o.GitHub = o.GitHub.WithDefaults()
	if site := newOrigins(o.Site); o.GuardSite && (site[o.GitHub.Web] || site[o.GitHub.API]) {
		o.GitHub.Token = ""
	}
	return o
}

// origins is a set of origins, as weburl.URL.Origin writes them.
type origins map[string]bool

func newOrigins(raw []string) origins {
	set := origins{}
	for _, s := range raw {
		if u, err := weburl.Parse(s); err == nil {
			s = u.Origin()
		}
		set[s] = true
	}
	return set
}

// Special is what holds for one URL beyond the Options. The zero value changes
// nothing.
type Special struct {
	// Headers are sent with each request for the URL, and with no other. They
	// replace our own fields and those of the site, except for cookies, which add up.
	Headers []transport.Header
	// Method is http.MethodGet, which is then never preceded by HEAD, or
	// http.MethodHead, which is never followed by GET where an Answer is wanted, nor
	// off the site where a Page is: there is no body then. Empty is as usual.
	Method string
	// HostRate is the number of requests a second to the URL's host, if that is an external
	// one, in place of Options.HostRate. URLs with a HostRate count apart from the host's
	// other requests. 0 means no special rate.
	HostRate float64
	// Timeout takes the place of Options.Timeout. 0 is as usual.
	Timeout time.Duration
}

// Client asks for URLs. It may be used by many goroutines at once; they share
// its connections and its bounds.
type Client struct {
	opt       Options
	site      origins
	transport *transport.Transport
	hosts     *host.Hosts
	memory    *body.Memory
	cookies   host.Cookies
	github    *github.Lookup
}

// New returns a client that asks as opt says.
func New(opt Options) *Client {
	opt = opt.withDefaults()
	return newClient(opt, opt.transport())
}

// transport returns how requests are sent.
func (o Options) transport() transport.Options {
	site := newOrigins(o.Site)
	allowed := site
	if o.GuardSite {
		allowed = nil
	}
	return transport.Options{
		Concurrency: o.Concurrency, Files: fileLimit(), Base: o.Transport, Timeout: o.Timeout, Resolver: o.Resolver,
		Proxy: http.ProxyFromEnvironment, AllowPrivate: o.AllowPrivate, IsPrivate: transport.IsPrivate, Allowed: allowed,
		UserAgent: o.UserAgent, Headers: o.Headers, Site: site,
		Token: o.GitHub.Token, TokenOrigins: origins{o.GitHub.Web: true, o.GitHub.API: true},
	}
}

// newClient returns a client that sends its requests by a transport. The options have their defaults.
func newClient(opt Options, by transport.Options) *Client {
	return &Client{
		opt: opt, site: by.Site, transport: transport.New(by),
		hosts: host.NewHosts(by.Site, host.Limits{
			Concurrency: opt.HostConcurrency, SiteConcurrency: opt.Concurrency, Rate: opt.HostRate, Pause: 2 * opt.RetryWait,
		}),
		memory:  body.NewMemory(body.MaxMemory),
		cookies: host.NewCookies(),
		github:  github.NewLookup(opt.GitHub),
	}
}

// Close closes the connections that are idle.
func (c *Client) Close() { c.transport.CloseIdle() }

// Requests returns the number of requests sent so far: retries, redirect hops
// and HEADs included, and those that got no answer.
func (c *Client) Requests() int64 { return c.transport.Sent() }

// Do asks for a URL, and follows its redirects. The error is an *Error.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	if !r.URL.IsHTTP() {
		return nil, &Error{Reason: link.UnsupportedScheme, Message: "not an http or https URL"}
	}
	first := question{want: r.Want}
	first.Probes, first.Waiting = r.probes(), host.NewWaiting(r.OnWait)
	defer first.Waiting.End()
	w := walk{client: c, first: first}
	resp, err := w.follow(ctx, r.URL)
	if w.headed && endsBadly(resp, err) {
		// GET may redirect elsewhere than HEAD does.
		w = walk{client: c, first: first, getOnly: true}
		resp, err = w.follow(ctx, r.URL)
		if !endsBadly(resp, err) {
			c.hosts.Of(r.URL, 0).RefusesHEAD.Store(true)
		}
	}
	if err != nil {
		return nil, err
	}
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
		w := walk{client: c, first: q}
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

// Request is what to ask for.
type Request struct {
	// URL is an http or https URL.
	URL weburl.URL
	// Want says how much of the answer is needed.
	Want Want
	// Deferred is true for a deferred retry: what failed in a transient way is asked for
	// once more, with GET, when everything else is done. A host that was given up is
	// then asked for the first few of its links, and for the others only if it answers
	// one of those.
	Deferred bool
	// Probes is how many these few are. 0 means 3: one might be a page that never answers.
	Probes int
	// OnWait is called when the request only waits: for the host, or for a late answer. It
	// may be nil. The function that it returns is called when the wait is over.
	OnWait func() (resume func())
}

const defaultProbes = 3

// probes returns how many links of a host that was given up ask it; 0 when the request is
// no deferred retry.
func (r Request) probes() int {
	switch {
	case !r.Deferred:
		return 0
	case r.Probes < 1:
		return defaultProbes
	}
	return r.Probes
}

// Want says how much of an answer is needed.
type Want int

const (
	// Answer is status and headers: HEAD, then GET where HEAD is refused.
	Answer Want = iota
	// Page is the body, when it is HTML.
	Page
	// Document is the body, when it is of a kind that may contain links: HTML, a
	// style sheet, XML or JSON.
	Document
	// Body is the body, of any media type.
	Body
)

// Response is the last answer for a URL. An error status is a Response too.
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
	// HTML is true for an HTML document, by its Content-Type or, without one, by
	// the head of its body where that was read. ContentType shows whether it is XHTML.
	HTML bool
	// Body is the body after decompression, until Release. It is nil when it was
	// not read.
	Body []byte
	// Cut is an *Error that says why Body is not whole, after the last try; Body is what
	// was read until then. It is nil when Body is whole.
	Cut error
	// BotProtection is the name of the bot protection that answered in the host's place;
	// empty when there was none.
	BotProtection string
	// Login is the kind of login page that answered in the page's place, or to which a
	// redirect led; empty when there was none, or one of an unknown kind.
	Login protection.Login
	// Transient is whether the same request may be answered otherwise a little later.
	Transient bool
	// Hidden is true for an answer of GitHub that may stand for a page of a private
	// repository, where that could not be looked up.
	Hidden bool
	// Limited is true when the answer says, with any status, that its host received too
	// many requests.
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
