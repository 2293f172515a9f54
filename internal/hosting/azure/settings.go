package azure

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

const (
	// fileName is the name of the file of settings.
	fileName = "staticwebapp.config.json"
	// maxFile is how many bytes it may have:
	// https://learn.microsoft.com/azure/static-web-apps/configuration#restrictions
	maxFile = 20 << 10
)

// New returns the profile for a deployment. It reads staticwebapp.config.json in the build
// directory or around it.
func New(d hosting.Deployment) hosting.Profile {
	z := &profile{files: d.Files, configured: d.Files.IsFile(fileName), overrides: map[int]*override{}}
	if source := d.Nearest(fileName); source != nil {
		if file := settings.ReadJSON(source, settings.StrictJSON, &z.book); file != nil {
			if size := len(source.Data); size > maxFile {
				file.Fault(nil, "the file has %d bytes, but Azure accepts at most 20 KB", size)
			}
			r := &reader{profile: z, file: file}
			r.read(file.Root)
		}
	}
	z.book.Sort()
	return z
}

// reader reads staticwebapp.config.json into a profile.
type reader struct {
	profile *profile
	file    *settings.File
}

// shape is what the settings have to look like:
// https://learn.microsoft.com/azure/static-web-apps/configuration
var shape = &settings.Shape{Kinds: settings.ObjectKind, Members: map[string]*settings.Shape{
	"trailingSlash": settings.AnyShape,
	"routes": settings.RulesOf(map[string]*settings.Shape{
		"route": settings.AnyShape, "redirect": settings.TextShape, "rewrite": settings.TextShape, "statusCode": settings.NumberShape,
		"methods": settings.TextsShape, "allowedRoles": settings.TextsShape, "headers": settings.ObjectShape,
	}),
	"navigationFallback": {Kinds: settings.ObjectKind, Closed: true, Members: map[string]*settings.Shape{
		"rewrite": settings.AnyShape, "exclude": settings.TextsShape,
	}},
	"responseOverrides": {Kinds: settings.ObjectKind, Closed: true, Members: map[string]*settings.Shape{
		"400": overrideShape, "401": overrideShape, "403": overrideShape, "404": overrideShape,
	}},
}}

// overrideShape is what each of responseOverrides has to look like.
var overrideShape = &settings.Shape{Kinds: settings.ObjectKind, Closed: true, Members: map[string]*settings.Shape{
	"redirect": settings.TextShape, "rewrite": settings.TextShape, "statusCode": settings.NumberShape, "headers": settings.ObjectShape,
}}

// read goes through the settings.
func (r *reader) read(root *settings.Value) {
	r.file.Check(root, "the file", shape)
	r.trailingSlash(root.Get("trailingSlash"))
	// Azure refuses a file with more routes than Rules returns for its size.
	routes, _ := r.file.Rules(root.Get("routes"))
	for _, item := range routes {
		r.route(item)
	}
	r.navigationFallback(root.Get("navigationFallback"))
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound} {
		r.override(status, root.Get("responseOverrides", strconv.Itoa(status)))
	}
}

// trailingSlash reads the setting of that name.
func (r *reader) trailingSlash(value *settings.Value) {
	if value == nil {
		return
	}
	text, _ := value.Text()
	slash, ok := map[string]trailingSlash{"auto": slashAuto, "always": slashAlways, "never": slashNever}[strings.ToLower(text)]
	if !ok {
		r.file.Fault(value, `trailingSlash must be "always", "never" or "auto"`)
	}
	r.profile.slash = slash
}

// route reads one of the routes.
func (r *reader) route(item *settings.Value) {
	from := item.Get("route")
	text, ok := from.Text()
	if !ok || text == "" {
		r.file.Fault(item, "a route must have %q, a string with its path", "route")
		return
	}
	pattern, err := parseWildcard(text)
	if err != nil {
		r.file.Fault(from, "the route %q matches nothing: %s", text, err)
		return
	}
	if methods := item.Get("methods"); len(methods.Texts()) > 0 && !methods.HasText(http.MethodGet) {
		return
	}
	made := route{from: pattern}
	made.status, _ = item.Get("statusCode").Int()
	roles := item.Get("allowedRoles")
	made.guarded = len(roles.Texts()) > 0 && !roles.HasText("anonymous")
	if r.target(&made, item) {
		r.profile.routes = append(r.profile.routes, made)
	}
}

// target reads where a route leads. It returns false for a route that Azure refuses.
func (r *reader) target(route *route, item *settings.Value) bool {
	redirect, rewrite := item.Get("redirect"), item.Get("rewrite")
	to, isRedirect := redirect.Text()
	file, isRewrite := rewrite.Text()
	switch {
	case isRedirect && isRewrite:
		r.file.Fault(item, "a route has both a redirect and a rewrite; remove one")
		return false
	case isRedirect:
		route.redirect = to
		if route.status == 0 {
			route.status = http.StatusFound
		} else if route.status < 300 || route.status > 399 {
			r.file.Fault(item.Get("statusCode"), "the status of a redirect must be 301 or 302, not %d", route.status)
			route.status = http.StatusFound
		}
		route.rule = r.file.Rule(redirect, true)
		r.profile.book.AddRule(*route.rule)
	case isRewrite:
		route.rewrite = file
		route.rule = r.fileRule(rewrite)
	}
	return true
}

// fileRule records a rule that names a file rather than a link. Where the file exists, it
// is no link to judge, as readers may be redirected away from it.
func (r *reader) fileRule(to *settings.Value) *hosting.Rule {
	text, _ := to.Text()
	name, _ := hosting.FileName(hosting.SitePath(text))
	_, found := r.profile.file(name)
	rule := r.file.Rule(to, !found)
	r.profile.book.AddRule(*rule)
	return rule
}

// navigationFallback reads the setting of that name.
func (r *reader) navigationFallback(value *settings.Value) {
	if !value.IsObject() {
		return
	}
	to := value.Get("rewrite")
	rewrite, ok := to.Text()
	if !ok {
		r.file.Fault(value, "navigationFallback must have %q, a string", "rewrite")
		return
	}
	r.profile.fallback = &fallback{rewrite: rewrite, rule: r.fileRule(to)}
	for _, item := range value.Get("exclude").Texts() {
		text, _ := item.Text()
		pattern, err := parseWildcard(text)
		if err != nil {
			r.file.Fault(item, "the pattern %q excludes nothing: %s", text, err)
			continue
		}
		r.profile.fallback.exclude = append(r.profile.fallback.exclude, pattern)
	}
}

// override reads one of responseOverrides.
func (r *reader) override(status int, value *settings.Value) {
	if !value.IsObject() {
		return
	}
	o := &override{}
	o.status, _ = value.Get("statusCode").Int()
	redirect, rewrite := value.Get("redirect"), value.Get("rewrite")
	if text, ok := redirect.Text(); ok {
		o.redirect = text
		o.rule = r.file.Rule(redirect, !strings.Contains(text, ".referrer"))
		if o.status != http.StatusMovedPermanently {
			o.status = http.StatusFound
		}
		r.profile.book.AddRule(*o.rule)
	} else if text, ok := rewrite.Text(); ok {
		o.rewrite = text
		o.rule = r.fileRule(rewrite)
	}
	r.profile.overrides[status] = o
}
