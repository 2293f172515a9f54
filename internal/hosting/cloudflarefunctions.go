package hosting

import (
	"path"
	"regexp"
	"strings"
)

// routesName is the file that says which paths are for code.
const routesName = "_routes.json"

// cloudflareFunctions are the paths that code may answer before any rule or file.
// https://developers.cloudflare.com/pages/functions/routing/
type cloudflareFunctions struct {
	// all is whether code takes every path that include and exclude leave it.
	all bool
	// routes match the paths of the files of code.
	routes []*regexp.Regexp
	// include and exclude are those of _routes.json.
	include, exclude []*regexp.Regexp
}

// cloudflareFunctionDepth is how many directories below functions are looked into.
const cloudflareFunctionDepth = 6

// newCloudflareFunctions looks for the three ways to have code: _worker.js, the
// directory functions beside the deployment, and _routes.json, which limits them.
func newCloudflareFunctions(d Deployment) (f cloudflareFunctions, faults []Fault) {
	f.all = d.Files.IsFile("_worker.js") || d.Files.IsDir("_worker.js")
	directory := "functions"
	for depth := 1; depth <= cloudflareFunctionDepth; depth++ {
		directory += "/*"
		for _, source := range d.Beside(directory) {
			elements := strings.Split(source.Name, "/")
			if len(elements) > depth {
				f.addRoute(elements[len(elements)-depth:])
			}
		}
	}
	if source := d.Inside(routesName); source != nil {
		f.all = f.all || len(f.routes) == 0
		faults = f.limit(source)
	}
	return f, faults
}

// addRoute takes a file of code by its path below functions.
func (f *cloudflareFunctions) addRoute(elements []string) {
	last := len(elements) - 1
	extension := path.Ext(elements[last])
	switch extension {
	case ".js", ".mjs", ".ts", ".mts", ".jsx", ".tsx":
	default:
		return
	}
	expression := "(?s)^"
	for i, element := range elements {
		if i == last {
			element = strings.TrimSuffix(element, extension)
		}
		switch {
		case i == last && element == "_middleware", strings.HasPrefix(element, "[["):
			f.routes = append(f.routes, regexp.MustCompile(expression+"(/.*)?$"))
			return
		case i == last && element == "index":
		case strings.HasPrefix(element, "["):
			expression += "/[^/]+"
		default:
			expression += "/" + quoted(element)
		}
	}
	f.routes = append(f.routes, regexp.MustCompile(expression+"/?$"))
}

// routesShape is what _routes.json has to look like:
// https://developers.cloudflare.com/pages/functions/routing/#create-a-_routesjson-file
var routesShape = &jsonShape{kinds: jsonMap, members: map[string]*jsonShape{"include": textsShape, "exclude": textsShape, "version": numberShape}}

// limit reads _routes.json.
func (f *cloudflareFunctions) limit(source *Source) (faults []Fault) {
	file, fault := readJSON(source, strictJSON)
	if fault != nil {
		return []Fault{*fault}
	}
	for _, fault := range file.misfits(file.root, "the file", routesShape) {
		faults = append(faults, *fault)
	}
	f.include = routeExpressions(file.root.get("include").list())
	f.exclude = routeExpressions(file.root.get("exclude").list())
	if len(f.include) == 0 {
		faults = append(faults, *file.fault(file.root.offset, `the file has no path in "include", so Cloudflare Pages refuses the deployment`))
	}
	return faults
}

// routeExpressions are those of all paths in a list.
func routeExpressions(list []*jsonValue) (expressions []*regexp.Regexp) {
	for _, item := range list[:min(len(list), mostRules)] {
		if text, ok := item.text(); ok && len(text) <= maxPattern {
			expressions = append(expressions, routeExpression(text))
		}
	}
	return expressions
}

// routeExpression is the expression of a path in _routes.json, in which an
// asterisk is for anything.
func routeExpression(route string) *regexp.Regexp {
	pieces := strings.Split(route, "*")
	for i, piece := range pieces {
		pieces[i] = quoted(decoded(piece))
	}
	return regexp.MustCompile("(?s)^" + strings.Join(pieces, ".*") + "$")
}

// quoted is an expression for the text itself.
func quoted(text string) string { return regexp.QuoteMeta(strings.ToValidUTF8(text, "\ufffd")) }

// mayAnswer tells whether code may answer a path.
func (f *cloudflareFunctions) mayAnswer(urlPath string) bool {
	if !f.all && !anyMatch(f.routes, urlPath) {
		return false
	}
	if len(f.include) > 0 && !anyMatch(f.include, urlPath) && !anyMatch(f.include, urlPath+"/") {
		return false
	}
	return !anyMatch(f.exclude, urlPath)
}

func anyMatch(expressions []*regexp.Regexp, text string) bool {
	for _, expression := range expressions {
		if expression.MatchString(text) {
			return true
		}
	}
	return false
}
