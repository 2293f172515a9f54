package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// nowhere is where a directory's site is taken to be served when nobody said:
// a host name that can never exist (RFC 6761, section 6.4).
const nowhere = "https://linkvet.invalid/"

// Space tells a site's own URLs from all others.
type Space struct {
	// home is where the site is read: scheme, host and base path, which ends
	// with a slash.
	home weburl.URL
	// alias is another place whose URLs mean the same pages, such as production
	// for a preview; its Scheme is empty when there is none.
	alias weburl.URL
	known bool
}

// NewSpace returns the space of the site that is read at home and whose pages
// say that they are at alias, which may be the zero URL. A path that does not
// end with a slash is cut after its last one.
func NewSpace(home, alias weburl.URL) Space {
	s := Space{home: directory(home), known: true}
	if alias.Scheme != "" {
		s.alias = directory(alias)
	}
	return s
}

// UnknownSpace returns the space of a site of which nobody knows where it will
// be served: links from its root are its own, those with a host are not.
func UnknownSpace() Space {
	home, err := weburl.Parse(nowhere)
	if err != nil {
		// The constant above is a good URL, as a test says.
		panic(err)
	}
	return Space{home: home}
}

// directory is u up to the last slash of its path, without user info, query
// and fragment.
func directory(u weburl.URL) weburl.URL {
	u.User, u.Query, u.Fragment = "", "", ""
	u.Path = u.Path[:strings.LastIndexByte(u.Path, '/')+1]
	return u
}

// URL is where the site is served, or "" when nobody knows.
func (s Space) URL() string {
	switch {
	case !s.known:
		return ""
	case s.alias.Scheme != "":
		return s.alias.String()
	}
	return s.home.String()
}

// Known tells whether it is known where the site is served.
func (s Space) Known() bool { return s.known }

// Base is the base path, with a slash at both ends.
func (s Space) Base() string { return s.home.Path }

// Page is the URL of the page at a path below the base path, which has no
// leading slash.
func (s Space) Page(urlPath string) weburl.URL {
	u := s.home
	u.Path += urlPath
	return u
}

// Own returns the URL under which u is read on the site, and whether u is of
// the site at all. User info is no part of what a URL is of.
func (s Space) Own(u weburl.URL) (weburl.URL, bool) {
	if inside(s.home, u) {
		u.User = ""
		return u, true
	}
	if s.alias.Scheme != "" && inside(s.alias, u) {
		u.Scheme, u.Host, u.User = s.home.Scheme, s.home.Host, ""
		u.Path = s.home.Path + u.Path[len(s.alias.Path):]
		return u, true
	}
	return u, false
}

// Beside tells whether u is on the site's origin but outside its base path.
func (s Space) Beside(u weburl.URL) bool {
	return u.Scheme == s.home.Scheme && u.Host == s.home.Host && !inside(s.home, u)
}

// Target is how an own URL is shown: its path, base path stripped, and query.
func (s Space) Target(u weburl.URL) string {
	return s.TargetPath(u) + u.Query
}

// TargetPath is an own URL's path, base path stripped, with a leading slash.
func (s Space) TargetPath(u weburl.URL) string {
	return u.Path[len(s.home.Path)-1:]
}

func inside(home, u weburl.URL) bool {
	return u.Scheme == home.Scheme && u.Host == home.Host && strings.HasPrefix(u.Path, home.Path)
}
