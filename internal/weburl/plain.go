package weburl

import "strings"

// resolvePlain resolves the references that pages are made of: http and https,
// nothing in them that a browser would fix. It costs one allocation at most,
// and is right only because it knows what to leave alone: ok is false for
// anything that the full algorithm might read in another way. The scheme is ""
// for a relative reference.
func (u URL) resolvePlain(scheme, rest string) (target URL, ok bool) {
	if scheme == "" && !u.IsHTTP() || !isPlainPath(rest) {
		return URL{}, false
	}
	if after, found := strings.CutPrefix(rest, "//"); found {
		if scheme == "" {
			scheme = u.Scheme
		}
		return u.resolveAuthority(scheme, after)
	}
	if scheme != "" {
		return URL{}, false
	}
	return URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: joinPath(u.Path, rest)}, true
}

// resolveAuthority reads "host/path", the rest of a URL after "scheme://".
func (u URL) resolveAuthority(scheme, rest string) (target URL, ok bool) {
	if scheme != "http" && scheme != "https" {
		return URL{}, false
	}
	host, path := rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		host, path = rest[:i], joinPath("/", rest[i:])
	}
	// A site's links to itself are plain even where its host is an address.
	isSameOrigin := scheme == u.Scheme && host == u.Host && host != ""
	if !isSameOrigin && !isPlainHost(scheme, host) {
		return URL{}, false
	}
	return URL{Scheme: scheme, Host: host, Path: path}, true
}

// plainBytes are the bytes that nothing has to change in a path, but for "%".
var plainBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = isLetter(byte(c)) || isDigit(byte(c)) || strings.IndexByte("/.-_~!$&'()*+,;=:@[]|", byte(c)) >= 0
	}
	return table
}()

// isPlainPath reports whether no byte of s has to be changed in a path. A dot that is
// written as "%2e" has to be.
func isPlainPath(s string) bool {
	for i := range len(s) {
		if !plainBytes[s[i]] && (s[i] != '%' || startsWithDotEscape(s[i:])) {
			return false
		}
	}
	return true
}

// isPlainHost reports whether host is a lower-case ASCII name that cannot be an
// address, with or without a port that has to stay.
func isPlainHost(scheme, host string) bool {
	name, port, hasPort := strings.Cut(host, ":")
	if hasPort && !isPlainPort(scheme, port) {
		return false
	}
	for {
		label, rest, more := strings.Cut(name, ".")
		if !isPlainLabel(label) {
			return false
		}
		if !more {
			// A last label that starts with a digit may make it an IPv4 address.
			return isLetter(label[0])
		}
		name = rest
	}
}

// isPlainLabel reports whether label is not empty, not punycode, and made of
// lower-case letters, digits and hyphens.
func isPlainLabel(label string) bool {
	if label == "" || strings.HasPrefix(label, "xn--") {
		return false
	}
	for i := range len(label) {
		if c := label[i]; !('a' <= c && c <= 'z') && !isDigit(c) && c != '-' {
			return false
		}
	}
	return true
}

// isPlainPort reports whether port is written as a browser would write it, and
// not the default of scheme, which it would drop.
func isPlainPort(scheme, port string) bool {
	n, ok := readPort(port)
	return ok && port[0] != '0' && n != defaultPort(scheme)
}
