package hosting

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// vercel answers as Vercel, by the vercel.json of the project: clean URLs, slashes, redirects,
// files, rewrites, in this order.
//   - settings: https://vercel.com/docs/project-configuration/vercel-json
//   - redirects: https://vercel.com/docs/routing/redirects/configuration-redirects
//   - order: https://github.com/vercel/vercel/tree/main/packages/routing-utils
//   - what answers with and without a slash: https://github.com/slorber/trailing-slash-guide
type vercel struct {
	profile
	cleanURLs bool
	// slashes is the setting trailingSlash; eitherSlash where it is not there.
	slashes slash
	// functions is whether programs answer below "/api/", and programs whether they may
	// answer anywhere.
	functions, programs bool
}

// vercelFile is the name of the file of settings.
const vercelFile = "vercel.json"

// newVercel returns the profile for a deployment. It reads vercel.json in the build directory
// or around it, and looks for functions beside it.
func newVercel(d Deployment) Profile {
	v := &vercel{profile: profile{name: Vercel, static: static{files: d.Files}}, functions: hasVercelFunctions(d)}
	v.rules.fill = fillReferences
	for _, name := range []string{"middleware.js", "middleware.ts", "vercel.ts", "vercel.toml"} {
		if source := d.FirstInRepository(name); source != nil {
			v.notRead(source.Name, 0, "this file")
		}
	}
	source := d.Nearest(vercelFile)
	root := v.readJSON(source, settings.StrictJSON)
	v.cleanURLs, _ = root.Get("cleanUrls").Bool()
	v.slashes = slashSetting(root)
	v.functions = v.functions || root.Get("functions").IsObject()
	v.static.rewritten = v.cleanURLs || v.slashes != eitherSlash
	v.static.exactSlash = v.slashes == withSlash
	if v.slashes == noSlash {
		v.static.index = noSlash
	}
	if v.cleanURLs {
		v.static.dropHTML, v.static.first, v.static.short = []string{PageExtension}, pageFirst, true
	} else if namesVercelPages(d) {
		v.static.dropHTML, v.static.page = []string{PageExtension}, neverSlash
	}
	for _, item := range root.Get("redirects").List() {
		v.addRedirect(source, item)
	}
	for _, item := range root.Get("rewrites").List() {
		if made, to, ok := v.rule(source, item); ok {
			made.status, _ = item.Get("statusCode").Int()
			line, column := to.Position()
			v.addRule(made.rule, source.Name, line, column, made.literal && v.isLink(made.to))
		}
	}
	for _, name := range []string{"routes", "builds", "bulkRedirectsPath", "services", "experimentalServices"} {
		if value := root.Get(name); value != nil {
			line, _ := value.Position()
			v.notRead(source.Name, line, fmt.Sprintf("%q", name))
		}
	}
	v.sort()
	return v
}

// notRead says that linkvet does not read what may make any path answer.
func (v *vercel) notRead(source string, line int, what string) {
	v.programs = true
	v.fault(source, line, "linkvet does not read "+what+", so links to missing pages are not reported as broken")
}

// slashSetting reads "trailingSlash", which Vercel and Firebase share.
func slashSetting(root *settings.Value) slash {
	switch add, ok := root.Get("trailingSlash").Bool(); {
	case !ok:
		return eitherSlash
	case add:
		return withSlash
	}
	return noSlash
}

// namesVercelPages reports whether the project is built by a framework for which Vercel names
// pages as their links do, without ".html", under any settings: Next.js that exports files,
// and tools that write Vercel's own build output, as SvelteKit does.
//   - https://vercel.com/docs/frameworks/full-stack/nextjs
//   - overrides: https://vercel.com/docs/build-output-api/configuration#overrides
func namesVercelPages(d Deployment) bool {
	if d.FirstInRepository("next.config.*", "svelte.config.*", ".vercel/output/config.json") != nil {
		return true
	}
	// New projects of SvelteKit have its settings in those of Vite.
	project := d.FirstInRepository("package.json")
	return project != nil && bytes.Contains(project.Data, []byte(`"@sveltejs/kit"`))
}

// hasVercelFunctions reports whether the directory "api" of the project holds programs. Where
// that is in the build directory, an index page there shows that it does not.
func hasVercelFunctions(d Deployment) bool {
	for _, pattern := range []string{"api/*", "api/*/*", "api/*/*/*"} {
		for _, source := range d.InRepository(pattern) {
			if slices.Contains([]string{".js", ".mjs", ".ts", ".tsx", ".go", ".py", ".rb", ".rs", ".php"}, path.Ext(source.Name)) {
				return true
			}
		}
	}
	return d.Deployed(vercelFile) != nil && d.Files.IsDir("api") && !d.Files.IsFile("api/"+IndexFile)
}

// URLPath is where a file answers.
func (v *vercel) URLPath(file string) string {
	at := v.static.urlPath(file)
	if to, ok := v.normalized("/" + at); ok {
		return to
	}
	return at
}

// Answer redirects to how the settings write the path, or goes through rules and files.
func (v *vercel) Answer(req Request) Answer {
	if to, ok := v.normalized(req.Path); ok {
		a := v.static.redirectTo(to, req)
		a.Status = http.StatusPermanentRedirect
		return a
	}
	a := v.rules.answer(req, v)
	if v.programs && a.Kind == NotFound && a.Rule == nil {
		return anyOf(a, Answer{Kind: Unknown})
	}
	return a
}

// isWellKnown reports whether neither an added slash nor a redirect applies to a path.
func (v *vercel) isWellKnown(p string) bool {
	return v.slashes == withSlash && strings.HasPrefix(p+"/", "/.well-known/")
}

// normalized returns where a path is redirected for empty elements, clean URLs or its slash;
// without a slash before it.
func (v *vercel) normalized(p string) (to string, ok bool) {
	bare := withoutEmpty(p)
	if v.cleanURLs && bare == p {
		trimmed := strings.TrimSuffix(p, "/")
		if base := path.Base(trimmed); base == "index" || base == IndexFile {
			bare = "/" + strings.Trim(strings.TrimSuffix(trimmed, base), "/")
		} else if page, isPage := strings.CutSuffix(trimmed, PageExtension); isPage {
			bare = page
		}
	}
	name := path.Base(bare)
	switch {
	case bare != p && (strings.Contains(p, "//") || bare == "" || bare == "/" || v.slashes != withSlash):
		return strings.TrimPrefix(bare, "/"), true
	case bare != p:
		return strings.TrimPrefix(bare, "/") + "/", true
	case p == "/" || v.slashes == eitherSlash || v.isWellKnown(p):
		return "", false
	case strings.HasSuffix(p, "/"):
		return strings.Trim(p, "/"), v.slashes == noSlash || extension.MatchString(name)
	}
	return strings.TrimPrefix(p, "/") + "/", v.slashes == withSlash && !strings.Contains(name, ".")
}

// extension matches a name that ends in a dot and letters, digits or underscores, behind
// something else.
var extension = regexp.MustCompile(`(?s).\.\w+$`)

// content sends a file, or hands the request to a program.
func (v *vercel) content(req Request) Answer {
	// Next.js asks Vercel for an image in another size.
	// https://nextjs.org/docs/app/api-reference/components/image
	if req.Path == "/_next/image" && v.static.files.IsDir("_next") && !v.static.isFile("_next/image") {
		return Answer{Kind: Unknown}
	}
	a := v.static.answer(req)
	if a.Kind == NotFound && v.isProgram(req.Path) {
		return Answer{Kind: Unknown}
	}
	return a
}

func (v *vercel) isProgram(p string) bool {
	return v.functions && strings.HasPrefix(p+"/", "/api/") || strings.HasPrefix(p, "/_vercel/")
}

// rewritten answers with a file or a program. Where there is none, further rules are tried.
func (v *vercel) rewritten(to string, _ Request) (Answer, bool) {
	p := sitePath(to)
	if file := v.static.find(p); file != "" {
		return Answer{Kind: File, File: file}, true
	}
	return Answer{Kind: Unknown}, v.isProgram(p)
}

// addRedirect reads one of the redirects.
func (v *vercel) addRedirect(source *Source, item *settings.Value) {
	made, to, ok := v.rule(source, item)
	if !ok {
		return
	}
	made.forced = true
	if v.slashes == withSlash {
		made.conditions = append(made.conditions, func(req Request) certainty {
			if v.isWellKnown(req.Path) {
				return never
			}
			return always
		})
	}
	if made.action != program {
		made.action = redirect
	}
	made.status = http.StatusPermanentRedirect
	permanent, hasPermanent := item.Get("permanent").Bool()
	if hasPermanent && !permanent {
		made.status = http.StatusTemporaryRedirect
	}
	if code := item.Get("statusCode"); code != nil {
		if made.status, ok = code.Int(); !ok || hasPermanent || made.status < 300 || made.status > 399 {
			return
		}
	}
	line, column := to.Position()
	v.addRule(made.rule, source.Name, line, column, made.literal)
}

// vercelRule is a rule, and whether it leads to one place.
type vercelRule struct {
	rule
	literal bool
}

// rule reads what redirects and rewrites have in common. It is not ok for a rule that Vercel
// refuses.
func (v *vercel) rule(source *Source, item *settings.Value) (made vercelRule, to *settings.Value, ok bool) {
	from, to := item.Get("source"), item.Get("destination")
	text, _ := from.Text()
	destination, hasDestination := to.Text()
	if to.IsObject() {
		line, _ := to.Position()
		v.notRead(source.Name, line, "this destination")
	}
	if !hasDestination || !strings.HasPrefix(text, "/") {
		return made, to, false
	}
	var err error
	if made.pattern, err = compilePath(text, false); err != nil {
		line, _ := from.Position()
		v.fault(source.Name, line, unread(text, err))
	}
	conditions, ofRequest := vercelConditions(item)
	made.conditions, made.to, made.literal = conditions, destination, !numbered.MatchString(destination)
	for _, name := range references(destination) {
		switch {
		case slices.Contains(made.pattern.names, name):
			made.literal = false
		case slices.Contains(ofRequest, name):
			made.literal, made.action = false, program
		case !made.pattern.unread:
			return made, to, false
		}
	}
	if made.pattern.unread && !made.literal {
		made.action = program
	}
	return made, to, true
}

// numbered matches a reference to a group by its number, and namedGroup the beginning of a
// group with a name.
var (
	numbered   = regexp.MustCompile(`\$[0-9]`)
	namedGroup = regexp.MustCompile(`\(\?P?<([A-Za-z][A-Za-z0-9_]*)>`)
)

// vercelConditions reads "has" and "missing", and the names by which a destination can refer
// to what a request has.
func vercelConditions(item *settings.Value) (conditions []condition, names []string) {
	for _, entry := range item.Get("has").List() {
		conditions = append(conditions, vercelCondition(entry))
		value, _ := entry.Get("value").Text()
		if key, _ := entry.Get("key").Text(); value == "" && key != "" {
			names = append(names, key)
		}
		for _, group := range namedGroup.FindAllStringSubmatch(value, -1) {
			names = append(names, group[1])
		}
		if kind, _ := entry.Get("type").Text(); kind == "host" {
			names = append(names, "host")
		}
	}
	for _, entry := range item.Get("missing").List() {
		has := vercelCondition(entry)
		conditions = append(conditions, func(req Request) certainty { return always - has(req) })
	}
	return conditions, names
}

// vercelCondition reads what a request must have. Only its query is known.
func vercelCondition(entry *settings.Value) condition {
	kind, _ := entry.Get("type").Text()
	key, _ := entry.Get("key").Text()
	if kind != "query" {
		return func(Request) certainty { return perhaps }
	}
	value := entry.Get("value")
	text, isText := value.Text()
	expression, err := regexp.Compile("^(?:" + text + ")$")
	return func(req Request) certainty {
		query, invalid := url.ParseQuery(req.Query)
		values, ok := query[key]
		switch {
		case invalid != nil:
			return perhaps
		case !ok:
			return never
		case value == nil:
			return always
		case !isText || err != nil || len(text) > maxPattern:
			return perhaps
		case slices.ContainsFunc(values, expression.MatchString):
			return always
		}
		return never
	}
}
