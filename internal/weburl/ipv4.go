package weburl

import (
	"net/netip"
	"strings"
)

// endsInNumber reports whether the last label of a domain that is not empty is a
// number, so the whole must be an IPv4 address.
func endsInNumber(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	_, ok := readNumber(last)
	// "09" is meant as a number, and then it is a wrong one.
	return ok || isNumber(last)
}

// readIPv4 reads an IPv4 address in any of its forms: of one part to four, each decimal,
// octal or hexadecimal. The last part fills the remaining bytes.
func readIPv4(domain string) (string, error) {
	parts := strings.SplitN(strings.TrimSuffix(domain, "."), ".", 5)
	if len(parts) > 4 {
		return "", errIPv4
	}
	address := uint64(0)
	for i, part := range parts {
		n, ok := readNumber(part)
		// How many bits this part may fill, and how far they are from the end.
		width, shift := 8, 24-8*i
		if i == len(parts)-1 {
			width, shift = 32-8*i, 0
		}
		if !ok || n >= 1<<width {
			return "", errIPv4
		}
		address |= n << shift
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String(), nil
}

// readNumber reads a part of an IPv4 address: "0x" begins a hexadecimal number,
// "0" an octal one, and nothing more than that is zero. What is too large for
// an address stays so.
func readNumber(part string) (n uint64, ok bool) {
	if part == "" {
		return 0, false
	}
	base := uint64(10)
	switch {
	case strings.HasPrefix(part, "0x"):
		base, part = 16, part[2:]
	case part[0] == '0':
		base, part = 8, part[1:]
	}
	for i := range len(part) {
		digit := unhex(part[i])
		if digit < 0 || uint64(digit) >= base {
			return 0, false
		}
		n = min(n*base+uint64(digit), 1<<32)
	}
	return n, true
}
