package transport

import (
	"fmt"
	"net/netip"
)

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
