package transport

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
)

// lookups counts the look-ups of host names. Those of the site and of proxies do not
// count: they show nothing of others.
type lookups struct {
	mu    sync.Mutex
	found int
	// failed holds the last two labels of the names that were not found, for any
	// reason: the hosts of one domain fail together.
	failed map[string]bool
}

func (l *lookups) counts() (found, failed int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found, len(l.failed)
}

// record counts the look-up for a connection to host that ended with err.
func (l *lookups) record(host string, err error) {
	if _, ip := netip.ParseAddr(host); ip == nil {
		return
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	var private *PrivateAddressError
	var dns *net.DNSError
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case errors.As(err, &private), host == "localhost", strings.HasSuffix(host, ".localhost"):
		// This machine or its network knows the name, which shows nothing of others.
	case ResourceOf(err) != NoResource:
		// This machine could not ask its name server.
	case errors.As(err, &dns):
		if l.failed == nil {
			l.failed = map[string]bool{}
		}
		l.failed[domain(host)] = true
	case err == nil, isConnectFault(err):
		l.found++
	}
}

// isConnectFault reports whether err is about connecting to an address.
func isConnectFault(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Addr != nil
}

// domain returns the last two labels of a host's name.
func domain(host string) string {
	last := strings.LastIndexByte(host, '.')
	if last < 0 {
		return host
	}
	return host[strings.LastIndexByte(host[:last], '.')+1:]
}
