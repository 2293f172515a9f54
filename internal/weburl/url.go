// Package weburl reads URLs as browsers do. It parses absolute URLs, resolves
// the references that pages hold, and reports whether a fragment points at
// something on a page. It follows the URL Standard and the HTML Standard, not
// RFC 3986, because a link works when a browser can follow it. It does no I/O.
package weburl

import (
	"net/url"
	"strings"
)

// URL is a parsed absolute URL, in parts that are already serialized the way a
// browser shows them, so that two URLs are the same exactly when they are equal
// under ==. The zero URL is no URL; it writes as "" and serves as the base of
// nothing.
//
// A URL may share memory with the strings that it was made from. Clone a part
// that is kept for long when those are large.
type URL struct {
	// Scheme is lower-case and has no ":".
	Scheme string
	// User is the user info, percent-encoded and without "@"; "" means none.
	User string
	// Host is lower-case and in punycode, has its port unless that is the
	// scheme's default, and brackets around an IPv6 address; "" means none.
	Host string
	// Path is percent-encoded and free of dot segments. It begins with "/" for
	// http and https. A URL without a host has all the rest here, such as the
	// address of a mailto URL.
	Path string
	// Query has its leading "?", so that an empty one is "?"; "" means none.
	Query string
	// Fragment has its leading "#", so that an empty one is "#"; "" means none.
	Fragment string
}

// String returns the whole URL, user info included. Use Redacted for anything
// that people get to see.
func (u URL) String() string {
	if u.Scheme == "" {
		return ""
	}
	var b strings.Builder
	b.Grow(len(u.Scheme) + len("://@") + len(u.User) + len(u.Host) + len(u.Path) + len(u.Query) + len(u.Fragment))
	b.WriteString(u.Scheme)
	b.WriteByte(':')
	// A file URL has an authority even where that is empty. Other URLs with an
	// empty one carry its slashes in Path.
	if u.Host != "" || u.Scheme == "file" {
		b.WriteString("//")
		if u.User != "" {
			b.WriteString(u.User)
			b.WriteByte('@')
		}
		b.WriteString(u.Host)
	}
	b.WriteString(u.Path)
	b.WriteString(u.Query)
	b.WriteString(u.Fragment)
	return b.String()
}

// Redacted returns the whole URL without its user info, fit to be shown.
func (u URL) Redacted() string {
	u.User = ""
	return u.String()
}

// Document returns u without its fragment: what is asked of a server.
func (u URL) Document() URL {
	u.Fragment = ""
	return u
}

// Clone returns the URL without the memory of what it was read from, which may be a whole page.
func (u URL) Clone() URL {
	for _, part := range []*string{&u.Scheme, &u.User, &u.Host, &u.Path, &u.Query, &u.Fragment} {
		*part = strings.Clone(*part)
	}
	return u
}

// WithoutQuery returns u without its query and its fragment. The query may hold settings,
// the path that was asked for, or a secret.
func (u URL) WithoutQuery() URL {
	u.Query, u.Fragment = "", ""
	return u
}

// Origin returns "scheme://host", the port included unless it is the scheme's
// default. Only URLs with a host have a meaningful one.
func (u URL) Origin() string {
	return u.Scheme + "://" + u.Host
}

// IsHTTP reports whether the scheme is http or https.
func (u URL) IsHTTP() bool {
	return u.Scheme == "http" || u.Scheme == "https"
}

// isOpaque reports whether u has a path that nothing can be resolved against, as
// mailto and data URLs have.
func (u URL) isOpaque() bool {
	return u.Host == "" && !strings.HasPrefix(u.Path, "/")
}

// isSpecial reports whether the URL Standard calls scheme special: its URLs have
// a host (but file), read "\" as "/", and are never opaque.
func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}

// Request returns u, an http or https URL, in the form by which net/http sends
// exactly u's path and query, and u's user info as Basic authentication. It has
// no fragment.
//
// A path that net/url would encode anew, such as "/%zz", goes into Opaque. A
// request through a plain HTTP proxy then lacks the host in its first line, and
// the proxy may refuse it; nothing else in net/url keeps the bytes.
func (u URL) Request() *url.URL {
	out := &url.URL{
		Scheme:     u.Scheme,
		User:       u.credentials(),
		Host:       u.Host,
		RawQuery:   strings.TrimPrefix(u.Query, "?"),
		ForceQuery: u.Query == "?",
	}
	decoded, err := url.PathUnescape(u.Path)
	if err == nil {
		out.Path, out.RawPath = decoded, u.Path
		if out.EscapedPath() == u.Path {
			return out
		}
	}
	out.Path, out.RawPath, out.Opaque = "", "", u.Path
	if strings.HasPrefix(u.Path, "//") {
		// net/url takes this for "//host/path": give it the true host, so that
		// the request line is the whole URL, which servers accept as well.
		out.Opaque = "//" + u.Host + u.Path
	}
	return out
}

// credentials returns the user info decoded, nil when there is none.
func (u URL) credentials() *url.Userinfo {
	if u.User == "" {
		return nil
	}
	name, password, hasPassword := strings.Cut(u.User, ":")
	if !hasPassword {
		return url.User(Unescape(name))
	}
	return url.UserPassword(Unescape(name), Unescape(password))
}
