package hosting

import (
	"bytes"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

var vercelHost = Host{
	Name: Vercel, Title: "Vercel", make: newVercel,
	Deployed: vercelFile, Files: vercelFile + " .vercel/project.json", Rules: "vercel.ts", BuildDir: "outputDirectory",
	Words:  []string{"amondnet/vercel-action", "vercel deploy", "vercel --prod"},
	prefix: "/_vercel/", // https://vercel.com/docs/analytics/quickstart
	// Branch and team both may contain hyphens, so the branch is not known.
	previews:     []preview{{of: "a branch", pattern: `^[^.]+?-git-[^.]+-[^.]+\.vercel\.app$`}},
	placeholders: []string{"deployment is building"},
}

// newVercel returns the profile of Vercel, by the vercel.json of the project: clean URLs, slashes, redirects, files, rewrites,
// in this order.
//   - settings: https://vercel.com/docs/project-configuration/vercel-json
//   - redirects: https://vercel.com/docs/routing/redirects/configuration-redirects
//   - order: https://github.com/vercel/vercel/tree/main/packages/routing-utils
func newVercel(d Deployment) *profile {
	v := &vercel{profile: profile{name: Vercel, rules: ruleSet{fill: fillReferences}, triesNext: true}}
	v.static = static{files: d.Files, redirect: http.StatusPermanentRedirect}
	for _, name := range []string{"middleware.js", "middleware.ts", "vercel.ts", "vercel.toml"} {
		if source := d.FirstInRepository(name); source != nil {
			v.notRead(source, nil, "this file")
		}
	}
	source := d.Nearest(vercelFile)
	root := v.readJSON(source)
	v.cleanURLs, _ = root.Get("cleanUrls").Bool()
	v.slashes = slashSetting(root)
	functions := hasVercelFunctions(d) || root.Get("functions").IsObject()
	v.normalized = v.redirected
	v.isProgram = func(p string) bool {
		// Next.js asks Vercel for an image in another size:
		// https://nextjs.org/docs/app/api-reference/components/image
		return functions && strings.HasPrefix(p+"/", "/api/") || strings.HasPrefix(p, "/_vercel/") || p == "/_next/image" && d.Files.IsDir("_next")
	}
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
		if made, to, literal, ok := v.rule(source, item); ok {
			made.status, _ = item.Get("statusCode").Int()
			v.addRuleAt(made, source, to, literal && v.isLink(made.to))
		}
	}
	for _, name := range []string{"routes", "builds", "bulkRedirectsPath", "services", "experimentalServices"} {
		if value := root.Get(name); value != nil {
			v.notRead(source, value, fmt.Sprintf("%q", name))
		}
	}
	v.sort()
	return &v.profile
}

const vercelFile = "vercel.json"

// vercel is the profile with the settings for paths.
type vercel struct {
	profile
	cleanURLs bool
	slashes   slash // the setting trailingSlash; eitherSlash where it is not there
}

// notRead says that linkvet does not read what may make any path answer.
func (v *vercel) notRead(source *Source, value *settings.Value, what string) {
	v.mayGenerate = true
	v.faultAt(source, value, "linkvet does not read %s, so links to missing pages are not reported as broken", what)
}

// slashSetting reads "trailingSlash", which Vercel and Firebase share.
func slashSetting(root *settings.Value) slash {
	if add, ok := root.Get("trailingSlash").Bool(); add {
		return withSlash
	} else if ok {
		return noSlash
	}
	return eitherSlash
}

// namesVercelPages reports whether the project is built by a framework for which Vercel names pages as their links do, without
// ".html", under any settings: Next.js that exports files, and tools that write Vercel's own build output, as SvelteKit does.
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

// hasVercelFunctions reports whether the directory "api" of the project holds programs. Where that is in the build directory,
// an index page there shows that it does not.
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

// isWellKnown reports whether neither an added slash nor a redirect applies to a path.
func (v *vercel) isWellKnown(p string) bool {
	return v.slashes == withSlash && strings.HasPrefix(p+"/", "/.well-known/")
}

// redirected returns where a path is redirected for empty elements, clean URLs or its slash; without a slash before it.
func (v *vercel) redirected(p string) (to string, ok bool) {
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

// extension matches a name that ends in a dot and letters, digits or underscores, behind something else.
var extension = regexp.MustCompile(`(?s).\.\w+$`)

// addRedirect reads one of the redirects.
func (v *vercel) addRedirect(source *Source, item *settings.Value) {
	made, to, literal, ok := v.rule(source, item)
	if !ok {
		return
	}
	made.forced = true
	made.conditions = append(made.conditions, func(req Request) certainty { return always.when(!v.isWellKnown(req.Path)) })
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
	v.addRuleAt(made, source, to, literal)
}

// rule reads what redirects and rewrites have in common, and whether it leads to one place. It is not ok for a rule that Vercel
// refuses.
func (v *vercel) rule(source *Source, item *settings.Value) (made rule, to *settings.Value, literal, ok bool) {
	from, to := item.Get("source"), item.Get("destination")
	text, _ := from.Text()
	destination, hasDestination := to.Text()
	if to.IsObject() {
		v.notRead(source, to, "this destination")
	}
	if !hasDestination || !strings.HasPrefix(text, "/") {
		return made, to, false, false
	}
	var err error
	if made.pattern, err = compilePath(text, false); err != nil {
		v.unread(source, from, text, err)
	}
	made.to = destination
	if item.Get("has") != nil || item.Get("missing") != nil {
		made.conditions = append(made.conditions, ofSome) // They mostly ask for a header, a cookie or the host.
	}
	names := references(destination)
	literal = len(names) == 0 && !strings.Contains(destination, "$")
	isUnknown := func(name string) bool { return !slices.Contains(made.pattern.names, name) }
	if slices.ContainsFunc(names, isUnknown) || made.pattern.unread && !literal {
		made.action = program // Only the request can fill it in, or what linkvet cannot read.
	}
	return made, to, literal, true
}
