package hosting

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

var azureHost = Host{
	Name: Azure, Title: "Azure Static Web Apps", make: newAzure,
	Deployed: azureFile, Files: azureFile, Words: []string{"Azure/static-web-apps-deploy"},
	prefix:       "/.auth/", // https://learn.microsoft.com/azure/static-web-apps/authentication-authorization
	previews:     []preview{{of: "pull request", pattern: `^[^.]+-(\d+)\.[^.]+\.(?:\d+\.)?azurestaticapps\.net$`}},
	placeholders: []string{"your azure static web app is live and waiting for your content", "your web app is running and waiting for your content"},
}

// newAzure returns the profile of Azure Static Web Apps, by its staticwebapp.config.json: the first route that matches, files,
// the fallback. Roles are not looked at, as they only say who may see what is there.
//   - settings: https://learn.microsoft.com/azure/static-web-apps/configuration
//   - slashes: https://learn.microsoft.com/azure/static-web-apps/configuration#trailing-slash
func newAzure(d Deployment) *profile {
	z := &azure{profile{
		name: Azure, triesNext: true, overrides: map[int]rule{}, isProgram: isAzureProgram,
		static: static{files: d.Files, dropHTML: []string{PageExtension}, first: undocumented, page: noSlash},
		rules: ruleSet{query: dropQuery, isSame: func(r *rule, at, to string) bool {
			return r.action == redirect && !NamesHost(to) && sitePath(to) == at
		}},
	}}
	if d.Files.IsFile(azureFile) {
		z.static.hidden = func(name string) string {
			if name == azureFile {
				return "Azure does not publish " + azureFile
			}
			return ""
		}
	}
	source := d.Nearest(azureFile)
	root := z.readJSON(source)
	trailing, _ := root.Get("trailingSlash").Text()
	switch strings.ToLower(trailing) {
	case "auto":
		z.static.index, z.static.canonical = withSlash, true
	case "always":
		z.static.index, z.static.page, z.static.canonical = withSlash, withSlash, true
	case "never":
		z.static.index, z.static.canonical = noSlash, true
	}
	z.static.short = z.static.canonical
	for _, item := range root.Get("routes").List() {
		z.addRoute(source, item)
	}
	z.addFallback(source, root.Get("navigationFallback"))
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound} {
		z.addOverride(source, status, root.Get("responseOverrides", strconv.Itoa(status)))
	}
	z.sort()
	return &z.profile
}

const azureFile = "staticwebapp.config.json"

// azure reads the file of settings into a profile.
type azure struct{ profile }

// isAzureProgram reports whether functions, the sign-in or data interfaces answer at a path:
// https://learn.microsoft.com/azure/static-web-apps/apis-overview
func isAzureProgram(p string) bool {
	return slices.ContainsFunc([]string{"/api/", "/.auth/", "/data-api/"}, func(place string) bool { return strings.HasPrefix(p+"/", place) })
}

// addRoute reads one of the routes, unless Azure refuses it.
func (z *azure) addRoute(source *Source, item *settings.Value) {
	text, _ := item.Get("route").Text()
	pattern, ok := azureSource(text)
	isGet := func(method string) bool { return strings.EqualFold(method, http.MethodGet) }
	if methods := item.Get("methods").Texts(); !ok || len(methods) > 0 && !slices.ContainsFunc(methods, isGet) {
		return
	}
	made := rule{pattern: pattern, forced: true, action: serve}
	if made.status, _ = item.Get("statusCode").Int(); made.status >= http.StatusBadRequest {
		made.action = fail
	}
	to := item.First("redirect", "rewrite")
	made.to, ok = to.Text()
	switch isRedirect := item.Get("redirect") != nil; {
	case !ok:
		z.rules.add(made)
	case isRedirect && item.Get("rewrite") == nil:
		made.action = redirect
		if made.status < 300 || made.status > 399 {
			made.status = http.StatusFound
		}
		z.addRuleAt(made, source, to, true)
	case !isRedirect:
		if made.action == serve {
			made.action = rewrite
		}
		z.addRuleAt(made, source, to, z.isLink(made.to))
	}
}

// addFallback reads navigationFallback, which is for what no file answers.
func (z *azure) addFallback(source *Source, value *settings.Value) {
	to := value.Get("rewrite")
	file, ok := to.Text()
	if !ok {
		return
	}
	for _, text := range append(value.Get("exclude").Texts(), "/"+azureFile) {
		if pattern, ok := azureSource(text); ok {
			z.rules.add(rule{pattern: pattern, action: fail, status: http.StatusNotFound})
		}
	}
	z.addRuleAt(rule{pattern: lazyPattern("", "", "", nil), to: file}, source, to, z.isLink(file))
}

// addOverride reads one of responseOverrides.
func (z *azure) addOverride(source *Source, status int, value *settings.Value) {
	var made rule
	made.status, _ = value.Get("statusCode").Int()
	to := value.First("redirect", "rewrite")
	made.to, _ = to.Text()
	literal := z.isLink(made.to)
	if value.Get("redirect") != nil {
		made.action, literal = redirect, !strings.Contains(made.to, ".referrer")
		if made.status != http.StatusMovedPermanently {
			made.status = http.StatusFound
		}
	}
	if made.to != "" {
		line, column := to.Position()
		made.shown = &Rule{Source: source.Name, Line: line, Column: column, To: made.to, Literal: literal}
		z.shown = append(z.shown, *made.shown)
		z.overrides[status] = made
	}
}

// azureWild is the end of a path from its wildcard on.
var azureWild = regexp.MustCompile(`^\*\.(?:\{([^{}/*]+)\}|([^{}/*,]+))$`)

// azureSource reads a path, or the beginning of one with a wildcard behind it. A path of an index.html is also one for its
// directory. It is not ok for one that matches nothing.
// https://learn.microsoft.com/azure/static-web-apps/configuration#specifying-route-patterns
func azureSource(text string) (p pattern, ok bool) {
	before, _, wild := strings.Cut(text, "*")
	end := text[len(before):]
	if !strings.HasPrefix(before, "/") && (before != "" || !wild) {
		before = "/" + before
	}
	dir, isIndex := strings.CutSuffix(before, "/"+IndexFile)
	switch found := azureWild.FindStringSubmatch(end); {
	case !wild && isIndex:
		return lazyPattern(dir, "", "^"+quoteText(dir)+"(?:/|/index\\.html)?$", nil), true
	case !wild:
		return pattern{prefix: before, fixed: true}, text != ""
	case end == "*":
		return lazyPattern(before, "", "(?s)^"+quoteText(before), nil), true
	case found == nil:
		return p, false
	default:
		extensions := strings.Split(found[1]+found[2], ",")
		for i := range extensions {
			extensions[i] = quoteText(strings.TrimSpace(extensions[i]))
		}
		expression := "(?s)^" + quoteText(before) + `.*\.(?:` + strings.Join(extensions, "|") + ")$"
		return lazyPattern(before, "", expression, nil), !slices.Contains(extensions, "")
	}
}
