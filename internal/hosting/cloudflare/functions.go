package cloudflare

import (
	"path"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// routesName is the file that says which paths are for code.
const routesName = "_routes.json"

// functions are the paths that code may answer before any rule or file.
// https://developers.cloudflare.com/pages/functions/routing/
type functions struct {
	// all is whether code answers at every path that include and exclude leave to it.
	all bool
	// routes match the paths of the files of code.
	routes []*regexp.Regexp
	// include and exclude are those of _routes.json.
	include, exclude []*regexp.Regexp
}

// functionDepth is how many levels of the directory of functions are read.
const functionDepth = 6

// findFunctions looks for the three ways to have code: _worker.js, the
// directory functions beside the deployment, and _routes.json, which limits them.
func findFunctions(d hosting.Deployment, book *hosting.RuleBook) (f functions) {
	f.all = d.Files.IsFile("_worker.js") || d.Files.IsDir("_worker.js")
	directory := "functions"
	for depth := 1; depth <= functionDepth; depth++ {
		directory += "/*"
		for _, source := range d.InRepository(directory) {
			elements := strings.Split(source.Name, "/")
			if len(elements) > depth {
				f.addRoute(elements[len(elements)-depth:])
			}
		}
	}
	if source := d.Deployed(routesName); source != nil {
		f.all = f.all || len(f.routes) == 0
		f.limit(source, book)
	}
	return f
}

// addRoute records a file of code by its path below functions.
func (f *functions) addRoute(elements []string) {
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
var routesShape = &settings.Shape{Kinds: settings.ObjectKind, Members: map[string]*settings.Shape{
	"include": settings.TextsShape, "exclude": settings.TextsShape, "version": settings.NumberShape,
}}

// limit reads _routes.json.
func (f *functions) limit(source *hosting.Source, book *hosting.RuleBook) {
	file := settings.ReadJSON(source, settings.StrictJSON, book)
	if file == nil {
		return
	}
	file.Check(file.Root, "the file", routesShape)
	include, _ := file.Rules(file.Root.Get("include"))
	exclude, _ := file.Rules(file.Root.Get("exclude"))
	f.include, f.exclude = routeExpressions(include), routeExpressions(exclude)
	if len(f.include) == 0 {
		file.Fault(file.Root, `the file has no path in "include", so Cloudflare Pages refuses the deployment`)
	}
}

// routeExpressions returns those of all paths in a list.
func routeExpressions(list []*settings.Value) (expressions []*regexp.Regexp) {
	for _, item := range list {
		if text, ok := item.Text(); ok && len(text) <= pattern.MaxSize {
			expressions = append(expressions, routeExpression(text))
		}
	}
	return expressions
}

// routeExpression returns the expression of a path in _routes.json, in which an asterisk
// stands for anything.
func routeExpression(route string) *regexp.Regexp {
	pieces := strings.Split(route, "*")
	for i, piece := range pieces {
		pieces[i] = quoted(redirects.Decode(piece))
	}
	return regexp.MustCompile("(?s)^" + strings.Join(pieces, ".*") + "$")
}

// quoted returns an expression for the text itself.
func quoted(text string) string { return regexp.QuoteMeta(strings.ToValidUTF8(text, "\ufffd")) }

// mayAnswer reports whether code may answer a path.
func (f *functions) mayAnswer(urlPath string) bool {
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
