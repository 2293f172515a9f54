package weburl

import (
	"fmt"
	"net/netip"
	"strings"
)

// forbiddenInHost are the characters that no host may contain, in any scheme, without the
// control characters above NUL.
const forbiddenInHost = "\x00\t\n\r #/:<>?@[\\]^|"

// readHost reads a host without its port. It is "" only when raw is.
func readHost(scheme, raw string) (string, error) {
	switch {
	case strings.HasPrefix(raw, "["):
		return readIPv6(raw)
	case isSpecial(scheme):
		return readDomain(raw)
	case strings.ContainsAny(raw, forbiddenInHost):
		return "", errHost
	}
	return encode(raw, opaqueEscapes), nil
}

// readIPv6 reads an IPv6 address in its brackets, which has no zone, and writes
// it in its shortest form.
func readIPv6(raw string) (string, error) {
	inner, closed := strings.CutSuffix(raw[1:], "]")
	address, err := netip.ParseAddr(inner)
	if !closed || err != nil || !address.Is6() || address.Zone() != "" {
		return "", errIPv6
	}
	if address.Is4In6() {
		// The URL Standard has no dots here.
		b := address.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", int(b[12])<<8|int(b[13]), int(b[14])<<8|int(b[15])), nil
	}
	return "[" + address.String() + "]", nil
}
