// Package transport sends one try of a request. Each concern is one http.RoundTripper: headers by
// origin (headers.go), the limits of the host and of the run (limits.go), the
// timeout (timeout.go), and the address guard with the connections (guard.go). New puts them together.
package transport

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// Options say how the requests of a run are sent.
type Options struct {
	// Concurrency bounds the requests in flight over all hosts.
	Concurrency int
	// Files is how many files may be open at once.
	Files int
	// UserAgent goes to all hosts, and Headers to the origins of Site alone.
	UserAgent string
	Headers   []Header
	Site      map[string]bool
	// Token goes to the origins of TokenOrigins alone. Empty is none.
	Token        string
	TokenOrigins map[string]bool
	// Proxy returns the proxy for a request, as that of an http.Transport does.
	Proxy func(*http.Request) (*url.URL, error)
	// AllowPrivate allows every address. Otherwise those of which IsPrivate returns true are for the
	// origins Allowed alone.
	AllowPrivate bool
	IsPrivate    func(netip.Addr) bool
	Allowed      map[string]bool
	// Timeout bounds each attempt to connect. 0 is no bound.
	Timeout time.Duration
	// Resolver looks up the names of hosts. Nil is that of the system.
	Resolver *net.Resolver
	// Base sends the requests in the end. Nil is the network.
	Base http.RoundTripper
}

// Transport sends each try of a request through all RoundTrippers.
//
// It has no CloseIdleConnections method, so that http.Client.CloseIdleConnections does nothing.
// retryablehttp calls that after each request that failed for good, and each dead link would
// close the warm connections of all healthy hosts.
type Transport struct {
	// Network makes the connections; nil where Options.Base sends the requests.
	Network *http.Transport

	first     http.RoundTripper
	guard     *guard // nil where Options.Base sends the requests
	timeoutRT *timeout
}

var _ http.RoundTripper = (*Transport)(nil)

// New returns the transport of a run.
//
// The order matters. A request waits for its host before it takes the semaphore, so that a slow
// host does not keep it from the others. The timeout does not run while a request waits for
// either. Redirects and retries are outside of all of them: each hop and each try waits for
// itself, and holds nothing while it waits to retry.
func New(opt Options) *Transport {
	t := &Transport{}
	next := opt.Base
	if next == nil {
		t.guard = newGuard(opt)
		t.Network = t.guard.next
		next = t.guard
	}
	t.timeoutRT = &timeout{next: next}
	next = newConcurrency(t.timeoutRT, opt)
	next = hostLimit{next: next}
	t.first = &headers{next: next, opt: &opt}
	return t
}

// Sent returns the number of requests sent so far.
func (t *Transport) Sent() int64 { return t.timeoutRT.sent.Load() }

// CloseIdle closes the connections that no request uses.
func (t *Transport) CloseIdle() {
	if t.guard != nil {
		t.guard.next.CloseIdleConnections()
		t.guard.http1().CloseIdleConnections()
	}
}

// Request is what the RoundTrippers must know of a request, in its context.
type Request struct {
	host.Request
	Host *host.Host
	// Timeout bounds each try. 0 is no bound.
	Timeout time.Duration
	// Fields are sent with this request alone.
	Fields []Header
}

type (
	requestKey struct{}
	tryKey     struct{}
)

// WithRequest returns ctx for a request.
func WithRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// try is what the RoundTrippers and the dialer share of one try: net/http passes nothing but the
// context on to the dialer.
type try struct {
	*Request
	// at is the stage. It is atomic: net/http may continue to connect after the try has ended.
	at atomic.Int32
	// slow is whether a connection took longer than slowConnect to be made.
	slow atomic.Bool
	// proxied is whether the connection is that to a proxy.
	proxied bool
	dials   atomic.Int32    // the connections so far
	ctx     context.Context // of the request as it is sent
	closers []func()        // what to do when the body is closed
}

func tryOf(ctx context.Context) *try {
	t, _ := ctx.Value(tryKey{}).(*try)
	return t
}

// atClose calls f when the body of the answer is closed, before what was given earlier.
func (t *try) atClose(f func()) { t.closers = append(t.closers, f) }

// locationKey is no valid field name, so that no server can send it.
const locationKey = ":location"

// RoundTrip sends a try. It hides the Location field of the answer from http.Client, which parses
// it with net/url even when it follows no redirect, and fails the whole answer for a URL that
// browsers accept.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	r, ok := req.Context().Value(requestKey{}).(*Request)
	if !ok {
		panic("request without WithRequest")
	}
	try := &try{Request: r}
	resp, err := t.first.RoundTrip(req.WithContext(context.WithValue(req.Context(), tryKey{}, try)))
	if err != nil {
		return nil, err
	}
	if values, ok := resp.Header["Location"]; ok {
		delete(resp.Header, "Location")
		resp.Header[locationKey] = values
	}
	resp.Body = &tryBody{ReadCloser: resp.Body, try: try}
	return resp, nil
}

// LocationOf returns the URL reference to which an answer redirects. It is false for an
// answer that is no redirect, or that has no Location.
func LocationOf(resp *http.Response) (string, bool) {
	switch resp.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		if values := resp.Header[locationKey]; len(values) > 0 && values[0] != "" {
			return values[0], true
		}
	}
	return "", false
}

// tryBody is the body of an answer. The try lasts until it is closed.
type tryBody struct {
	io.ReadCloser
	try  *try
	done bool
}

func (b *tryBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = withStage(b.try.ctx, err, Connected)
	}
	return n, err
}

func (b *tryBody) Close() error {
	// Close first: a request is in flight until its connection is free again.
	err := b.ReadCloser.Close()
	if !b.done {
		b.done = true
		for i := len(b.try.closers) - 1; i >= 0; i-- {
			b.try.closers[i]()
		}
	}
	return err
}
