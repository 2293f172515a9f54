package site

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Scope tells a site's internal URLs from external ones.
type Scope struct {
	// home is where the site is read: scheme, host and base path, which ends with a slash.
	home weburl.URL
	// aliases are other places whose URLs mean the same pages, such as production for a
	// preview. Most sites have none or one.
	aliases []weburl.URL
	// served is the URL by which the report names the site; it is the zero URL when that is
	// not known.
	served weburl.URL
	// planned is whether the site is read from a directory, and home is where it will be
	// served: a URL there is not requested, and need not be exact.
	planned bool
}

// NewScope returns the scope of the site that is read at home and whose pages are, or will
// be, served at places as well, the main one first. A path that does not end with a slash is
// cut after its last one.
func NewScope(home weburl.URL, places ...weburl.URL) Scope {
	s := Scope{home: directory(home)}
	s.served = s.home
	for i, place := range places {
		place = directory(place)
		if i == 0 {
			s.served = place
		}
		if place != s.home && !slices.Contains(s.aliases, place) {
			s.aliases = append(s.aliases, place)
		}
	}
	return s
}

// PlannedScope returns the scope of a directory whose pages are, or will be, served at places,
// the main one first; there is at least one.
func PlannedScope(places ...weburl.URL) Scope {
	s := NewScope(places[0], places...)
	s.planned = true
	return s
}

// UnknownScope returns the scope of a site of which at most the base path is known, which has a
// slash at both ends: links from its root are internal, as no host is known that could answer
// them, and those with a host are external.
func UnknownScope(base string) Scope {
	return Scope{home: Nowhere(base)}
}

// nowhere is a host name that can never exist: RFC 6761, section 6.4.
const nowhere = "linkvet.invalid"

// Nowhere returns a URL for what is served at a host that is not known.
func Nowhere(urlPath string) weburl.URL {
	return weburl.URL{Scheme: "https", Host: nowhere, Path: urlPath}
}

// IsNowhere reports whether u can be asked for at no host: it is beside a repository without a
// remote, where GitHub would have its issues.
func IsNowhere(u weburl.URL) bool { return u.Host == nowhere }

// directory is u up to the last slash of its path, without user info, query and fragment.
func directory(u weburl.URL) weburl.URL {
	u.User, u.Query, u.Fragment = "", "", ""
	u.Path = u.Path[:strings.LastIndexByte(u.Path, '/')+1]
	return u
}

// Known reports whether it is known where the site is served.
func (s *Scope) Known() bool { return s.served.Scheme != "" }

// URL is where the site is served; empty when that is not known.
func (s *Scope) URL() string { return s.served.String() }

// Served is the main place of the site with its base path: the one that URL names, or else
// where the site is read.
func (s *Scope) Served() weburl.URL {
	if s.Known() {
		return s.served
	}
	return s.home
}

// Base is the base path, with a slash at both ends.
func (s *Scope) Base() string { return s.home.Path }

// Page is the URL of the page at a path below the base path, which has no leading slash.
func (s *Scope) Page(urlPath string) weburl.URL {
	u := s.home
	u.Path += urlPath
	return u
}

// Target is how an internal URL is shown: its path, base path stripped, and query.
func (s *Scope) Target(u weburl.URL) string { return s.TargetPath(u) + u.Query }

// TargetPath is an internal URL's path, base path stripped, with a leading slash.
func (s *Scope) TargetPath(u weburl.URL) string { return u.Path[len(s.home.Path)-1:] }

// Internal returns the URL under which u is read on the site, and whether u is a URL of the
// site. User info does not matter, nor at a place that is not requested what hosts redirect: from
// http to https, and from the name of the base path without its slash.
func (s *Scope) Internal(u weburl.URL) (weburl.URL, bool) {
	if inside(&s.home, &u) {
		u.User = ""
		return u, true
	}
	var path string
	var ok bool
	if s.planned || !s.Known() {
		path, ok = leadsTo(&s.home, &u)
	}
	if !ok && !s.Known() && sameOrigin(&s.home, &u) {
		path, ok = u.Path[1:], true
	}
	for i := 0; i < len(s.aliases) && !ok; i++ {
		path, ok = leadsTo(&s.aliases[i], &u)
	}
	if ok {
		u.Scheme, u.Host, u.User, u.Path = s.home.Scheme, s.home.Host, "", s.home.Path+path
	}
	return u, ok
}

// leadsTo returns the path of u below a place of the site to which hosts redirect u.
func leadsTo(place, u *weburl.URL) (path string, ok bool) {
	if u.Host != place.Host || !u.IsHTTP() {
		return "", false
	}
	if path, ok = strings.CutPrefix(u.Path, place.Path); ok {
		return path, true
	}
	return "", u.Path+"/" == place.Path
}

// Names are the URLs of an internal URL, at each place of the site that is known, with http and
// https.
func (s *Scope) Names(u weburl.URL) (names []string) {
	below := strings.TrimPrefix(u.Path, s.home.Path)
	for i, place := range s.places() {
		u.Host, u.Path = place.Host, place.Path+below
		for _, scheme := range []string{place.Scheme, "https", "http"} {
			isAsked := i > 0 || s.planned || scheme == place.Scheme
			if u.Scheme = scheme; s.Known() && isAsked && !slices.Contains(names, u.Redacted()) {
				names = append(names, u.Redacted())
			}
		}
	}
	return names
}

// places are where the site is read, and the others.
func (s *Scope) places() []weburl.URL { return append([]weburl.URL{s.home}, s.aliases...) }

// IsOutsideBase reports whether u has the origin at which the site is read, but lies outside
// its base path.
func (s *Scope) IsOutsideBase(u weburl.URL) bool {
	return sameOrigin(&s.home, &u) && !inside(&s.home, &u)
}

// IsPastBase reports whether u leads past the base path of a site of which only that is known:
// u is internal all the same, as no host is known that could answer it.
func (s *Scope) IsPastBase(u weburl.URL) bool {
	return !s.Known() && s.IsOutsideBase(u) && u.Path+"/" != s.home.Path
}

// MissedBase returns the place of the site that has the origin of u and a base path that u
// lacks; ok is false when there is none.
func (s *Scope) MissedBase(u weburl.URL) (place weburl.URL, ok bool) {
	places := s.places()
	i := slices.IndexFunc(places, func(place weburl.URL) bool { return sameOrigin(&place, &u) && !inside(&place, &u) })
	if i < 0 {
		return weburl.URL{}, false
	}
	return places[i], true
}

func inside(home, u *weburl.URL) bool {
	return sameOrigin(home, u) && strings.HasPrefix(u.Path, home.Path)
}

func sameOrigin(a, b *weburl.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }
