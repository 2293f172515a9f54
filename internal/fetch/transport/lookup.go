package transport

import (
	"context"
	"errors"
	"net"
)

// lookup dials by name, and confirms that a name does not exist.
//
// net looks up the two kinds of addresses of a name at once. When there is none of one
// kind, and the look-up of the other fails, net says that there is no such host. The
// link would then be broken for a temporary failure, so each kind is looked up again by
// itself. For both at once, even a strict resolver is wrong now and then: of two failures
// the last one decides (net.Resolver as of Go 1.26).
type lookup struct {
	dialer *net.Dialer
	strict nameServers
}

// nameServers answer whether a host has addresses of a family, ip4 or ip6. A DNSError that
// is not IsNotFound says that they could not answer.
type nameServers interface {
	hasAddress(ctx context.Context, family, host string) (bool, error)
}

func newLookup(d *net.Dialer) *lookup {
	if d.Resolver == nil || d.Resolver.Dial == nil {
		return &lookup{dialer: d, strict: systemServers()}
	}
	return &lookup{dialer: d, strict: strictResolver{&net.Resolver{PreferGo: true, StrictErrors: true, Dial: d.Resolver.Dial}}}
}

// strictResolver asks the name servers itself.
type strictResolver struct{ *net.Resolver }

func (r strictResolver) hasAddress(ctx context.Context, family, host string) (bool, error) {
	addrs, err := r.LookupNetIP(ctx, family, host)
	return len(addrs) > 0, err
}

func (l *lookup) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := l.dialer.DialContext(ctx, network, address)
	var missing *net.DNSError
	if !errors.As(err, &missing) || !missing.IsNotFound {
		return conn, err
	}
	host, _, splitErr := net.SplitHostPort(address)
	if splitErr != nil {
		return nil, err
	}
	for _, family := range [...]string{"ip4", "ip6"} {
		has, again := l.strict.hasAddress(ctx, family, host)
		var fault *net.DNSError
		switch {
		case has:
			return l.dialer.DialContext(ctx, network, address)
		case errors.As(again, &fault) && !fault.IsNotFound:
			return nil, &net.OpError{Op: "dial", Net: network, Err: fault}
		}
	}
	return nil, err
}
