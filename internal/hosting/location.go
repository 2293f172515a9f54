package hosting

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

// IndexFile is the name of what hosts answer with for a directory.
const IndexFile = "index.html"

// PageExtension is the end of a page's name that, on some hosts, its URL can leave out.
const PageExtension = ".html"

// FileName turns the decoded path of a request into the slash path of a file below the root, and reports whether it ended with
// a slash. It drops empty elements, as file servers do. Dots that only percent-decoding brings out cannot climb above the root.
func FileName(p string) (name string, slash bool) {
	slash = strings.HasSuffix(p, "/")
	name = strings.TrimPrefix(path.Clean("/"+p), "/")
	return name, slash && name != ""
}

// WithoutIndex returns the path of a file. For an index.html that is its directory, with a slash at the end.
func WithoutIndex(file string) string {
	if file == IndexFile || strings.HasSuffix(file, "/"+IndexFile) {
		return strings.TrimSuffix(file, IndexFile)
	}
	return file
}

// withoutEmpty returns a path without its empty elements.
func withoutEmpty(p string) string {
	for strings.Contains(p, "//") {
		p = strings.ReplaceAll(p, "//", "/")
	}
	return p
}

// withoutSlash removes the slash at the end of a path that is more than a slash.
func withoutSlash(p string) string {
	if len(p) > 1 {
		return strings.TrimSuffix(p, "/")
	}
	return p
}

// NamesHost reports whether a destination names its host.
func NamesHost(destination string) bool {
	if strings.HasPrefix(destination, "//") {
		return true
	}
	scheme, _, ok := strings.Cut(destination, "://")
	// RFC 3986, section 3.1.
	return ok && scheme != "" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}

// isAbsolute reports whether a text is a URL rather than a path.
func isAbsolute(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// location writes the destination of a rule as a Location header. An absolute URL keeps its host, a path begins at the root,
// and anything else is relative to the path of the request.
func location(destination string, req Request) string {
	switch {
	case NamesHost(destination):
		return EscapeURL(destination)
	case strings.HasPrefix(destination, "/"):
		return destinationEscapes.encode(destination)
	}
	base := url.URL{Path: req.Path}
	to, err := base.Parse(destinationEscapes.encode(destination))
	if err != nil {
		return "/" + destinationEscapes.encode(destination)
	}
	return to.String()
}

// withQuery adds the query of a request to a location, before its fragment. One that has a query keeps it alone if own is set.
func withQuery(location, query string, own bool) string {
	location, fragment, hasFragment := strings.Cut(location, "#")
	base, have, _ := strings.Cut(location, "?")
	switch {
	case query == "":
	case have == "":
		location = base + "?" + EscapeURL(query)
	case !own:
		location += "&" + EscapeURL(query)
	}
	if hasFragment {
		location += "#" + fragment
	}
	return location
}

// sitePath returns the path of a destination on the site, with a slash before it. It is percent-decoded if that gives text.
func sitePath(destination string) string {
	if end := strings.IndexAny(destination, "?#"); end >= 0 {
		destination = destination[:end]
	}
	return "/" + strings.TrimPrefix(decode(destination), "/")
}

// decode removes the percent-encoding of a path. It returns the path itself where the result would not be text.
func decode(p string) string {
	if plain, err := url.PathUnescape(p); err == nil && utf8.ValidString(plain) {
		return plain
	}
	return p
}

// EscapePath writes the path of a file as the path of a URL. It percent-encodes the characters of the URL standard's path
// percent-encode set (WHATWG URL, section 1.3), and the two that would mean something else there.
func EscapePath(name string) string { return pathEscapes.encode(name) }

// EscapeURL percent-encodes what cannot be in a URL. What is encoded stays as it is.
func EscapeURL(text string) string { return urlEscapes.encode(text) }

// escapes says of each byte whether it is percent-encoded.
type escapes [256]bool

var (
	pathEscapes = newEscapes("\"#%<>?\\^`{}")
	// destinationEscapes leave what is encoded as it is, and the marks of query and fragment.
	destinationEscapes = newEscapes("\"<>\\^`{}")
	urlEscapes         = newEscapes("\"<>")
)

// newEscapes encodes these marks, spaces, controls and what is not ASCII.
func newEscapes(marks string) *escapes {
	var table escapes
	for c := range table {
		table[c] = c <= ' ' || c >= 0x7f || strings.IndexByte(marks, byte(c)) >= 0
	}
	return &table
}

func (e *escapes) encode(s string) string {
	plain := true // as most are, of which each page asks for several
	for i := 0; i < len(s) && plain; i++ {
		plain = !e[s[i]]
	}
	if plain {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; e[c] {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
