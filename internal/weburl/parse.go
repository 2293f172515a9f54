package weburl

import (
	"errors"
	"fmt"
	"strings"
)

// Parse reads an absolute URL. What a browser corrects (white space around it,
// upper case, default ports, missing slashes, characters that need encoding) is
// fixed; what a browser refuses is an *Error.
func Parse(raw string) (URL, error) {
	return URL{}.Resolve(raw)
}

// Resolve reads ref as a browser does that found it in a document in UTF-8 or
// UTF-16 whose base URL is u. An empty ref is the document itself, without a
// fragment. What a browser refuses is an *Error.
func (u URL) Resolve(ref string) (URL, error) {
	return u.ResolveIn(ref, "utf-8")
}

// ResolveIn is Resolve for a document in the encoding of that name, in which
// browsers write the query. The names are those of the Encoding Standard, in
// any case. The empty name, and an unknown one, stand for UTF-8.
func (u URL) ResolveIn(ref, encoding string) (URL, error) {
	head, query, fragment := split(clean(ref))
	if isSpecial(u.Scheme) && strings.EqualFold(head, u.Scheme+":") {
		// A bare scheme that is the document's own says nothing more.
		head = ""
	}
	target, err := u.resolveHead(head)
	switch {
	case err != nil:
		return URL{}, &Error{Raw: ref, Cause: err}
	case head == "" && u.isOpaque() && (query != "" || fragment == ""):
		// An opaque URL, and no URL at all, can only be given another fragment.
		return URL{}, &Error{Raw: ref, Cause: errRelative}
	case query != "":
		target.Query = encodeQuery(query, target.Scheme, encoding)
	case head == "":
		target.Query = u.Query
	}
	target.Fragment = encode(fragment, fragmentEscapes)
	return target, nil
}

// resolveHead resolves head, a reference without query and fragment, against u.
// The result has neither.
func (u URL) resolveHead(head string) (URL, error) {
	if head == "" {
		if u.Scheme == "" {
			return URL{}, errRelative
		}
		u.Query, u.Fragment = "", ""
		return u, nil
	}
	scheme, rest := cutScheme(head)
	if scheme != "" && !isSpecial(scheme) && !strings.HasPrefix(rest, "/") {
		// Data URLs are often huge, so what needs no algorithm gets none.
		return URL{Scheme: scheme, Path: encode(rest, opaqueEscapes)}, nil
	}
	if scheme == "" {
		if target, ok := u.resolvePlain(rest); ok {
			return target, nil
		}
	}
	return u.resolveStandard(scheme, rest)
}

// clean drops what browsers drop before they look at a reference: control
// characters and spaces around it, tabs and newlines anywhere.
func clean(ref string) string {
	for ref != "" && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for ref != "" && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	if !isBroken(ref) {
		return ref
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, ref)
}

// isBroken reports whether s has tabs or line ends in it. strings.ContainsAny would make a
// table at each call.
func isBroken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '\t' || c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// split cuts a clean reference where its query and its fragment begin. In every state of a
// browser's parser the first "#", and the first "?" before it, end the part before. Both
// parts keep their mark.
func split(ref string) (head, query, fragment string) {
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		ref, fragment = ref[:i], ref[i:]
	}
	if i := strings.IndexByte(ref, '?'); i >= 0 {
		ref, query = ref[:i], ref[i:]
	}
	return ref, query, fragment
}

// cutScheme cuts the scheme, lower-cased, and its ":" off head. The scheme is
// "" when head has none.
func cutScheme(head string) (scheme, rest string) {
	for i := range len(head) {
		c := head[i]
		switch {
		case isLetter(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(head[:i]), head[i+1:]
		default:
			return "", head
		}
	}
	return "", head
}

// resolvePlain resolves a relative reference that most are like: a path against an http or
// https URL, with nothing in it that a browser would change. It costs one allocation at most.
// ok is false for anything that the full algorithm might read in another way.
func (u URL) resolvePlain(ref string) (target URL, ok bool) {
	if !u.IsHTTP() || strings.HasPrefix(ref, "//") || !isPlainPath(ref) {
		return URL{}, false
	}
	return URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: joinPath(u.Path, ref)}, true
}

// plainBytes are the bytes that nothing has to change in a path, but for "%".
var plainBytes = func() (table [256]bool) {
	for c := range table {
		table[c] = isLetter(byte(c)) || isDigit(byte(c)) || strings.IndexByte("/.-_~!$&'()*+,;=:@[]|", byte(c)) >= 0
	}
	return table
}()

// isPlainPath reports whether no byte of s has to be changed in a path. A dot that is
// written as "%2e" has to be.
func isPlainPath(s string) bool {
	for i := range len(s) {
		if !plainBytes[s[i]] && (s[i] != '%' || startsWithDotEscape(s[i:])) {
			return false
		}
	}
	return true
}

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

// resolveFile reads what follows "file:", or a relative reference on the file
// URL u. Drives of Windows get the care that browsers on every system give
// them.
func (u URL) resolveFile(rest string) (URL, error) {
	if len(rest) >= 2 && isSlash(rest[0]) && isSlash(rest[1]) {
		return readFileHost(rest[2:])
	}
	target := URL{Scheme: "file"}
	dir := ""
	rooted := rest != "" && isSlash(rest[0])
	if rooted {
		rest = rest[1:]
	}
	if u.Scheme == "file" {
		target.Host = u.Host
		if !startsWithDrive(rest) {
			dir = u.folder(rooted)
		}
	}
	target.Path = walk(dir, rest, "file")
	return target, nil
}

// folder returns the folder of the file URL u, or, with rooted, its root, which
// is its drive if it has one.
func (u URL) folder(rooted bool) string {
	if !rooted {
		return u.Path[:parentEnd(u.Path, "file")]
	}
	if startsWithDrive(strings.TrimPrefix(u.Path, "/")) {
		return u.Path[:len("/C:")]
	}
	return ""
}

// readFileHost reads what follows the slashes of a file URL.
func readFileHost(rest string) (URL, error) {
	name, path, _ := cutSegment(rest, "file")
	if isDrive(name) {
		// "file://C:/x" forgot a slash.
		return URL{Scheme: "file", Path: walk("", rest, "file")}, nil
	}
	host := ""
	if name != "" {
		var err error
		if host, err = readHost("file", name); err != nil {
			return URL{}, err
		}
	}
	if host == "localhost" {
		host = ""
	}
	return URL{Scheme: "file", Host: host, Path: walk("", path, "file")}, nil
}

// startsWithDrive reports whether the first segment of s is a drive.
func startsWithDrive(s string) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || isSlash(s[2]))
}

// isDrive reports whether s is the letter of a drive with the ":" after it, which
// may be written as "|".
func isDrive(s string) bool {
	return len(s) == 2 && isLetter(s[0]) && strings.IndexByte(":|", s[1]) >= 0
}

// isSlash reports whether c separates the segments of a special URL.
func isSlash(c byte) bool {
	return c == '/' || c == '\\'
}

// Error says that a browser refuses to read a reference as a URL.
type Error struct {
	// Raw is the reference as it was given. It may hold user info: show
	// Redact(Raw), as Error does.
	Raw string
	// Cause says in a few words what is wrong with it, and never quotes it.
	Cause error
}

// Error returns one line with the reference, its user info cut out.
func (e *Error) Error() string {
	return fmt.Sprintf("could not parse URL %q: %v", shorten(Redact(e.Raw)), e.Cause)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// The causes. They are few because an author needs to know which part to look
// at, not which step of the algorithm stopped.
var (
	errRelative = errors.New("relative URL without a base URL")
	errNoHost   = errors.New("no host")
	errHost     = errors.New("host name is not valid")
	errIPv4     = errors.New("IPv4 address is not valid")
	errIPv6     = errors.New("IPv6 address is not valid")
	errPort     = errors.New("port is not a number from 0 to 65535")
)

// maxShown bounds, in bytes, how much of a reference an error quotes.
const maxShown = 500

// shorten cuts s to maxShown bytes and marks that it did.
func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:maxShown] + "…"
}
