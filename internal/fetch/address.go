package fetch

import (
	"fmt"
	"net/netip"
)

// closedNets are the networks that no public host has its address in, beyond
// those that netip knows by a method.
var closedNets = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network; Linux takes 0.x.y.z for itself
	netip.MustParsePrefix("100.64.0.0/10"),   // carrier-grade NAT, and metadata services of some clouds
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments; a metadata service at 192.0.0.192
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks between networks
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, with the broadcast address
	netip.MustParsePrefix("64:ff9b:1::/48"),  // local NAT64
	netip.MustParsePrefix("fec0::/10"),       // site-local, before fc00::/7
	netip.MustParsePrefix("::/96"),           // IPv4-compatible, deprecated
	netip.MustParsePrefix("::ffff:0:0:0/96"), // IPv4-translated
}

// embeddings are the IPv6 networks whose addresses hold an IPv4 address, which
// the packets reach in the end, and the byte at which it stands.
var embeddings = []struct {
	net netip.Prefix
	at  int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12}, // NAT64: how an IPv6-only runner reaches any IPv4 host
	{netip.MustParsePrefix("2002::/16"), 2},     // 6to4
}

// isPrivate tells whether a is an address that no public host has: loopback,
// private, link-local (where clouds keep their metadata), carrier-grade NAT,
// unspecified, multicast or reserved, in whichever notation.
func isPrivate(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	switch {
	case a.IsLoopback(), a.IsPrivate(), a.IsUnspecified(), a.IsMulticast(), a.IsLinkLocalUnicast():
		return true
	}
	for _, closed := range closedNets {
		if closed.Contains(a) {
			return true
		}
	}
	for _, e := range embeddings {
		if e.net.Contains(a) {
			bytes := a.As16()
			return isPrivate(netip.AddrFrom4([4]byte(bytes[e.at : e.at+4])))
		}
	}
	return false
}

// privateError says that a request was not sent because of its address.
type privateError struct{ addr netip.Addr }

func (e *privateError) Error() string {
	return fmt.Sprintf("%s is not a public address", e.addr)
}
