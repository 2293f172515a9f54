package weburl

import "strings"

// resolveStandard resolves against u, by the full algorithm of the URL Standard, a
// reference that is neither empty nor opaque and has no query and no fragment. It gives the
// bare cause of a failure.
//
// The standard describes a machine that takes a character at a time. Without the query and
// the fragment, the rest consists of parts between slashes, and so it is read part by part.
func (u URL) resolveStandard(scheme, rest string) (URL, error) {
	switch {
	case scheme == "" && u.isOpaque():
		return URL{}, errRelative
	case scheme == "file" || scheme == "" && u.Scheme == "file":
		return u.resolveFile(rest)
	case scheme == "" || scheme == u.Scheme && isSpecial(scheme):
		return u.resolveRelative(rest)
	case isSpecial(scheme):
		// Any number of slashes will do, even none.
		return readAuthority(scheme, strings.TrimLeft(rest, `/\`))
	case strings.HasPrefix(rest, "//"):
		return readAuthority(scheme, rest[2:])
	}
	return place{scheme: scheme}.at(walk("", rest[1:], scheme)), nil
}

// resolveRelative resolves a reference that has no scheme, or needs none,
// against u.
func (u URL) resolveRelative(rest string) (URL, error) {
	slashes := "/"
	if isSpecial(u.Scheme) {
		slashes = `/\`
	}
	path := strings.TrimLeft(rest, slashes)
	switch len(rest) - len(path) {
	case 0:
		here, base := u.parts()
		return here.at(walk(base[:parentEnd(base, u.Scheme)], rest, u.Scheme)), nil
	case 1:
		here, _ := u.parts()
		return here.at(walk("", path, u.Scheme)), nil
	}
	if isSpecial(u.Scheme) {
		return readAuthority(u.Scheme, path)
	}
	return readAuthority(u.Scheme, rest[2:])
}

// place is all of a URL that is before its path. An authority may be there
// and be empty, which URL shows by the slashes of its Path.
type place struct {
	scheme, user, host string
	authority          bool
}

// at returns the URL of path at p.
func (p place) at(path string) URL {
	u := URL{Scheme: p.scheme, User: p.user, Host: p.host, Path: path}
	switch {
	case u.Host != "" || u.Scheme == "file":
	case p.authority:
		u.Path = "//" + path
	case strings.HasPrefix(path, "//"):
		// Without the dot the path would read as an authority.
		u.Path = "/." + path
	}
	return u
}

// parts divides u, which is not opaque, into its place and its path.
func (u URL) parts() (p place, path string) {
	p = place{scheme: u.Scheme, user: u.User, host: u.Host}
	path = u.Path
	switch {
	case u.Host != "" || u.Scheme == "file":
		p.authority = true
	case strings.HasPrefix(path, "//"):
		p.authority = true
		path = path[len("//"):]
	case strings.HasPrefix(path, "/.//"):
		path = path[len("/."):]
	}
	return p, path
}
