package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Base is the base path, with a slash at both ends.
func (s *Scope) Base() string { return s.home.Path }

// UnknownScopeAt returns the scope of a site of which only the base path is known. Other
// links from the root are internal, too, as no host is known that could answer them.
func UnknownScopeAt(base string) Scope {
	s := UnknownScope()
	s.home.Path = base
	return s
}

// TargetPath is an internal URL's path, base path stripped, with a leading slash.
func (s *Scope) TargetPath(u weburl.URL) string {
	return u.Path[len(s.home.Path)-1:]
}

// IsOutsideBase reports whether u has the origin at which the site is read, but lies
// outside its base path.
func (s *Scope) IsOutsideBase(u weburl.URL) bool { return outsideBase(&s.home, &u) }

// IsPastBase reports whether u leads past the base path of a site of which only that is
// known: u is internal all the same, as no host is known that could answer it.
func (s *Scope) IsPastBase(u weburl.URL) bool {
	return !s.Known() && outsideBase(&s.home, &u) && u.Path+"/" != s.home.Path
}

// MissedBase returns the place of the site that has the origin of u and a base path that
// u lacks; ok is false when there is none.
func (s *Scope) MissedBase(u weburl.URL) (place weburl.URL, ok bool) {
	if outsideBase(&s.home, &u) {
		return s.home, true
	}
	for _, alias := range s.aliases {
		if outsideBase(&alias, &u) {
			return alias, true
		}
	}
	return weburl.URL{}, false
}

func outsideBase(home, u *weburl.URL) bool {
	return sameOrigin(home, u) && !strings.HasPrefix(u.Path, home.Path)
}
