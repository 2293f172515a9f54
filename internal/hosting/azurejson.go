package hosting

import (
	"net/http"
	"strconv"
	"strings"
)

const (
	// azureFile is the name of the file of settings.
	azureFile = "staticwebapp.config.json"
	// maxAzureFile is how many bytes it may have:
	// https://learn.microsoft.com/azure/static-web-apps/configuration#restrictions
	maxAzureFile = 20 << 10
)

// NewAzure returns the profile azure. It reads staticwebapp.config.json in the
// build directory or around it.
func NewAzure(d Deployment) *Azure {
	z := &Azure{files: d.Files, configured: d.Files.IsFile(azureFile), overrides: map[int]*azureOverride{}}
	if source := d.nearest(azureFile); source != nil {
		if f, fault := readJSON(source, strictJSON); fault != nil {
			z.note(fault)
		} else {
			r := &azureReader{Azure: z, jsonFile: f}
			r.read()
		}
	}
	z.sort()
	return z
}

// azureReader reads staticwebapp.config.json.
type azureReader struct {
	*Azure
	*jsonFile
}

// azureShape is what the settings have to look like:
// https://learn.microsoft.com/azure/static-web-apps/configuration
var azureShape = &jsonShape{kinds: jsonMap, members: map[string]*jsonShape{
	"trailingSlash": anyShape,
	"routes": listOf(map[string]*jsonShape{
		"route": anyShape, "redirect": textShape, "rewrite": textShape, "statusCode": numberShape,
		"methods": textsShape, "allowedRoles": textsShape, "headers": mapShape,
	}),
	"navigationFallback": {kinds: jsonMap, closed: true, members: map[string]*jsonShape{
		"rewrite": anyShape, "exclude": textsShape,
	}},
	"responseOverrides": {kinds: jsonMap, closed: true, members: map[string]*jsonShape{
		"400": azureOverrideShape, "401": azureOverrideShape, "403": azureOverrideShape, "404": azureOverrideShape,
	}},
}}

// azureOverrideShape is what each of responseOverrides has to look like.
var azureOverrideShape = &jsonShape{kinds: jsonMap, closed: true, members: map[string]*jsonShape{
	"redirect": textShape, "rewrite": textShape, "statusCode": numberShape, "headers": mapShape,
}}

// read goes through the settings.
func (r *azureReader) read() {
	if size := len(r.source.Data); size > maxAzureFile {
		r.note(&Fault{Source: r.source.Name, Message: "the file has " + strconv.Itoa(size) + " bytes, and Azure takes no more than 20 KB"})
	}
	r.noteAll(r.misfits(r.root, "the file", azureShape))
	r.trailingSlash(r.root.get("trailingSlash"))
	// A file with more of them than are read is one that Azure refuses for its size.
	routes, _ := r.list(r.jsonFile, r.root.get("routes"))
	for _, item := range routes {
		r.routeRule(item)
	}
	r.navigationFallback(r.root.get("navigationFallback"))
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound} {
		r.override(status, r.root.get("responseOverrides").get(strconv.Itoa(status)))
	}
}

// trailingSlash reads the setting of that name.
func (r *azureReader) trailingSlash(value *jsonValue) {
	if value == nil {
		return
	}
	text, _ := value.text()
	slash, ok := map[string]azureSlash{"auto": azureAuto, "always": azureAlways, "never": azureNever}[strings.ToLower(text)]
	if !ok {
		r.note(r.fault(value.offset, `trailingSlash is none of "always", "never" and "auto"`))
	}
	r.slash = slash
}

// routeRule reads one of the routes.
func (r *azureReader) routeRule(item *jsonValue) {
	from := item.get("route")
	text, ok := from.text()
	if !ok || text == "" {
		r.note(r.fault(item.offset, "a route needs the string %q, which tells its paths", "route"))
		return
	}
	pattern, err := parseAzurePattern(text)
	if err != nil {
		r.note(r.fault(from.offset, "the route %q matches nothing: %s", text, err))
		return
	}
	if methods := item.get("methods").texts(); len(methods) > 0 && !containsText(methods, http.MethodGet) {
		return
	}
	route := azureRoute{azurePattern: pattern}
	route.status, _ = item.get("statusCode").whole()
	roles := item.get("allowedRoles").texts()
	route.guarded = len(roles) > 0 && !containsText(roles, "anonymous")
	if !r.target(&route, item) {
		return
	}
	r.routes = append(r.routes, route)
}

// target reads where a route leads. It is false for one that Azure refuses.
func (r *azureReader) target(route *azureRoute, item *jsonValue) bool {
	redirect, rewrite := item.get("redirect"), item.get("rewrite")
	to, isRedirect := redirect.text()
	file, isRewrite := rewrite.text()
	switch {
	case isRedirect && isRewrite:
		r.note(r.fault(item.offset, "a route has both a redirect and a rewrite; remove one"))
		return false
	case isRedirect:
		route.redirect = to
		if route.status == 0 {
			route.status = http.StatusFound
		} else if route.status < 300 || route.status > 399 {
			r.note(r.fault(item.get("statusCode").offset, "a redirect has the status %d; write 301 or 302", route.status))
			route.status = http.StatusFound
		}
		route.rule = r.rule(redirect, true)
		r.enter(route.rule)
	case isRewrite:
		route.rewrite = file
		route.rule = r.fileRule(rewrite)
	}
	return true
}

// fileRule keeps a rule that names a file rather than a link: where that is there
// it is no link to judge, as readers may be redirected away from it.
func (r *azureReader) fileRule(to *jsonValue) *Rule {
	text, _ := to.text()
	name, _ := FileName(sitePath(text))
	_, found := r.file(name)
	rule := r.rule(to, !found)
	r.enter(rule)
	return rule
}

// navigationFallback reads the setting of that name.
func (r *azureReader) navigationFallback(value *jsonValue) {
	if !value.isObject() {
		return
	}
	to := value.get("rewrite")
	rewrite, ok := to.text()
	if !ok {
		r.note(r.fault(value.offset, "navigationFallback needs the string %q", "rewrite"))
		return
	}
	r.fallback = &azureFallback{rewrite: rewrite, rule: r.fileRule(to)}
	for _, item := range value.get("exclude").texts() {
		text, _ := item.text()
		pattern, err := parseAzurePattern(text)
		if err != nil {
			r.note(r.fault(item.offset, "the pattern %q excludes nothing: %s", text, err))
			continue
		}
		r.fallback.exclude = append(r.fallback.exclude, pattern)
	}
}

// override reads one of responseOverrides.
func (r *azureReader) override(status int, value *jsonValue) {
	if !value.isObject() {
		return
	}
	o := &azureOverride{}
	o.status, _ = value.get("statusCode").whole()
	redirect, rewrite := value.get("redirect"), value.get("rewrite")
	if text, ok := redirect.text(); ok {
		o.redirect = text
		o.rule = r.rule(redirect, !strings.Contains(text, ".referrer"))
		if o.status != http.StatusMovedPermanently {
			o.status = http.StatusFound
		}
		r.enter(o.rule)
	} else if text, ok := rewrite.text(); ok {
		o.rewrite = text
		o.rule = r.fileRule(rewrite)
	}
	r.overrides[status] = o
}
