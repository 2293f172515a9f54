package azure

import (
	"errors"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// route is one of the routes.
type route struct {
	from              wildcard
	redirect, rewrite string
	status            int
	// guarded is whether only readers who have signed in get the answer.
	guarded bool
	rule    *hosting.Rule
}

// isCircular reports whether a redirect leads to the path of the request itself. Then
// the host tries the next route.
func (r *route) isCircular(req hosting.Request) bool {
	return r.redirect != "" && !hosting.NamesHost(r.redirect) && hosting.SitePath(r.redirect) == req.Path
}

// wildcard is a path, or the beginning of one with a wildcard behind it:
// https://learn.microsoft.com/azure/static-web-apps/configuration#specifying-route-patterns
type wildcard struct {
	// before is the text before the wildcard, or the whole path.
	before string
	wild   bool
	// extensions are those that a path must end in, with their dots; none for any.
	extensions []string
}

var (
	errWildcardPlace = errors.New("a wildcard must be at the end, followed by extensions only, as in /images/*.{png,jpg}")
	errWildcardCount = errors.New("there is more than one wildcard")
)

// parseWildcard reads the pattern of a route.
func parseWildcard(text string) (wildcard, error) {
	before, after, wild := strings.Cut(text, "*")
	p := wildcard{before: before, wild: wild}
	if !strings.HasPrefix(before, "/") && (before != "" || !wild) {
		p.before = "/" + before
	}
	if after == "" {
		return p, nil
	}
	if strings.Contains(after, "*") {
		return p, errWildcardCount
	}
	extension, ok := strings.CutPrefix(after, ".")
	if !ok {
		return p, errWildcardPlace
	}
	list := []string{extension}
	if inner, ok := strings.CutPrefix(extension, "{"); ok {
		if inner, ok = strings.CutSuffix(inner, "}"); !ok {
			return p, errWildcardPlace
		}
		list = strings.Split(inner, ",")
	}
	for _, extension := range list {
		extension = strings.TrimSpace(extension)
		if extension == "" || strings.ContainsAny(extension, "/{}") {
			return p, errWildcardPlace
		}
		p.extensions = append(p.extensions, "."+extension)
	}
	return p, nil
}

// match reports whether a path matches. A pattern for an index.html is also one for its
// directory.
func (p *wildcard) match(pathname string) bool {
	if !p.wild {
		return pathname == p.before || strings.HasSuffix(p.before, "/"+hosting.IndexFile) && path.Join(pathname, hosting.IndexFile) == p.before
	}
	if !strings.HasPrefix(pathname, p.before) {
		return false
	}
	rest := pathname[len(p.before):]
	for _, extension := range p.extensions {
		if strings.HasSuffix(rest, extension) {
			return true
		}
	}
	return len(p.extensions) == 0
}
