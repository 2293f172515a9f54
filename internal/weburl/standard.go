package weburl

import (
	"errors"
	"strings"

	fault "github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"
)

// maxHead is the most bytes of a reference, before its query, that go through
// the full algorithm. The library's time grows with their square, up to ten
// seconds for 64 KiB of "@", and a hostile page must not stop a run with a few
// links. Servers refuse longer paths as a rule, and plain ones have no bound.
const maxHead = 8 << 10

// standard is the full algorithm of the URL Standard. The library was written
// before browsers agreed to encode "^" in paths.
var standard = whatwg.NewParser(
	whatwg.WithPathPercentEncodeSet(whatwg.PathPercentEncodeSet.Set('^')),
)

// resolveStandard resolves head, which has no query and no fragment, against u
// by the full algorithm. It gives the bare cause of a failure.
func (u URL) resolveStandard(head string) (URL, error) {
	if len(head) > maxHead {
		return URL{}, errTooLong
	}
	u.Query, u.Fragment = "", ""
	// The "#" keeps a space at the end of head from being taken for one around
	// the whole reference.
	parsed, err := standard.ParseRef(u.String(), head+"#")
	if err != nil {
		return URL{}, causeOf(err)
	}
	target := URL{
		Scheme: parsed.Scheme(),
		User:   userInfo(parsed.Username(), parsed.Password()),
		Host:   parsed.Host(),
		Path:   parsed.Pathname(),
	}
	if target.Host == "" && target.Scheme != "file" {
		// Whether an empty authority was written is only to be seen in the whole.
		target.Path = strings.TrimPrefix(parsed.Href(true), target.Scheme+":")
	}
	return target, nil
}

// userInfo joins a name and a password that are percent-encoded.
func userInfo(name, password string) string {
	if password == "" {
		return name
	}
	return name + ":" + password
}

// causeOf puts the library's error, which quotes the whole reference with its
// user info, into a few words that do not.
func causeOf(err error) error {
	var invalid *fault.ValidationError
	if !errors.As(err, &invalid) {
		return errMalformed
	}
	switch invalid.Type() {
	case fault.MissingSchemeNonRelativeURL:
		return errRelative
	case fault.HostMissing, fault.InvalidCredentials:
		return errNoHost
	case fault.DomainToASCII, fault.DomainInvalidCodePoint, fault.HostInvalidCodePoint:
		return errHost
	case fault.IPv4EmptyPart, fault.IPv4TooManyParts, fault.IPv4NonNumericPart, fault.IPv4OutOfRangePart:
		return errIPv4
	case fault.IPv6Unclosed, fault.IPv6InvalidCompression, fault.IPv6TooManyPieces, fault.IPv6MultipleCompression,
		fault.IPv6InvalidCodePoint, fault.IPv6TooFewPieces, fault.IPv4InIPv6TooManyPieces,
		fault.IPv4InIPv6InvalidCodePoint, fault.IPv4InIPv6OutOfRangePart, fault.IPv4InIPv6TooFewParts:
		return errIPv6
	case fault.PortOutOfRange, fault.PortInvalid:
		return errPort
	}
	return errMalformed
}
