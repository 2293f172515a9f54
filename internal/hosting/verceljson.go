package hosting

import (
	"net/http"
	"path"
	"regexp"
	"strings"
)

// vercelFile is the name of the file of settings.
const vercelFile = "vercel.json"

// NewVercel returns the profile vercel. It reads vercel.json in the build
// directory or around it, and looks for functions beside it.
func NewVercel(d Deployment) *Vercel {
	v := &Vercel{files: d.Files, functions: d.hasFunctions(), pages: d.namesPages()}
	for _, name := range []string{"middleware.js", "middleware.ts", "vercel.ts", "vercel.toml"} {
		if sources := d.Beside(name); len(sources) > 0 {
			v.programs = true
			v.note(&Fault{Source: sources[0].Name, Message: "linkvet does not read this file, so links that only it makes work are not reported as broken, and neither are others to pages that do not exist"})
		}
	}
	if source := d.nearest(vercelFile); source != nil {
		if f, fault := readJSON(source, strictJSON); fault != nil {
			v.note(fault)
		} else {
			r := &vercelReader{Vercel: v, jsonFile: f}
			r.read()
		}
	}
	v.sort()
	return v
}

// namesPages tells whether the project is built by a framework for which Vercel
// names pages as their links do, without ".html": Next.js that exports files, and
// what writes Vercel's own build output, as SvelteKit does.
//   - https://vercel.com/docs/frameworks/full-stack/nextjs
//   - overrides: https://vercel.com/docs/build-output-api/configuration#overrides
func (d Deployment) namesPages() bool {
	for _, pattern := range []string{"next.config.*", "svelte.config.*", ".vercel/output/config.json"} {
		if len(d.Beside(pattern)) > 0 {
			return true
		}
	}
	return false
}

// hasFunctions tells whether programs stand in the directory "api" of the project.
// Where that is the build directory, pages there tell that they do not.
func (d Deployment) hasFunctions() bool {
	for _, pattern := range []string{"api/*", "api/*/*", "api/*/*/*"} {
		for _, source := range d.Beside(pattern) {
			switch path.Ext(source.Name) {
			case ".js", ".mjs", ".ts", ".tsx", ".go", ".py", ".rb", ".rs", ".php":
				return true
			}
		}
	}
	return d.Inside(vercelFile) != nil && d.Files.IsDir("api") && !d.Files.IsFile("api/"+IndexFile)
}

// vercelConditions is what "has" and "missing" have to look like.
var vercelConditions = listOf(map[string]*jsonShape{"type": textShape, "key": textShape, "value": anyShape})

// vercelShape is what the settings have to look like:
// https://github.com/vercel/vercel/blob/main/packages/routing-utils/src/schemas.ts
var vercelShape = &jsonShape{kinds: jsonMap, members: map[string]*jsonShape{
	"cleanUrls": booleanShape, "trailingSlash": booleanShape, "functions": mapShape,
	"redirects": listOf(map[string]*jsonShape{
		"source": anyShape, "destination": anyShape, "permanent": booleanShape, "statusCode": anyShape,
		"has": vercelConditions, "missing": vercelConditions, "env": textsShape,
	}),
	"rewrites": listOf(map[string]*jsonShape{
		"source": anyShape, "destination": anyShape, "statusCode": numberShape,
		"has": vercelConditions, "missing": vercelConditions, "env": textsShape, "respectOriginCacheControl": booleanShape,
	}),
	"routes": listOf(map[string]*jsonShape{
		"src": anyShape, "source": anyShape, "dest": textShape, "destination": anyShape, "handle": textShape,
		"headers": mapShape, "methods": textsShape, "status": numberShape, "statusCode": numberShape,
		"caseSensitive": booleanShape, "continue": booleanShape, "check": booleanShape,
		"has": vercelConditions, "missing": vercelConditions,
		"important": anyShape, "user": anyShape, "override": anyShape, "isInternal": anyShape, "locale": anyShape,
		"mitigate": anyShape, "transforms": anyShape, "env": anyShape, "respectOriginCacheControl": anyShape,
		"middleware": anyShape, "middlewarePath": anyShape, "middlewareRawSrc": anyShape,
	}),
	"builds": anyShape, "bulkRedirectsPath": anyShape, "services": anyShape, "experimentalServices": anyShape,
}}

// vercelReader reads vercel.json.
type vercelReader struct {
	*Vercel
	*jsonFile
}

// read goes through the settings in the order in which they apply.
func (r *vercelReader) read() {
	if !r.root.isObject() {
		r.note(r.fault(r.root.offset, "the file is not an object, so nothing in it applies"))
		return
	}
	r.noteAll(r.misfits(r.root, "the file", vercelShape))
	r.cleanURLs, _ = r.root.get("cleanUrls").boolean()
	if add, ok := r.root.get("trailingSlash").boolean(); ok {
		r.slash = map[bool]slashes{true: slashesAdded, false: slashesRemoved}[add]
	}
	r.functions = r.functions || r.root.get("functions").isObject()
	r.legacyRoutes()
	for _, item := range r.rulesOf("redirects") {
		r.redirect(item)
	}
	for _, item := range r.rulesOf("rewrites") {
		r.rewrite(item)
	}
	for _, name := range []string{"builds", "bulkRedirectsPath", "services", "experimentalServices"} {
		if value := r.root.get(name); value != nil {
			r.programs = true
			r.note(r.fault(value.offset, "linkvet does not read %q, so links to pages that do not exist are not reported as broken", name))
		}
	}
}

// rulesOf are the rules of the list of that name. What is left out of it may be for
// any path.
func (r *vercelReader) rulesOf(name string) []*jsonValue {
	rules, all := r.list(r.jsonFile, r.root.get(name))
	r.programs = r.programs || !all
	return rules
}

// redirect reads one of the redirects.
func (r *vercelReader) redirect(item *jsonValue) {
	route, to, ok := r.route(item, "redirect")
	if !ok {
		return
	}
	route.status = vercelRedirect
	permanent, hasPermanent := item.get("permanent").boolean()
	if hasPermanent && !permanent {
		route.status = http.StatusTemporaryRedirect
	}
	if code := item.get("statusCode"); code != nil {
		status, ok := code.whole()
		switch {
		case hasPermanent:
			r.note(r.fault(code.offset, "a redirect has both permanent and statusCode, so Vercel refuses the file; remove one"))
			return
		case !ok || status < 300 || status > 399:
			r.note(r.fault(code.offset, "statusCode is not a number from 300 to 399, so Vercel refuses the file"))
			return
		}
		route.status = status
	}
	route.location, _ = to.text()
	r.early = append(r.early, route)
	r.enter(route.rule)
}

// rewrite reads one of the rewrites.
func (r *vercelReader) rewrite(item *jsonValue) {
	route, to, ok := r.route(item, "rewrite")
	if !ok {
		return
	}
	route.dest, _ = to.text()
	route.status, _ = item.get("statusCode").whole()
	route.check = true
	r.late = append(r.late, route)
	r.enterRewrite(route.rule)
}

// enterRewrite keeps a rule that names a file rather than a link: where that is
// there it is no link to judge, as it may be redirected when readers ask for it.
func (r *vercelReader) enterRewrite(rule *Rule) {
	kept := *rule
	if kept.Literal && !namesHost(kept.To) {
		_, found := r.serve(sitePath(kept.To))
		kept.Literal = !found
	}
	r.enter(&kept)
}

// route reads what redirects and rewrites have in common.
func (r *vercelReader) route(item *jsonValue, what string) (route vercelRoute, to *jsonValue, ok bool) {
	source, to := item.get("source"), item.get("destination")
	from, hasSource := source.text()
	dest, hasDest := to.text()
	switch {
	case !hasSource || !hasDest:
		if to.isObject() {
			r.programs = true
			r.note(r.fault(to.offset, "linkvet does not know what answers at this destination"))
		} else {
			r.note(r.fault(item.offset, "a %s needs a source and a destination, both strings; Vercel refuses the file", what))
		}
		return route, to, false
	case !strings.HasPrefix(from, "/"):
		r.note(r.fault(source.offset, "the source %q does not begin with a slash, so it matches no path", from))
		return route, to, false
	}
	pattern, err := compilePath(from)
	route.routePattern = routePattern{pattern: pattern.jsPattern, names: pattern.names, prefix: pathPrefix(from)}
	if err != nil {
		route.unread = true
		r.note(r.fault(source.offset, "linkvet cannot read the source %q (%s), so links it may be for are not reported as broken", from, err))
	}
	r.conditions(&route, item)
	known := func(name string) bool {
		return route.unread || contains(pattern.names, name) || route.own[name]
	}
	if err := unknownReference(dest, known); err != nil {
		r.note(r.fault(to.offset, "%s; Vercel refuses the file", err))
		return route, to, false
	}
	route.keepUsed(dest)
	route.rule = r.rule(to, !refersToCaptures(dest, pattern.names, route.own))
	return route, to, true
}

// contains tells whether a list has a name.
func contains(names []string, name string) bool {
	for _, known := range names {
		if known == name {
			return true
		}
	}
	return false
}

// numbered is a reference to a group by its number.
var numbered = regexp.MustCompile(`\$[0-9]`)

// refersToCaptures tells whether a destination changes with the request.
func refersToCaptures(dest string, names []string, own map[string]bool) bool {
	return numbered.MatchString(dest) || len(own) > 0 || unknownReference(dest, func(name string) bool { return !contains(names, name) }) != nil
}

// keepUsed leaves those names that the destination uses.
func (r *vercelRoute) keepUsed(dest string) {
	used := references(dest)
	for name := range r.own {
		if !contains(used, name) {
			delete(r.own, name)
		}
	}
}

// namedGroup is the beginning of a group with a name.
var namedGroup = regexp.MustCompile(`\(\?P?<([A-Za-z][A-Za-z0-9_]*)>`)

// conditions reads "has" and "missing".
func (r *vercelReader) conditions(route *vercelRoute, item *jsonValue) {
	for _, name := range []string{"has", "missing"} {
		for _, entry := range item.get(name).list() {
			condition := vercelCondition{missing: name == "missing"}
			condition.kind, _ = entry.get("type").text()
			condition.key, _ = entry.get("key").text()
			value, ok := entry.get("value").text()
			if ok {
				pattern, err := regexp.Compile("^(?:" + goSyntax(value) + ")$")
				condition.value, condition.unread = pattern, err != nil || len(value) > maxPattern
			} else {
				condition.unread = entry.get("value") != nil
			}
			route.conditions = append(route.conditions, condition)
			if !condition.missing {
				route.needs(condition.kind, condition.key, value)
			}
		}
	}
}

// needs notes the names by which a destination can refer to a condition.
func (r *vercelRoute) needs(kind, key, value string) {
	if r.own == nil {
		r.own = map[string]bool{}
	}
	if value == "" && key != "" {
		r.own[key] = true
	}
	for _, group := range namedGroup.FindAllStringSubmatch(value, -1) {
		r.own[group[1]] = true
	}
	if kind == "host" {
		r.own["host"] = true
	}
}
