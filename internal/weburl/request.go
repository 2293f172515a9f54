package weburl

import (
	"net/url"
	"strings"
)

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
