package hosting

import (
	"net/http"
	"path"
	"strings"
)

// Azure is what Azure Static Web Apps makes of static files and of
// staticwebapp.config.json.
//   - settings: https://learn.microsoft.com/azure/static-web-apps/configuration
//   - slashes: https://learn.microsoft.com/azure/static-web-apps/configuration#trailing-slash
//   - its emulator: https://github.com/Azure/static-web-apps-cli
type Azure struct {
	ruleBook
	files  Files
	slash  azureSlash
	routes []azureRoute
	// fallback is what answers where no file does; nil for none.
	fallback *azureFallback
	// overrides are what is answered instead of a status.
	overrides map[int]*azureOverride
	// configured is whether the deployment holds its settings, which are not served.
	configured bool
}

// azureSlash is the value of trailingSlash.
type azureSlash uint8

const (
	// azureUnset redirects only "/page/" to the page.
	azureUnset azureSlash = iota
	// azureAuto has a slash behind directories only.
	azureAuto
	azureAlways
	azureNever
)

// azureFallback is navigationFallback.
type azureFallback struct {
	rewrite string
	exclude []azurePattern
	rule    *Rule
}

// azureOverride is one of responseOverrides.
type azureOverride struct {
	redirect, rewrite string
	status            int
	rule              *Rule
}

// Name is "azure".
func (*Azure) Name() string { return "azure" }

// Plainly is true where neither settings nor rules change what files answer.
func (z *Azure) Plainly() bool {
	return z.slash == azureUnset && len(z.routes) == 0 && !z.configured
}

// URLPath is the file's own path: of an index.html its directory's, and of a page
// the one without ".html" where trailingSlash is set.
func (z *Azure) URLPath(file string) string {
	if name := withoutIndex(file); name != file {
		if z.slash == azureNever {
			return strings.TrimSuffix(name, "/")
		}
		return name
	}
	clean, isPage := strings.CutSuffix(file, ".html")
	switch {
	case !isPage || z.slash == azureUnset:
		return file
	case z.slash == azureAlways:
		return clean + "/"
	}
	return clean
}

// Answer goes through what Azure does in its order: the first route that
// matches, files, the fallback.
func (z *Azure) Answer(req Request) Answer {
	var or choices
	for i := range z.routes {
		route := &z.routes[i]
		if !route.match(req.Path) || route.circular(req) {
			continue
		}
		a := z.route(route, req)
		if route.guarded && a.Kind != NotFound {
			or.add(z.failed(http.StatusUnauthorized, req))
		}
		return or.with(a)
	}
	return or.with(z.content(req, req.Path))
}

// route answers by a route.
func (z *Azure) route(route *azureRoute, req Request) Answer {
	switch {
	case route.redirect != "":
		return Answer{Kind: Redirect, Status: route.status, Location: location(route.redirect, req), Rule: route.rule}
	case route.status >= 400:
		a := z.failed(route.status, req)
		if a.Rule == nil {
			a.Rule = route.rule
		}
		return a
	case route.rewrite != "":
		return z.rewrite(route, req)
	}
	return z.content(req, req.Path)
}

// rewrite answers with what a route names: a file by any of its paths.
func (z *Azure) rewrite(route *azureRoute, req Request) Answer {
	to := sitePath(route.rewrite)
	name, _ := FileName(to)
	if file, ok := z.file(name); ok {
		return Answer{Kind: File, File: file, Rule: route.rule}
	}
	a := z.content(Request{Path: to, Query: req.Query}, to)
	if a.Rule == nil {
		a.Rule = route.rule
	}
	return a
}

// content answers with a program, a file, or the fallback.
func (z *Azure) content(req Request, p string) Answer {
	if forPrograms(p) {
		return Answer{Kind: Unknown}
	}
	if a, ok := z.static(req, p); ok {
		return a
	}
	if z.fallback == nil || z.excluded(p) || p == "/"+azureFile {
		return z.failed(http.StatusNotFound, req)
	}
	to := sitePath(z.fallback.rewrite)
	if forPrograms(to) {
		return Answer{Kind: Unknown, Rule: z.fallback.rule}
	}
	name, _ := FileName(to)
	if file, ok := z.file(name); ok {
		return Answer{Kind: File, File: file, Rule: z.fallback.rule}
	}
	return z.failed(http.StatusNotFound, req)
}

// forPrograms tells of the paths that functions, the sign-in and data interfaces
// answer at: https://learn.microsoft.com/azure/static-web-apps/apis-overview
func forPrograms(p string) bool {
	for _, place := range []string{"/api", "/.auth", "/data-api"} {
		if p == place || strings.HasPrefix(p, place+"/") {
			return true
		}
	}
	return false
}

// excluded tells whether the fallback is not for a path.
func (z *Azure) excluded(p string) bool {
	for i := range z.fallback.exclude {
		if z.fallback.exclude[i].match(p) {
			return true
		}
	}
	return false
}

// file is what a rewrite to a name leads to.
func (z *Azure) file(name string) (string, bool) {
	for _, candidate := range []string{name, name + ".html", path.Join(name, IndexFile)} {
		if z.isFile(candidate) {
			return candidate, true
		}
	}
	return "", false
}

// isFile tells whether a file is served.
func (z *Azure) isFile(name string) bool {
	return name != azureFile && z.files.IsFile(name)
}

// static answers with a file, or with a redirect to where trailingSlash has it.
func (z *Azure) static(req Request, p string) (Answer, bool) {
	name, slash := FileName(p)
	if name != "" && !slash && z.isFile(name) {
		if at, ok := z.favourite(name); ok {
			return redirectTo(movedPermanently, at, req), true
		}
		return Answer{Kind: File, File: name}, true
	}
	index, page := path.Join(name, IndexFile), name+".html"
	hasIndex, hasPage := z.isFile(index), name != "" && z.isFile(page)
	switch {
	case hasIndex && hasPage:
		return z.either(req, name, slash), true
	case hasIndex:
		return z.slashed(req, name, index, slash || name == "", z.slash == azureAlways || z.slash == azureAuto), true
	case hasPage:
		return z.slashed(req, name, page, slash, z.slash == azureAlways), true
	}
	return Answer{}, false
}

// either answers where there is both a page and a directory of a name. Which of
// the two it is where slashes do not tell is not documented.
func (z *Azure) either(req Request, name string, slash bool) Answer {
	page := Answer{Kind: File, File: name + ".html"}
	index := Answer{Kind: File, File: path.Join(name, IndexFile)}
	var or choices
	switch {
	case !slash && z.slash == azureAlways:
		return redirectTo(movedPermanently, "/"+name+"/", req)
	case slash && z.slash == azureNever:
		return redirectTo(movedPermanently, "/"+name, req)
	case slash && z.slash == azureAlways:
		or.add(page)
		return or.with(index)
	case slash:
		return index
	case z.slash == azureAuto:
		or.add(redirectTo(movedPermanently, "/"+name+"/", req))
		return or.with(page)
	}
	or.add(index)
	return or.with(page)
}

// slashed answers with a file at a path that has a slash behind it or not, or
// with a redirect to the path that wants one or not.
func (z *Azure) slashed(req Request, name, file string, has, wants bool) Answer {
	directory := strings.HasSuffix("/"+file, "/"+IndexFile)
	switch {
	case name == "" || has == wants || directory && z.slash == azureUnset:
		return Answer{Kind: File, File: file}
	case wants:
		return redirectTo(movedPermanently, "/"+name+"/", req)
	}
	return redirectTo(movedPermanently, "/"+name, req)
}

// favourite is the path at which a page answers that was asked for by the name of
// its file; not ok where that is fine.
func (z *Azure) favourite(file string) (at string, ok bool) {
	if z.slash == azureUnset || !strings.HasSuffix(file, ".html") {
		return "", false
	}
	at = z.URLPath(file)
	return "/" + at, at != file
}

// failed is what is answered with a status that tells of a failure.
func (z *Azure) failed(status int, req Request) Answer {
	a := Answer{}
	if status != http.StatusNotFound {
		a.Status = status
	}
	override := z.overrides[status]
	if override == nil {
		return a
	}
	a.Rule = override.rule
	switch {
	case override.redirect != "":
		to := strings.ReplaceAll(override.redirect, ".referrer", EscapePath(req.Path))
		return Answer{Kind: Redirect, Status: override.status, Location: location(to, req), Rule: override.rule}
	case override.rewrite != "" && override.status > 0 && override.status < 300:
		name, _ := FileName(sitePath(override.rewrite))
		if file, ok := z.file(name); ok {
			return Answer{Kind: File, File: file, Rule: override.rule}
		}
	}
	return a
}
