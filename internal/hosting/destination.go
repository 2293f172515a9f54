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
	return urlEscapes.encode(path)
}

// pathOf is the percent-decoded path of a destination on the deployment itself.
func pathOf(to string) string {
	if end := strings.IndexAny(to, "?#"); end >= 0 {
		to = to[:end]
	}
	return decoded(to)
}
