package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"
)

const (
	// keepAlive is how often an idle connection is probed.
	keepAlive = 30 * time.Second
	// idleTimeout closes connections that no request has used for a while.
	idleTimeout = 60 * time.Second
	// maxHeaderBytes bounds the header of an answer, at what Chrome reads of one. Its
	// fields take several times as much memory, for each request in flight.
	maxHeaderBytes = 256 << 10
	// idlePerRequest bounds all idle connections, as a multiple of the requests in
	// flight: a site with links to thousands of hosts must not run out of files.
	idlePerRequest = 4
	// maxDials is how many connections one try may open. Over HTTP/2 net/http opens another one
	// whenever the host closes the last one before it takes a request, and has no bound for that.
	maxDials = 4
)

// newNetwork returns the transport that makes the connections of a run, with dial. Its pool is
// large enough that all requests in flight keep their connections, even to one host.
func newNetwork(opt Options, d *dialer) *http.Transport {
	return &http.Transport{
		Proxy:               opt.Guard.Proxy,
		DialContext:         d.dial,
		ForceAttemptHTTP2:   true, // a DialContext turns it off otherwise
		MaxIdleConns:        idlePerRequest * opt.Concurrency,
		MaxIdleConnsPerHost: opt.Concurrency,
		// The semaphore is released a moment before the connection is free. The next
		// request waits for that one then, and does not open another.
		MaxConnsPerHost:        opt.Concurrency,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    opt.Guard.Timeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// A host that falls silent would keep a connection that many requests share.
		HTTP2: &http.HTTP2Config{SendPingTimeout: opt.Guard.Timeout, PingTimeout: opt.Guard.Timeout / 2},
	}
}

// dialer makes the connections of a guard.
//
// net looks up the two kinds of addresses of a name at once. When there is none of one
// kind, and the look-up of the other fails, net says that there is no such host. The
// link would then be broken for a temporary failure, so each kind is looked up again by
// itself, by a strict resolver. For both at once, even that is wrong now and then: of two
// failures the last one decides (net.Resolver as of Go 1.26).
type dialer struct {
	guard              *guard
	unchecked, checked net.Dialer
	strict             *net.Resolver
}

func newDialer(g *guard) *dialer {
	// The timeout is for net/http: it continues with a connection after the request that
	// wanted it has ended.
	d := &dialer{guard: g, unchecked: net.Dialer{Timeout: g.Timeout, KeepAlive: keepAlive, Resolver: g.Resolver}}
	d.checked = d.unchecked
	d.checked.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error { return g.checkAddress(address) }
	d.strict = &net.Resolver{PreferGo: true, StrictErrors: true}
	if g.Resolver != nil {
		d.strict.Dial = g.Resolver.Dial
	}
	return d
}

// dial is the DialContext of the transport. Requests for which it dials the same address
// agree on whether that is a proxy's, as net/http keeps their connections apart.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	t := tryOf(ctx)
	if t != nil && t.dials.Add(1) > maxDials {
		return nil, &RefusedConnectionsError{}
	}
	by := &d.checked
	if d.guard.AllowPrivate || d.guard.site[address] || t != nil && t.proxied {
		by = &d.unchecked
	}
	conn, err := by.DialContext(ctx, network, address)
	var missing *net.DNSError
	if !errors.As(err, &missing) || !missing.IsNotFound {
		return conn, err
	}
	host, _, splitErr := net.SplitHostPort(address)
	if splitErr != nil {
		return nil, err
	}
	for _, family := range [...]string{"ip4", "ip6"} {
		found, again := d.strict.LookupNetIP(ctx, family, host)
		var fault *net.DNSError
		switch {
		case len(found) > 0:
			return by.DialContext(ctx, network, address)
		case errors.As(again, &fault) && !fault.IsNotFound:
			return nil, &net.OpError{Op: "dial", Net: network, Err: fault}
		}
	}
	return nil, err
}

// RefusedConnectionsError says that a host accepts connections and no request on them.
type RefusedConnectionsError struct{}

// Error returns the message.
func (*RefusedConnectionsError) Error() string {
	return fmt.Sprintf("the host accepted %d connections, but no requests", maxDials)
}
