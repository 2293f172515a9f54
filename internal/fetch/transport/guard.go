package transport

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"
)

// GuardOptions say where requests may go.
type GuardOptions struct {
	// Proxy returns the proxy for a request, as that of an http.Transport does.
	Proxy func(*http.Request) (*url.URL, error)
	// AllowPrivate allows every address.
	AllowPrivate bool
	// Site holds origins whose addresses are allowed even where they are private.
	Site map[string]bool
	// IsPrivate reports whether an address is private.
	IsPrivate func(netip.Addr) bool
	// Timeout bounds each attempt to connect. 0 is no bound.
	Timeout time.Duration
	// Resolver looks up the names of hosts. Nil is that of the system.
	Resolver *net.Resolver
}

// guard keeps requests away from private addresses: links of a stranger's page could
// otherwise make a build machine send requests to its own network.
//
// The dialer checks each address right before it connects to it, after the look-up of
// the name. Nothing that a page, a redirect or a name server says later can change that
// address. Two kinds of connection pass: those to the site itself, and those to a proxy
// of the environment. Behind a proxy, only an address in the URL itself can be checked.
type guard struct {
	GuardOptions
	next *http.Transport
	// http1 is next without HTTP/2.
	http1 func() *http.Transport
	site  map[string]bool // host:port of the site's own origins
}

func newGuard(opt Options) *guard {
	g := &guard{GuardOptions: opt.Guard, site: map[string]bool{}}
	for raw := range g.Site {
		if u, err := url.Parse(raw); err == nil {
			g.site[hostPort(u)] = true
		}
	}
	g.next = newNetwork(opt, newDialer(g))
	g.http1 = sync.OnceValue(func() *http.Transport {
		other := g.next.Clone()
		other.ForceAttemptHTTP2, other.TLSNextProto = false, map[string]func(string, *tls.Conn) http.RoundTripper{}
		if other.TLSClientConfig != nil { // next added h2 to it when it was first used
			other.TLSClientConfig.NextProtos = []string{"http/1.1"}
		}
		return other
	})
	return g
}

// RoundTrip sends a request if the host in its URL may be asked.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.checkURL(req.URL); err != nil {
		return nil, err
	}
	through, err := g.Proxy(req)
	if err != nil {
		// The error contains the address, with a password where there is one.
		return nil, &ProxyError{}
	}
	tryOf(req.Context()).proxied = through != nil
	resp, err := g.next.RoundTrip(req)
	// IIS demands HTTP/1.1 for a path that it protects by a client certificate or by NTLM. net/http
	// exports no type for the errors of a stream and of a connection, both of which name this code
	// (RFC 9113, section 7).
	if err != nil && strings.Contains(err.Error(), "HTTP_1_1_REQUIRED") {
		resp, err = g.http1().RoundTrip(req)
	}
	if err != nil && through != nil {
		return nil, proxyFault(through, err)
	}
	return resp, err
}

// checkURL refuses a URL whose host is itself a private address, or a name of this machine.
// Behind a proxy there is no other check. Names below localhost always belong to this
// machine (RFC 6761, section 6.3), even if a name server says otherwise.
func (g *guard) checkURL(u *url.URL) error {
	if g.AllowPrivate || g.site[hostPort(u)] {
		return nil
	}
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return &PrivateAddressError{addr: netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	}
	if addr, err := netip.ParseAddr(name); err == nil && g.IsPrivate(addr) {
		return &PrivateAddressError{addr: addr.Unmap()}
	}
	return nil
}

// hostPort returns the address that net/http dials for u.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = "80"
		if u.Scheme == "https" {
			port = "443"
		}
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// checkAddress refuses a private address right before a connection to it is tried.
func (g *guard) checkAddress(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if g.IsPrivate(to.Addr()) {
		return &PrivateAddressError{addr: to.Addr().Unmap()}
	}
	return nil
}

// ProxyError says that there is no connection to the proxy, which says nothing of the
// host that was asked for.
type ProxyError struct {
	// URL is that of the proxy without its user info; nil when the environment has none
	// that can be read.
	URL *url.URL
	// Err is the cause; nil when URL is.
	Err error
}

// Error returns the message.
func (e *ProxyError) Error() string {
	if e.URL == nil {
		return "could not read the proxy address in HTTP_PROXY or HTTPS_PROXY"
	}
	return "could not connect to the proxy " + e.URL.String() + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ProxyError) Unwrap() error { return e.Err }

// proxyFault returns err as a ProxyError if it is about the connection to the proxy,
// which net/http marks by its operation.
func proxyFault(proxy *url.URL, err error) error {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "proxyconnect" {
		return err
	}
	return &ProxyError{URL: &url.URL{Scheme: proxy.Scheme, Host: proxy.Host}, Err: op.Err}
}
