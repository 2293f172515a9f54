package fetch

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// guard keeps requests away from private addresses, which pages of strangers
// could otherwise have a build machine ask.
//
// It judges the address that a socket is about to connect to, after the name
// has been looked up: nothing that a page, a redirect or a name server says
// later can change it. Two kinds of connection pass: those to the site itself,
// and those to a proxy of the environment, behind which only an address that
// stands in the URL can be judged.
type guard struct {
	proxy func(*http.Request) (*url.URL, error)
	open  bool            // every address is allowed
	site  map[string]bool // host:port of the site's own origins
	plain *lookup
	wary  *lookup
	names names
	conns *connections
}

// keepAlive is how often an idle connection is probed.
const keepAlive = 30 * time.Second

func newGuard(opt Options, proxy func(*http.Request) (*url.URL, error)) *guard {
	g := &guard{proxy: proxy, open: opt.AllowPrivate, site: map[string]bool{}}
	for raw := range newOrigins(opt.Site) {
		if u, err := url.Parse(raw); err == nil && !opt.GuardSite {
			g.site[hostPort(u)] = true
		}
	}
	// The dialer has a bound of its own because net/http lets a connection that
	// was begun outlive the request that wanted it.
	plain := net.Dialer{Timeout: opt.Timeout, KeepAlive: keepAlive, Resolver: opt.Resolver}
	wary := plain
	wary.ControlContext = refusePrivate
	g.plain, g.wary = newLookup(&plain), newLookup(&wary)
	return g
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

// refusePrivate is a net.Dialer.ControlContext: it sees each address that a
// name stands for, before a connection to it is tried.
func refusePrivate(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if isPrivate(to.Addr()) {
		return &privateError{addr: to.Addr().Unmap()}
	}
	return nil
}

// proxiedKey marks the context of a request that goes through a proxy.
type proxiedKey struct{}

// dial is the DialContext of the transport.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if err := countDial(ctx); err != nil {
		return nil, err
	}
	c, err := g.conns.dial(ctx, func() (net.Conn, error) { return g.dialAddress(ctx, network, address) })
	if err != nil {
		return nil, err
	}
	return newConn(c), nil
}

// dialAddress connects to an address if it may. Requests for which it dials the
// same address agree on whether that is a proxy's, for net/http keeps their
// connections apart.
func (g *guard) dialAddress(ctx context.Context, network, address string) (net.Conn, error) {
	if g.site[address] || ctx.Value(proxiedKey{}) != nil {
		return g.plain.dial(ctx, network, address)
	}
	lookup := g.wary
	if g.open {
		lookup = g.plain
	}
	conn, err := lookup.dial(ctx, network, address)
	if host, _, splitErr := net.SplitHostPort(address); splitErr == nil {
		g.names.note(host, err)
	}
	return conn, err
}

// wrap returns next behind a check of the hosts that URLs name.
func (g *guard) wrap(next http.RoundTripper) http.RoundTripper {
	return &proxied{guard: g, next: next}
}

type proxied struct {
	guard *guard
	next  http.RoundTripper
}

func (p *proxied) RoundTrip(req *http.Request) (*http.Response, error) {
	// Behind a proxy there is no other check; and names below localhost are this
	// machine's (RFC 6761, section 6.3), whatever a name server says of them.
	if err := p.guard.checkLiteral(req.URL); err != nil {
		return nil, err
	}
	through, err := p.guard.proxy(req)
	if err != nil {
		// The error has the address in it, with a password where there is one.
		return nil, &proxyError{}
	}
	if through == nil {
		return p.next.RoundTrip(req)
	}
	ctx := context.WithValue(req.Context(), proxiedKey{}, true)
	resp, err := p.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, proxyFault(through, err)
	}
	return resp, nil
}

// checkLiteral refuses a URL whose host is itself a private address, or a name of this
// machine.
func (g *guard) checkLiteral(u *url.URL) error {
	if g.open || g.site[hostPort(u)] {
		return nil
	}
	name := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return &privateError{addr: netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	}
	if addr, err := netip.ParseAddr(name); err == nil && isPrivate(addr) {
		return &privateError{addr: addr.Unmap()}
	}
	return nil
}
