package weburl

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// readAuthority reads "user:password@host:port/path", which is after the
// scheme and its slashes, for every scheme but file.
func readAuthority(scheme, rest string) (URL, error) {
	authority, path, hasPath := cutSegment(rest, scheme)
	p := place{scheme: scheme, authority: true}
	host := authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		p.user, host = readUser(authority[:i]), authority[i+1:]
		if host == "" {
			return URL{}, errNoHost
		}
	}
	var err error
	if p.host, err = readHostPort(scheme, host); err != nil {
		return URL{}, err
	}
	if hasPath || isSpecial(scheme) {
		path = walk("", path, scheme)
	}
	return p.at(path), nil
}

// readUser encodes a name and a password, between which is the first ":".
func readUser(raw string) string {
	name, password, _ := strings.Cut(raw, ":")
	user := encode(name, userEscapes)
	if password != "" {
		user += ":" + encode(password, userEscapes)
	}
	return user
}

// readHostPort reads "host:port" and leaves the default port of scheme out.
func readHostPort(scheme, raw string) (string, error) {
	name, port, hasPort := cutPort(raw)
	if name == "" && (hasPort || isSpecial(scheme)) {
		return "", errNoHost
	}
	host, err := readHost(scheme, name)
	if err != nil || port == "" {
		return host, err
	}
	n, ok := readPort(port)
	switch {
	case !ok:
		return "", errPort
	case n == defaultPort(scheme):
		return host, nil
	}
	return host + ":" + strconv.Itoa(n), nil
}

// cutPort cuts raw at its first ":" that is not in brackets.
func cutPort(raw string) (name, port string, hasPort bool) {
	inBrackets := false
	for i := range len(raw) {
		switch c := raw[i]; {
		case c == '[':
			inBrackets = true
		case c == ']':
			inBrackets = false
		case c == ':' && !inBrackets:
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, "", false
}

// readPort reads a number from 0 to 65535.
func readPort(s string) (n int, ok bool) {
	for i := range len(s) {
		if !isDigit(s[i]) || n > 65535 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != "" && n <= 65535
}

// defaultPort returns the port that scheme uses without saying, or -1.
func defaultPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	case "ftp":
		return 21
	}
	return -1
}

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

// maxDomain is the most bytes of a host that take part in IDNA processing,
// whose time grows with their square. A name in the DNS has 253 at most.
const maxDomain = 2 << 10

// names has the options of the URL Standard. Neither "_" nor a hyphen anywhere
// is a fault to browsers.
var names = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.BidiRule(),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.VerifyDNSLength(false),
)

// readDomain reads the host of a special URL, which is a name or an IPv4
// address.
func readDomain(raw string) (string, error) {
	// A byte that is no text is U+FFFD before escapes are decoded: with what they
	// stand for it makes no character.
	decoded := Unescape(strings.ToValidUTF8(raw, "\uFFFD"))
	name, err := toASCII(strings.ToValidUTF8(decoded, "\uFFFD"))
	if err != nil {
		return "", err
	}
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c > '~' || strings.IndexByte(forbiddenInHost+"%", c) >= 0 {
			return "", errHost
		}
	}
	if name == "" {
		return "", errHost
	}
	if endsInNumber(name) {
		return readIPv4(name)
	}
	return name, nil
}

// toASCII writes a domain in lower case and in punycode, as browsers do. It does not
// decode the punycode of an ASCII domain: the URL Standard refuses a label that decodes to
// no valid name, but Chromium looks it up, and so the DNS decides. A label may also be
// valid by a younger Unicode than that of package idna.
func toASCII(domain string) (string, error) {
	if isASCII(domain) {
		return strings.ToLower(domain), nil
	}
	if len(domain) > maxDomain {
		return "", errHost
	}
	ascii, err := names.ToASCII(domain)
	if err != nil {
		return "", errHost
	}
	return ascii, nil
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

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
