package transport

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
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
	// IsPrivate reports whether an address is private; nil is the function IsPrivate.
	IsPrivate func(netip.Addr) bool
	// Timeout bounds each attempt to connect. 0 is no bound.
	Timeout time.Duration
	// Resolver looks up the names of hosts. Nil is that of the system.
	Resolver *net.Resolver
}

// Guard keeps requests away from private addresses: links of a stranger's page could
// otherwise make a build machine send requests to its own network.
//
// The dialer checks each address right before it connects to it, after the look-up of
// the name. Nothing that a page, a redirect or a name server says later can change that
// address. Two kinds of connection pass: those to the site itself, and those to a proxy
// of the environment. Behind a proxy, only an address in the URL itself can be checked.
type Guard struct {
	next      *version
	proxy     func(*http.Request) (*url.URL, error)
	open      bool            // every address is allowed
	site      map[string]bool // host:port of the site's own origins
	isPrivate func(netip.Addr) bool
	dialer    *dialer
}

var _ http.RoundTripper = (*Guard)(nil)

// NewGuard returns a Guard. Base returns the transport that it sends requests with.
func NewGuard(opt GuardOptions) *Guard {
	if opt.IsPrivate == nil {
		opt.IsPrivate = IsPrivate
	}
	g := &Guard{proxy: opt.Proxy, open: opt.AllowPrivate, site: map[string]bool{}, isPrivate: opt.IsPrivate}
	for raw := range opt.Site {
		if u, err := url.Parse(raw); err == nil {
			g.site[hostPort(u)] = true
		}
	}
	g.dialer = newDialer(opt, g.site)
	return g
}

// LookedUp returns how many look-ups of host names found an address to connect to, and
// for how many domains there was none. Those of the site itself do not count.
func (g *Guard) LookedUp() (found, failed int) { return g.dialer.lookups.counts() }

// CloseIdleConnections closes the connections that no request uses.
func (g *Guard) CloseIdleConnections() { g.next.CloseIdleConnections() }

// RoundTrip sends a request if the host in its URL may be asked.
func (g *Guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := g.checkURL(req.URL); err != nil {
		return nil, err
	}
	through, err := g.proxy(req)
	if err != nil {
		// The error contains the address, with a password where there is one.
		return nil, &ProxyError{}
	}
	ctx := context.WithValue(req.Context(), tryKey{}, &try{proxied: through != nil})
	resp, err := g.next.RoundTrip(req.WithContext(ctx))
	if err != nil && through != nil {
		return nil, proxyFault(through, err)
	}
	return resp, err
}

// checkURL refuses a URL whose host is itself a private address, or a name of this machine.
// Behind a proxy there is no other check. Names below localhost always belong to this
// machine (RFC 6761, section 6.3), even if a name server says otherwise.
func (g *Guard) checkURL(u *url.URL) error {
	if g.open || g.site[hostPort(u)] {
		return nil
	}
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return &PrivateAddressError{addr: netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	}
	if addr, err := netip.ParseAddr(name); err == nil && g.isPrivate(addr) {
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
