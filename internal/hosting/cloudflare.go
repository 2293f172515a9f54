package hosting

import (
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

var cloudflareHost = Host{
	Name: CloudflarePages, Title: "Cloudflare Pages", make: newCloudflare,
	Deployed: "_worker.js _worker.js/index.js " + routesFile, Files: wranglerFiles, Keys: "pages_build_output_dir assets",
	Companions: wranglerFiles + " functions/*.[jt]s* functions/*/*.[jt]s*", BuildDir: "pages_build_output_dir assets.directory",
	Words: []string{"cloudflare/pages-action", "wrangler pages", "command: pages"},
	previews: []preview{
		{of: "the branch", pattern: `^([^.]+)\.[^.]+\.pages\.dev$`, own: `^[0-9a-f]{8}\.`},
	},
	placeholders: []string{"if you expect something to be here, it may take some time"},
}

// newCloudflare returns the profile of Cloudflare Pages. Its rules go before files. Pages have one path each, without .html or
// index.html, to which others are redirected. Where no page 404.html is found, every path is the start page's, as single-page
// applications need it.
//   - https://developers.cloudflare.com/pages/configuration/serving-pages/
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/pages-shared/asset-server/handler.ts
func newCloudflare(d Deployment) *profile {
	c := &cloudflare{startPageForAll: true, profile: profile{
		name: CloudflarePages, rules: ruleSet{fill: fillNames, query: ownQuery}, servesRewrites: true,
		static: static{
			files: d.Files, dropHTML: []string{PageExtension}, page: noSlash, index: withSlash, strict: true,
			short: true, canonical: true, redirect: http.StatusPermanentRedirect, hidden: cloudflareHides,
		},
	}}
	c.missing = c.startPage
	// A Worker with static assets has the paths and rules of Pages, but redirects with another status, and answers with the
	// start page only where its settings say so.
	// https://developers.cloudflare.com/workers/static-assets/routing/
	if source := d.FirstInRepository(strings.Fields(wranglerFiles)...); source != nil {
		if w := readWrangler(source); w.assets && !w.pages {
			c.static.redirect = http.StatusTemporaryRedirect
			c.startPageForAll = w.fallback == "single-page-application"
		}
	}
	source, lines := c.readRedirects(d)
	reader := cloudflareReader{profile: c, seen: map[string]bool{}}
	for _, line := range lines {
		if !reader.read(source, line) {
			break
		}
	}
	c.findCode(d)
	c.startPageForAll = c.startPageForAll && c.static.isFile(IndexFile)
	if index := d.Deployed(IndexFile); index != nil && c.startPageForAll && !c.static.isFile("404.html") {
		c.fault(index.Name, 0, "Cloudflare Pages shows this page for every path that does not exist, because there is no 404.html; "+
			"links to missing pages are not reported as broken; add a 404.html unless the site is a single-page application")
	}
	c.sort()
	return &c.profile
}

// cloudflare is the profile with what answers where nothing else does.
type cloudflare struct {
	profile
	startPageForAll bool
}

// cloudflareHides says why Cloudflare leaves a name out of a deployment.
// https://github.com/cloudflare/workers-sdk/blob/main/packages/wrangler/src/pages/validate.ts
func cloudflareHides(name string) string {
	top, _, _ := strings.Cut(name, "/")
	hidden := slices.Contains([]string{"_worker.js", redirectsFile, headersFile, routesFile, "functions"}, top)
	for element := range strings.SplitSeq(name, "/") {
		hidden = hidden || element == ".DS_Store" || element == "node_modules" || element == ".git"
	}
	if hidden {
		return "Cloudflare Pages does not publish " + name
	}
	return ""
}

// startPage answers what files do not: with a redirect for the name of an index, or with the start page where there is no
// 404.html in the directories that lead to the path.
func (c *cloudflare) startPage(req Request, a Answer) Answer {
	name := strings.TrimPrefix(req.Path, "/")
	if base := path.Base(name); base == "index" {
		return c.static.redirectTo(strings.TrimSuffix(strings.TrimSuffix(name, "/"), base), req)
	}
	if !c.startPageForAll || c.static.isFile("404.html") {
		return a
	}
	// Below a name that is no directory there is none, so long paths cost little.
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		if !c.static.files.IsDir(name[:i]) {
			break
		}
		if c.static.isFile(name[:i] + "/404.html") {
			return a
		}
	}
	return Answer{Kind: File, File: IndexFile}
}

// The limits of a _redirects file on Cloudflare Pages.
const (
	maxStatic  = 2000
	maxDynamic = 100
)

// cloudflareReader reads a _redirects file as Cloudflare Pages does, which refuses much that Netlify takes.
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/utils/configuration/parseRedirects.ts
type cloudflareReader struct {
	profile         *cloudflare
	static, dynamic int
	seen            map[string]bool
}

// variable matches what varies in a source, and toIndex destinations that the host redirects to their directory.
var (
	variable = regexp.MustCompile(`\*|:[A-Za-z][A-Za-z0-9_]*`)
	toIndex  = regexp.MustCompile(`/index(.html)?$`)
)

// read reads one line: source, destination and status. A rule that the host refuses is left out. It returns false where the
// host reads no further line.
func (r *cloudflareReader) read(source *Source, line line) bool {
	words := line.words
	if len(words) < 2 || len(words) > 3 || isAbsolute(words[0].text) {
		return true
	}
	from, _, _ := strings.Cut(words[0].text, "?")
	from, _, _ = strings.Cut(from, "#")
	from = EscapeURL("/" + strings.TrimPrefix(from, "/"))
	if !r.count(source, line, from) {
		return r.dynamic <= maxDynamic
	}
	made := rule{forced: true, action: redirect, to: words[1].text, status: http.StatusFound}
	if len(words) > 2 {
		made.status, _ = strconv.Atoi(words[2].text)
	}
	host, absolute := strings.CutPrefix(made.to, "https://")
	if absolute = absolute && strings.Trim(host, "/") != ""; made.status == http.StatusOK {
		made.action = rewrite
	}
	switch {
	case !slices.Contains([]int{200, 301, 302, 303, 307, 308}, made.status), r.seen[from], !absolute && !strings.HasPrefix(made.to, "/"),
		// Redirects back to the source.
		!absolute && (strings.HasSuffix(from, "/*") || strings.HasSuffix(from, "/")) && toIndex.MatchString(made.to):
		return true
	}
	r.seen[from] = true
	var ok bool
	if made.pattern, ok = cloudflareSource(from); ok && !(absolute && made.action == rewrite) {
		r.profile.addRule(made, source.Name, line.number, words[1].column, !usesAny(made.to, made.pattern.names))
	}
	return true
}

// count counts a rule, and reports whether it is within the limits. Behind the first rule that varies, a fixed rule counts as
// one that varies.
func (r *cloudflareReader) count(source *Source, line line, from string) bool {
	counted, limit, message := &r.dynamic, maxDynamic, "rules from the first wildcard or placeholder on: it ignores this one and all later ones; "+
		"move static rules to the top"
	if r.dynamic == 0 && !variable.MatchString(from) {
		counted, limit, message = &r.static, maxStatic, "static rules: it ignores this one and all later ones"
	}
	if *counted++; *counted == limit+1 {
		r.profile.fault(source.Name, line.number, "Cloudflare Pages reads at most %d %s", limit, message)
	}
	return *counted <= limit
}

// cloudflareSource reads a source. A placeholder stands for what is between slashes, or for a part of it, and a splat for
// anything. It is not ok where one is there twice.
// https://developers.cloudflare.com/pages/configuration/redirects/#splats
func cloudflareSource(from string) (p pattern, ok bool) {
	var parts []part
	end := 0
	for _, span := range variable.FindAllStringIndex(from, -1) {
		varies := part{name: "splat", expression: "(.*)"}
		if name, ok := strings.CutPrefix(from[span[0]:span[1]], ":"); ok {
			varies = part{name: name, expression: "([^/]+)"}
		}
		if slices.ContainsFunc(parts, func(p part) bool { return p.name == varies.name }) {
			return p, false
		}
		if span[0] > end {
			parts = append(parts, part{text: from[end:span[0]]})
		}
		parts = append(parts, varies)
		end = span[1]
	}
	if end < len(from) {
		parts = append(parts, part{text: from[end:]})
	}
	return partsPattern(parts, ""), true
}

const (
	routesFile = "_routes.json" // routesFile says which paths are for code
	codeDepth  = 6              // how many levels of the directory of functions are read
)

// findCode looks for the three ways to have code, which may answer before any rule or file: _worker.js, the directory functions
// beside the deployment, and _routes.json, which limits them.
// https://developers.cloudflare.com/pages/functions/routing/
func (c *cloudflare) findCode(d Deployment) {
	for depth := 1; depth <= codeDepth; depth++ {
		for _, source := range d.InRepository("functions" + strings.Repeat("/*", depth)) {
			if elements := strings.Split(source.Name, "/"); len(elements) > depth {
				c.addFile(elements[len(elements)-depth:])
			}
		}
	}
	source := d.Deployed(routesFile)
	if source != nil && len(c.code) == 0 || d.Files.IsFile("_worker.js") || d.Files.IsDir("_worker.js") {
		c.addCode("")
	}
	root := c.readJSON(source)
	include, exclude := routeExpressions(root.Get("include")), routeExpressions(root.Get("exclude"))
	c.isExempt = func(at string) bool {
		matches := func(at string) func(*regexp.Regexp) bool {
			return func(e *regexp.Regexp) bool { return e.MatchString(at) }
		}
		return slices.ContainsFunc(exclude, matches(at)) ||
			len(include) > 0 && !slices.ContainsFunc(include, matches(at)) && !slices.ContainsFunc(include, matches(at+"/"))
	}
}

// routeExpressions reads the paths of _routes.json, in which an asterisk stands for anything.
func routeExpressions(list *settings.Value) (expressions []*regexp.Regexp) {
	for _, text := range list.Texts() {
		if len(text) <= maxPattern {
			expressions = append(expressions, regexp.MustCompile("(?s)^"+strings.ReplaceAll(quoteText(decode(text)), `\*`, ".*")+"$"))
		}
	}
	return expressions
}

// addFile records a file of code by its path below functions.
func (c *cloudflare) addFile(elements []string) {
	last := len(elements) - 1
	extension := path.Ext(elements[last])
	if !slices.Contains([]string{".js", ".mjs", ".ts", ".mts", ".jsx", ".tsx"}, extension) {
		return
	}
	elements[last] = strings.TrimSuffix(elements[last], extension)
	expression := ""
	for i, element := range elements {
		switch {
		case i == last && element == "_middleware", strings.HasPrefix(element, "[["):
			c.addCode(expression + "(/.*)?$")
			return
		case i == last && element == "index":
		case strings.HasPrefix(element, "["):
			expression += "/[^/]+"
		default:
			expression += "/" + quoteText(element)
		}
	}
	c.addCode(expression + "/?$")
}

// wrangler is what the settings of Cloudflare's tool say of the files of a site:
// https://developers.cloudflare.com/workers/wrangler/configuration/
type wrangler struct {
	pages, assets bool   // pages is whether they are for Cloudflare Pages, and assets whether they are for a Worker with files
	fallback      string // what such a Worker does about paths that it has no file for
}

// wranglerFiles are the files of settings that Cloudflare's tool reads.
const wranglerFiles = "wrangler.toml wrangler.json wrangler.jsonc"

// readWrangler reads the settings. A file that cannot be read says nothing: the tool has to complain.
func readWrangler(source *Source) wrangler {
	root, _ := settings.ReadTOML(source.Data)
	if path.Ext(source.Name) != ".toml" {
		root, _ = settings.ReadJSON(source.Data)
	}
	assets := root.Get("assets")
	return wrangler{root.Get("pages_build_output_dir") != nil, assets != nil, assets.Get("not_found_handling").Scalar()}
}
