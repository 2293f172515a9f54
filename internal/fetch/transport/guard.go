package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"
)

// guard keeps requests away from private addresses: links of a stranger's page could
// otherwise make a build machine send requests to its own network.
//
// The dialer checks each address right before it connects to it, after the look-up of
// the name. Nothing that a page, a redirect or a name server says later can change that
// address. Two kinds of connection pass: those to the site itself, and those to a proxy
// of the environment. Behind a proxy, only an address in the URL itself can be checked.
type guard struct {
	Options
	next *http.Transport
	// http1 is next without HTTP/2.
	http1 func() *http.Transport
	site  map[string]bool // host:port of the allowed origins
}

func newGuard(opt Options) *guard {
	g := &guard{Options: opt, site: map[string]bool{}}
	for raw := range g.Allowed {
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

// specialNets are the networks without addresses of public hosts: the entries of IANA's
// special-purpose registries that are not globally reachable, up to RFC 9780 (2025), and
// a few others, at the end.
//
//	https://www.iana.org/assignments/iana-ipv4-special-registry
//	https://www.iana.org/assignments/iana-ipv6-special-registry
var specialNets = prefixes(
	"0.0.0.0/8",       // this network (RFC 791); Linux takes 0.x.y.z for itself
	"10.0.0.0/8",      // private use (RFC 1918)
	"100.64.0.0/10",   // carrier-grade NAT (RFC 6598), and metadata services of some clouds
	"127.0.0.0/8",     // loopback (RFC 1122)
	"169.254.0.0/16",  // link-local (RFC 3927), where clouds keep their metadata
	"172.16.0.0/12",   // private use (RFC 1918)
	"192.0.0.0/24",    // protocol assignments (RFC 6890); a metadata service at 192.0.0.192
	"192.0.2.0/24",    // documentation (RFC 5737)
	"192.88.99.0/24",  // 6to4 relays, deprecated (RFC 7526)
	"192.168.0.0/16",  // private use (RFC 1918)
	"198.18.0.0/15",   // benchmarks between networks (RFC 2544)
	"198.51.100.0/24", // documentation (RFC 5737)
	"203.0.113.0/24",  // documentation (RFC 5737)
	"240.0.0.0/4",     // reserved (RFC 1112), with the broadcast address
	"::/128",          // unspecified (RFC 4291)
	"::1/128",         // loopback (RFC 4291)
	"64:ff9b:1::/48",  // local NAT64 (RFC 8215)
	"100::/64",        // discard (RFC 6666)
	"100:0:0:1::/64",  // dummy prefix (RFC 9780)
	"2001::/32",       // Teredo (RFC 4380)
	"2001:2::/48",     // benchmarks (RFC 5180)
	"2001:10::/28",    // ORCHID, deprecated (RFC 4843)
	"2001:db8::/32",   // documentation (RFC 3849)
	"3fff::/20",       // documentation (RFC 9637)
	"5f00::/16",       // segment routing (RFC 9602)
	"fc00::/7",        // unique local (RFC 4193)
	"fe80::/10",       // link-local (RFC 4291)
	// The registries do not list these.
	"168.63.129.16/32", // the virtual machine agent of Azure
	"224.0.0.0/4",      // multicast (RFC 5771)
	"::/96",            // IPv4-compatible, deprecated (RFC 4291)
	"::ffff:0:0:0/96",  // IPv4-translated (RFC 2765)
	"fec0::/10",        // site-local, deprecated (RFC 3879)
	"ff00::/8",         // multicast (RFC 4291)
)

func prefixes(all ...string) []netip.Prefix {
	nets := make([]netip.Prefix, len(all))
	for i, s := range all {
		nets[i] = netip.MustParsePrefix(s)
	}
	return nets
}

// embeddings are the IPv6 networks whose addresses contain an IPv4 address, to which the
// packets go in the end, and the byte at which it begins.
var embeddings = []struct {
	net netip.Prefix
	at  int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12}, // NAT64: how an IPv6-only runner reaches any IPv4 host
	{netip.MustParsePrefix("2002::/16"), 2},     // 6to4 (RFC 3056)
}

// IsPrivate reports whether no public host has the address a, in any of its notations.
func IsPrivate(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, special := range specialNets {
		if special.Contains(a) {
			return true
		}
	}
	inner, ok := embedded(a)
	return ok && IsPrivate(inner)
}

// embedded returns the IPv4 address that a leads to.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() {
		return a, false
	}
	bytes := a.As16()
	for _, e := range embeddings {
		if e.net.Contains(a) {
			return netip.AddrFrom4([4]byte(bytes[e.at : e.at+4])), true
		}
	}
	// ISATAP (RFC 5214, section 6.1) marks the interface, within any network. The
	// second bit of its first byte says whether the IPv4 address is unique.
	if bytes[8]&^2 == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == 0xfe {
		return netip.AddrFrom4([4]byte(bytes[12:16])), true
	}
	return a, false
}

// PrivateAddressError says that a request was not sent because of its address.
type PrivateAddressError struct{ addr netip.Addr }

// Error returns the message.
func (e *PrivateAddressError) Error() string {
	return fmt.Sprintf("%s is not a public address", e.addr)
}

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
		Proxy:               opt.Proxy,
		DialContext:         d.dial,
		ForceAttemptHTTP2:   true, // a DialContext turns it off otherwise
		MaxIdleConns:        idlePerRequest * opt.Concurrency,
		MaxIdleConnsPerHost: opt.Concurrency,
		// The semaphore is released a moment before the connection is free. The next
		// request waits for that one then, and does not open another.
		MaxConnsPerHost:        opt.Concurrency,
		IdleConnTimeout:        idleTimeout,
		TLSHandshakeTimeout:    opt.Timeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// A host that falls silent would keep a connection that many requests share.
		HTTP2: &http.HTTP2Config{SendPingTimeout: opt.Timeout, PingTimeout: opt.Timeout / 2},
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
		return nil, fmt.Errorf("the host accepted %d connections, but no requests", maxDials)
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
