package hosting

import (
	"net/url"
	"strings"
)

// Location writes the destination of a rule as a Location header. An absolute URL
// stays as it is, a path begins at the root, and anything else is relative to the path
// of the request.
func Location(destination string, req Request) string {
	if NamesHost(destination) {
		return destination
	}
	if strings.HasPrefix(destination, "/") {
		return destinationEscapes.encode(destination)
	}
	base := url.URL{Path: req.Path}
	to, err := base.Parse(destinationEscapes.encode(destination))
	if err != nil {
		return "/" + destinationEscapes.encode(destination)
	}
	return to.String()
}

// NamesHost reports whether a destination names its host.
func NamesHost(destination string) bool {
	if strings.HasPrefix(destination, "//") {
		return true
	}
	scheme, _, ok := strings.Cut(destination, "://")
	return ok && scheme != "" && strings.IndexFunc(scheme, isNotOfScheme) < 0
}

// isNotOfScheme reports whether a character cannot be in the scheme of a URL
// (RFC 3986, section 3.1).
func isNotOfScheme(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}

// WithQuery adds the query of a request to a location, before its fragment.
func WithQuery(location, query string) string {
	if query == "" {
		return location
	}
	location, fragment, hasFragment := strings.Cut(location, "#")
	separator := "?"
	if strings.Contains(location, "?") {
		separator = "&"
	}
	location += separator + query
	if hasFragment {
		location += "#" + fragment
	}
	return location
}

// SitePath returns the path of a destination on the site, with a slash before it. It
// is percent-decoded if that is possible.
func SitePath(destination string) string {
	path, _, _ := strings.Cut(destination, "#")
	path, _, _ = strings.Cut(path, "?")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return path
}
