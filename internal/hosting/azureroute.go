package hosting

import (
	"errors"
	"path"
	"strings"
)

// azureRoute is one of the routes.
type azureRoute struct {
	azurePattern
	redirect, rewrite string
	status            int
	// guarded is whether only readers who have signed in get the answer.
	guarded bool
	rule    *Rule
}

// circular tells whether a redirect leads to where the request is: then the host
// goes on with the next route.
func (r *azureRoute) circular(req Request) bool {
	return r.redirect != "" && !namesHost(r.redirect) && sitePath(r.redirect) == req.Path
}

// azurePattern is a path, or one with a wildcard at its end:
// https://learn.microsoft.com/azure/static-web-apps/configuration#specifying-route-patterns
type azurePattern struct {
	// before is what stands before the wildcard, or the whole path.
	before string
	wild   bool
	// extensions are those that a path must end in, with their dots; none for any.
	extensions []string
}

var (
	errWildcardPlace = errors.New("a wildcard is allowed at the end only, with nothing behind it but an extension, as in /images/*.{png,jpg}")
	errWildcardCount = errors.New("there is more than one wildcard")
)

// parseAzurePattern reads a pattern.
func parseAzurePattern(text string) (azurePattern, error) {
	before, after, wild := strings.Cut(text, "*")
	p := azurePattern{before: before, wild: wild}
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

// match tells whether a path matches. A pattern for an index.html is also for its
// directory.
func (p *azurePattern) match(pathname string) bool {
	if !p.wild {
		return pathname == p.before || strings.HasSuffix(p.before, "/"+IndexFile) && path.Join(pathname, IndexFile) == p.before
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
