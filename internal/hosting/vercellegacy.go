package hosting

import "strings"

// legacyRoutes reads "routes": https://vercel.com/docs/project-configuration/vercel-json#routes
func (r *vercelReader) legacyRoutes() {
	foldCase := true
	for _, name := range []string{"redirects", "rewrites", "headers", "cleanUrls", "trailingSlash"} {
		foldCase = foldCase && r.root.get(name) == nil
	}
	phase := ""
	for _, item := range r.rulesOf("routes") {
		if handle, ok := item.get("handle").text(); ok {
			phase = handle
			continue
		}
		route, ok := r.legacyRoute(item, foldCase)
		if !ok {
			continue
		}
		switch phase {
		case "":
			r.early = append(r.early, route)
		case "filesystem", "rewrite":
			r.late = append(r.late, route)
		case "miss", "resource":
			r.programs = true
			r.note(r.fault(item.offset, "linkvet does not read routes behind %q, so links to pages that do not exist are not reported as broken", "handle: "+phase))
		}
	}
}

// legacyRoute reads one of the routes. It is not ok when it is not for links.
func (r *vercelReader) legacyRoute(item *jsonValue, foldCase bool) (route vercelRoute, ok bool) {
	from := first(item, "src", "source")
	expression, hasSource := from.text()
	if !hasSource {
		r.note(r.fault(item.offset, "a route needs src, a string; Vercel refuses the file"))
		return route, false
	}
	if methods := item.get("methods").texts(); len(methods) > 0 && !containsText(methods, "GET") {
		return route, false
	}
	if sensitive, ok := item.get("caseSensitive").boolean(); ok {
		foldCase = !sensitive
	}
	r.expression(&route, from, expression, foldCase)
	r.conditions(&route, item)
	route.goOn, _ = item.get("continue").boolean()
	route.check, _ = item.get("check").boolean()
	route.status, _ = first(item, "status", "statusCode").whole()
	to := first(item, "dest", "destination")
	route.dest, _ = to.text()
	if header := locationHeader(item.get("headers")); header != nil {
		route.location, _ = header.text()
		to = header
	}
	if _, isText := to.text(); !isText {
		r.programs = r.programs || to != nil
		route.own = nil
		return route, true
	}
	route.own = nil
	route.rule = r.rule(to, !strings.Contains(route.location+route.dest, "$"))
	if route.location == "" {
		r.enterRewrite(route.rule)
	} else {
		r.enter(route.rule)
	}
	return route, true
}

// expression reads the regular expression of a route.
func (r *vercelReader) expression(route *vercelRoute, from *jsonValue, expression string, foldCase bool) {
	expression = strings.TrimPrefix(expression, "^")
	if !strings.HasSuffix(expression, `\$`) {
		expression = strings.TrimSuffix(expression, "$")
	}
	pattern, err := compilePattern(expression, foldCase)
	route.routePattern = routePattern{pattern: pattern}
	if !foldCase {
		route.prefix = expressionPrefix(goSyntax(expression))
	}
	if err != nil {
		route.unread = true
		r.note(r.fault(from.offset, "linkvet cannot read the pattern %q (%s), so links it may be for are not reported as broken", expression, err))
		return
	}
	route.names = pattern.main.SubexpNames()[1:]
}

// first is the first member of an object that is there, of several names for it.
func first(item *jsonValue, names ...string) *jsonValue {
	for _, name := range names {
		if value := item.get(name); value != nil {
			return value
		}
	}
	return nil
}

// containsText tells whether a list has a text, in any case.
func containsText(list []*jsonValue, text string) bool {
	for _, item := range list {
		if value, _ := item.text(); strings.EqualFold(value, text) {
			return true
		}
	}
	return false
}

// locationHeader is the value of the header Location; nil for none.
func locationHeader(headers *jsonValue) *jsonValue {
	if !headers.isObject() {
		return nil
	}
	object, _ := headers.data.(jsonObject)
	for _, member := range object {
		if _, ok := member.value.text(); ok && strings.EqualFold(member.name, "location") {
			return member.value
		}
	}
	return nil
}
