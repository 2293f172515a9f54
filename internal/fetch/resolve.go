package fetch

import (
	"context"
	"errors"
	"net"
)

// lookup dials by name, and doubts a name that does not exist.
//
// A name has two kinds of addresses, asked for side by side. When the answer
// about one is that there is none, and the answer about the other fails, net
// says that there is no such host. That would be a fact about the link where
// there is none, so it is asked again for each kind by itself. Asked for both, even
// a strict resolver says so now and then: of two failures the last to come decides
// (net.Resolver as of Go 1.26).
type lookup struct {
	dialer *net.Dialer
	strict *net.Resolver
}

func newLookup(d *net.Dialer) *lookup {
	strict := &net.Resolver{PreferGo: true, StrictErrors: true}
	if d.Resolver != nil {
		strict.Dial = d.Resolver.Dial
	}
	return &lookup{dialer: d, strict: strict}
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
		addrs, again := l.strict.LookupNetIP(ctx, family, host)
		var fault *net.DNSError
		switch {
		case len(addrs) > 0:
			return l.dialer.DialContext(ctx, network, address)
		case errors.As(again, &fault) && !fault.IsNotFound:
			return nil, &net.OpError{Op: "dial", Net: network, Err: fault}
		}
	}
	return nil, err
}
