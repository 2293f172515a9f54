package hosting

import (
	"path"
	"strings"
)

// IndexFile is the name of what hosts answer with for a directory.
const IndexFile = "index.html"

// PageExtension is the end of a page's name that, on some hosts, its URL can leave out.
const PageExtension = ".html"

// FileName turns the decoded path of a request into the slash path of a file below
// the root, and reports whether it ended with a slash. It drops empty elements, as
// file servers do. Dots that only percent-decoding brings out cannot climb above the
// root.
func FileName(p string) (name string, slash bool) {
	slash = strings.HasSuffix(p, "/")
	name = strings.TrimPrefix(path.Clean("/"+p), "/")
	return name, slash && name != ""
}

// WithoutIndex returns the path of a file. For an index.html that is its directory,
// with a slash at the end.
func WithoutIndex(file string) string {
	if file == IndexFile || strings.HasSuffix(file, "/"+IndexFile) {
		return strings.TrimSuffix(file, IndexFile)
	}
	return file
}

// WithoutEmpty returns a path without its empty elements.
func WithoutEmpty(p string) string {
	for strings.Contains(p, "//") {
		p = strings.ReplaceAll(p, "//", "/")
	}
	return p
}

// IsCloudflares reports whether a path belongs to Cloudflare's proxy, which is in front of
// sites of any host: it puts links such as /cdn-cgi/l/email-protection into their pages,
// and answers many of them with 404 on purpose. The path is percent-decoded.
// https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
func IsCloudflares(path string) bool { return strings.HasPrefix(path, "/cdn-cgi/") }
