package fetch

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
)

// names knows what became of the look-ups of host names. The site's own hosts do
// not count, nor do those of proxies: that they are found says nothing of others.
type names struct {
	mu    sync.Mutex
	found int
	// failed holds the last two labels of the names that were not found, for
	// whatever reason: the hosts of one domain are down together.
	failed map[string]bool
}

// LookedUp returns how many look-ups of host names brought an address with which
// the client may connect, and of how many domains there was none. Those of the site
// itself are not counted.
func (c *Client) LookedUp() (found, failed int) {
	if c.names == nil {
		return 0, 0
	}
	c.names.mu.Lock()
	defer c.names.mu.Unlock()
	return c.names.found, len(c.names.failed)
}

// note takes in what dialing a host came to.
func (n *names) note(host string, err error) {
	if _, ip := netip.ParseAddr(host); ip == nil {
		return
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	var private *privateError
	var lookup *net.DNSError
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case errors.As(err, &private), host == "localhost", strings.HasSuffix(host, ".localhost"):
		// This machine or its network knows the name, which proves nothing of others.
	case lacking(err) != NoResource:
		// This machine could not ask its name server.
	case errors.As(err, &lookup):
		if n.failed == nil {
			n.failed = map[string]bool{}
		}
		n.failed[domain(host)] = true
	case err == nil, isConnectFault(err):
		n.found++
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
