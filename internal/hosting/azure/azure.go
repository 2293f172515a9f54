// Package azure answers as Azure Static Web Apps, by its staticwebapp.config.json.
//   - settings: https://learn.microsoft.com/azure/static-web-apps/configuration
//   - slashes: https://learn.microsoft.com/azure/static-web-apps/configuration#trailing-slash
//   - its emulator: https://github.com/Azure/static-web-apps-cli
package azure

import (
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Name is the profile's name among the values of the setting.
const Name = "azure"

// profile is how Azure Static Web Apps answers.
type profile struct {
	files  hosting.Files
	slash  trailingSlash
	routes []route
	// fallback is what answers where no file does; nil for none.
	fallback *fallback
	// overrides are what is answered instead of a status.
	overrides map[int]*override
	// configured is whether the deployment holds its settings, which are not served.
	configured bool
	book       hosting.RuleBook
}

// trailingSlash is the value of the setting of that name.
type trailingSlash uint8

const (
	// slashUnset redirects only "/page/" to the page.
	slashUnset trailingSlash = iota
	// slashAuto has a slash behind directories only.
	slashAuto
	slashAlways
	slashNever
)

// fallback is navigationFallback.
type fallback struct {
	rewrite string
	exclude []wildcard
	rule    *hosting.Rule
}

// override is one of responseOverrides.
type override struct {
	redirect, rewrite string
	status            int
	rule              *hosting.Rule
}

// Name is "azure".
func (*profile) Name() string { return Name }

// Rules are those of the file of settings.
func (z *profile) Rules() []hosting.Rule { return z.book.Rules() }

// Faults are those of the file of settings.
func (z *profile) Faults() []hosting.Fault { return z.book.Faults() }

// Plainly is true where neither settings nor rules change what files answer.
func (z *profile) Plainly() bool {
	return z.slash == slashUnset && len(z.routes) == 0 && !z.configured
}

// URLPath is the file's own path: of an index.html its directory's, and of a page
// the one without ".html" where trailingSlash is set.
func (z *profile) URLPath(file string) string {
	if name := hosting.WithoutIndex(file); name != file {
		if z.slash == slashNever {
			return strings.TrimSuffix(name, "/")
		}
		return name
	}
	clean, isPage := strings.CutSuffix(file, ".html")
	switch {
	case !isPage || z.slash == slashUnset:
		return file
	case z.slash == slashAlways:
		return clean + "/"
	}
	return clean
}

// Answer goes through what Azure does in its order: the first route that
// matches, files, the fallback.
func (z *profile) Answer(req hosting.Request) hosting.Answer {
	var or hosting.Choices
	for i := range z.routes {
		route := &z.routes[i]
		if !route.from.match(req.Path) || route.isCircular(req) {
			continue
		}
		a := z.route(route, req)
		if route.guarded && a.Kind != hosting.NotFound {
			or.Add(z.failed(http.StatusUnauthorized, req))
		}
		return or.With(a)
	}
	return or.With(z.content(req, req.Path))
}

// route answers by a route.
func (z *profile) route(route *route, req hosting.Request) hosting.Answer {
	switch {
	case route.redirect != "":
		return hosting.Answer{Kind: hosting.Redirect, Status: route.status, Location: hosting.Location(route.redirect, req), Rule: route.rule}
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
func (z *profile) rewrite(route *route, req hosting.Request) hosting.Answer {
	to := hosting.SitePath(route.rewrite)
	name, _ := hosting.FileName(to)
	if file, ok := z.file(name); ok {
		return hosting.Answer{Kind: hosting.File, File: file, Rule: route.rule}
	}
	a := z.content(hosting.Request{Path: to, Query: req.Query}, to)
	if a.Rule == nil {
		a.Rule = route.rule
	}
	return a
}

// content answers with a program, a file, or the fallback.
func (z *profile) content(req hosting.Request, p string) hosting.Answer {
	if forPrograms(p) {
		return hosting.Answer{Kind: hosting.Unknown}
	}
	if a, ok := z.static(req, p); ok {
		return a
	}
	if z.fallback == nil || z.isExcluded(p) || p == "/"+fileName {
		return z.failed(http.StatusNotFound, req)
	}
	to := hosting.SitePath(z.fallback.rewrite)
	if forPrograms(to) {
		return hosting.Answer{Kind: hosting.Unknown, Rule: z.fallback.rule}
	}
	name, _ := hosting.FileName(to)
	if file, ok := z.file(name); ok {
		return hosting.Answer{Kind: hosting.File, File: file, Rule: z.fallback.rule}
	}
	return z.failed(http.StatusNotFound, req)
}

// forPrograms reports whether functions, the sign-in or data interfaces answer at a path: https://learn.microsoft.com/azure/static-web-apps/apis-overview
func forPrograms(p string) bool {
	for _, place := range []string{"/api", "/.auth", "/data-api"} {
		if p == place || strings.HasPrefix(p, place+"/") {
			return true
		}
	}
	return false
}

// isExcluded reports whether the fallback is not for a path.
func (z *profile) isExcluded(p string) bool {
	for i := range z.fallback.exclude {
		if z.fallback.exclude[i].match(p) {
			return true
		}
	}
	return false
}

// file returns what a rewrite to a name leads to.
func (z *profile) file(name string) (string, bool) {
	for _, candidate := range []string{name, name + ".html", path.Join(name, hosting.IndexFile)} {
		if z.isFile(candidate) {
			return candidate, true
		}
	}
	return "", false
}

// isFile reports whether a file is served.
func (z *profile) isFile(name string) bool {
	return name != fileName && z.files.IsFile(name)
}

// static answers with a file, or with a redirect to where trailingSlash has it.
func (z *profile) static(req hosting.Request, p string) (hosting.Answer, bool) {
	name, slash := hosting.FileName(p)
	if name != "" && !slash && z.isFile(name) {
		if at, ok := z.canonical(name); ok {
			return hosting.RedirectTo(http.StatusMovedPermanently, at, req), true
		}
		return hosting.Answer{Kind: hosting.File, File: name}, true
	}
	index, page := path.Join(name, hosting.IndexFile), name+".html"
	hasIndex, hasPage := z.isFile(index), name != "" && z.isFile(page)
	switch {
	case hasIndex && hasPage:
		return z.either(req, name, slash), true
	case hasIndex:
		return z.slashed(req, name, index, slash || name == "", z.slash == slashAlways || z.slash == slashAuto), true
	case hasPage:
		return z.slashed(req, name, page, slash, z.slash == slashAlways), true
	}
	return hosting.Answer{}, false
}

// either answers where a page and a directory have the same name. Azure does not document
// which of the two it serves when slashes do not decide it.
func (z *profile) either(req hosting.Request, name string, slash bool) hosting.Answer {
	page := hosting.Answer{Kind: hosting.File, File: name + ".html"}
	index := hosting.Answer{Kind: hosting.File, File: path.Join(name, hosting.IndexFile)}
	var or hosting.Choices
	switch {
	case !slash && z.slash == slashAlways:
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
	case slash && z.slash == slashNever:
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name, req)
	case slash && z.slash == slashAlways:
		or.Add(page)
		return or.With(index)
	case slash:
		return index
	case z.slash == slashAuto:
		or.Add(hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req))
		return or.With(page)
	}
	or.Add(index)
	return or.With(page)
}

// slashed answers with a file if its path has a slash at the end as the setting wants it,
// or with a redirect to the path that has.
func (z *profile) slashed(req hosting.Request, name, file string, has, wants bool) hosting.Answer {
	directory := strings.HasSuffix("/"+file, "/"+hosting.IndexFile)
	switch {
	case name == "" || has == wants || directory && z.slash == slashUnset:
		return hosting.Answer{Kind: hosting.File, File: file}
	case wants:
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
	}
	return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name, req)
}

// canonical returns the path to which a request for the name of a page's file is
// redirected. It is not ok where the file answers itself.
func (z *profile) canonical(file string) (at string, ok bool) {
	if z.slash == slashUnset || !strings.HasSuffix(file, ".html") {
		return "", false
	}
	at = z.URLPath(file)
	return "/" + at, at != file
}

// failed returns what is answered with the status of a failure.
func (z *profile) failed(status int, req hosting.Request) hosting.Answer {
	override := z.overrides[status]
	if override == nil {
		return hosting.Failed(status, nil)
	}
	switch {
	case override.redirect != "":
		to := strings.ReplaceAll(override.redirect, ".referrer", hosting.EscapePath(req.Path))
		return hosting.Answer{Kind: hosting.Redirect, Status: override.status, Location: hosting.Location(to, req), Rule: override.rule}
	case override.rewrite != "" && override.status > 0 && override.status < 300:
		name, _ := hosting.FileName(hosting.SitePath(override.rewrite))
		if file, ok := z.file(name); ok {
			return hosting.Answer{Kind: hosting.File, File: file, Rule: override.rule}
		}
	}
	return hosting.Failed(status, override.rule)
}
