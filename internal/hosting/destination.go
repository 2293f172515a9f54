package hosting

import "strings"

// isAbsolute tells whether a destination is an absolute URL rather than a path.
func isAbsolute(to string) bool {
	return strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "https://")
}

// located is a destination as a Location header has it: percent-encoded, and with
// the query of the request where it has none of its own. One that begins with two
// slashes names a host.
func located(to, query string) string {
	if strings.HasPrefix(to, "//") {
		to = "https:" + to
	}
	rest, fragment, hasFragment := strings.Cut(to, "#")
	path, own, _ := strings.Cut(rest, "?")
	if own == "" {
		own = query
	}
	if own != "" {
		path += "?" + own
	}
	if hasFragment {
		path += "#" + fragment
	}
	return escapeURL(path)
}

// pathOf is the percent-decoded path of a destination on the deployment itself.
func pathOf(to string) string {
	if end := strings.IndexAny(to, "?#"); end >= 0 {
		to = to[:end]
	}
	return decoded(to)
}

// escapeURL encodes what cannot stand in a URL, and leaves what is encoded as it
// is.
func escapeURL(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>", c) >= 0 {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
