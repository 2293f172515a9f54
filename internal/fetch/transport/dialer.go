package transport

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"
)

// keepAlive is how often an idle connection is probed.
const keepAlive = 30 * time.Second

// dialer makes the connections of a Guard.
type dialer struct {
	open    bool
	site    map[string]bool // host:port of the site's own origins
	timeout time.Duration
	// unchecked connects to any address, and checked to public ones.
	unchecked, checked *lookup
	lookups            lookups
	limit              *connectionLimit
}

func newDialer(opt GuardOptions, site map[string]bool) *dialer {
	// The timeout is for net/http: it continues with a connection after the request that
	// wanted it has ended.
	unchecked := net.Dialer{Timeout: opt.Timeout, KeepAlive: keepAlive, Resolver: opt.Resolver}
	checked := unchecked
	checked.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return checkAddress(address, opt.IsPrivate)
	}
	return &dialer{
		open: opt.AllowPrivate, site: site, timeout: opt.Timeout,
		unchecked: newLookup(&unchecked), checked: newLookup(&checked),
	}
}

// checkAddress refuses a private address right before a connection to it is tried.
func checkAddress(address string, isPrivate func(netip.Addr) bool) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if isPrivate(to.Addr()) {
		return &PrivateAddressError{addr: to.Addr().Unmap()}
	}
	return nil
}

// tryKey marks the context of a try with its *try: net/http passes nothing else on to
// the dialer.
type tryKey struct{}

// try is what the dialer must know of the try that it connects for.
type try struct {
	proxied bool         // the connection is that to a proxy
	dials   atomic.Int64 // the connections so far
}

// dial is the DialContext of the transport. Requests for which it dials the same address
// agree on whether that is a proxy's, as net/http keeps their connections apart.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	of, ok := ctx.Value(tryKey{}).(*try)
	if !ok {
		of = &try{}
	}
	if of.dials.Add(1) > maxDials {
		return nil, &RefusedConnectionsError{}
	}
	c, err := d.limit.dial(ctx, func() (net.Conn, error) { return d.connect(ctx, network, address, of.proxied) })
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (d *dialer) connect(ctx context.Context, network, address string, proxied bool) (net.Conn, error) {
	if d.site[address] || proxied {
		return d.unchecked.dial(ctx, network, address)
	}
	by := d.checked
	if d.open {
		by = d.unchecked
	}
	c, err := by.dial(ctx, network, address)
	if host, _, splitErr := net.SplitHostPort(address); splitErr == nil {
		d.lookups.record(host, err)
	}
	return c, err
}
