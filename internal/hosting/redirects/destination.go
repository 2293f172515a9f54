package redirects

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// IsAbsolute reports whether a destination is an absolute URL rather than a path.
func IsAbsolute(to string) bool {
	return strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "https://")
}

// Location writes a destination as a Location header: percent-encoded, and with the query
// of the request unless it has a query. A destination that begins with two slashes names a
// host.
func Location(to, query string) string {
	if strings.HasPrefix(to, "//") {
		to = "https:" + to
	}
	rest, fragment, hasFragment := strings.Cut(to, "#")
	path, toQuery, _ := strings.Cut(rest, "?")
	if toQuery == "" {
		toQuery = query
	}
	if toQuery != "" {
		path += "?" + toQuery
	}
	if hasFragment {
		path += "#" + fragment
	}
	return hosting.EscapeURL(path)
}

// Path returns the percent-decoded path of a destination on the deployment itself.
func Path(to string) string {
	if end := strings.IndexAny(to, "?#"); end >= 0 {
		to = to[:end]
	}
	return Decode(to)
}

// Decode removes the percent-encoding of a path. It returns the path itself where the
// result would not be text.
func Decode(path string) string {
	if plain, err := url.PathUnescape(path); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return path
}

// Fill writes values for the names into a destination, one name after the other, as the
// hosts do. A name therefore also is where a longer one begins with it.
func Fill(to string, names, values []string) string {
	for i, name := range names {
		to = strings.ReplaceAll(to, ":"+name, hosting.EscapePath(values[i]))
	}
	return to
}

// UsesAny reports whether any of the names is in a destination.
func UsesAny(to string, names []string) bool {
	for _, name := range names {
		if strings.Contains(to, ":"+name) {
			return true
		}
	}
	return false
}
