package weburl

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

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
