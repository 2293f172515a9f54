package hosting

import (
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

var firebaseHost = Host{
	Name: Firebase, Title: "Firebase", make: newFirebase,
	Files: firebaseFile, Keys: "hosting", BuildDir: "hosting.public",
	Words:        []string{"FirebaseExtended/action-hosting-deploy", "firebase deploy"},
	prefix:       "/__/", // https://firebase.google.com/docs/hosting/reserved-urls
	previews:     []preview{{of: "the channel", pattern: `^[^.]+?--([^.]+)\.web\.app$`}},
	placeholders: []string{"firebase hosting setup complete"},
}

// newFirebase returns the profile of Firebase Hosting, by the firebase.json of the project: reserved paths, redirects, files,
// rewrites, in this order. A file inside the build directory would be a copy, unless the directory is the whole project.
//   - settings: https://firebase.google.com/docs/hosting/full-config
//   - order: https://firebase.google.com/docs/hosting/full-config#hosting_priority_order
func newFirebase(d Deployment) *profile {
	f := &firebase{profile{
		name: Firebase, reserved: "/__/", mergesSlashes: true,
		static: static{files: d.Files, first: indexFirst}, rules: ruleSet{key: strings.ToLower, fill: fillReferences},
	}}
	source := d.FirstInRepository(firebaseFile)
	if source == nil {
		source = d.Deployed(firebaseFile)
	}
	site := f.site(d, source, f.readJSON(source).Get("hosting"))
	clean, _ := site.Get("cleanUrls").Bool()
	slashes := slashSetting(site)
	f.static.index, f.static.page = slashes, slashes
	if slashes == eitherSlash {
		f.static.page = neverSlash
		if !clean {
			f.static.index = withSlash
		}
	}
	if clean {
		f.static.dropHTML, f.static.short, f.static.canonical = []string{PageExtension}, true, true
	}
	framework := site.Get("source")
	f.ignore(source, site.Get("ignore"))
	for _, item := range site.Get("redirects").List() {
		f.addRedirect(source, item)
	}
	for _, item := range site.Get("rewrites").List() {
		f.addRewrite(source, item)
	}
	if i18n := site.Get("i18n"); i18n != nil {
		f.faultAt(source, i18n, "linkvet does not know which files i18n sends to which visitors: link to the paths of the files")
	}
	if f.mayGenerate = framework != nil; f.mayGenerate {
		f.faultAt(source, framework, "linkvet does not know what a framework answers, so links to missing pages are not reported as broken")
	}
	f.sort()
	return &f.profile
}

const firebaseFile = "firebase.json"

// firebase reads the file of rules into a profile.
type firebase struct{ profile }

// site returns the part of the settings that is about the build directory; nil for none.
func (f *firebase) site(d Deployment, source *Source, sites *settings.Value) *settings.Value {
	switch len(sites.List()) {
	case 0:
		return sites
	case 1:
		return sites.List()[0]
	}
	// A file that nearly every site has says where the build directory is.
	if known := d.FirstDeployed(IndexFile, "404.html", firebaseFile, "robots.txt", "sitemap.xml", "favicon.ico"); known != nil {
		root := path.Dir(known.Name)
		for _, site := range sites.List() {
			public, ok := site.Get("public").Text()
			// The directory may be given with another way to it, so its end has to do.
			if ok && (path.Join(path.Dir(source.Name), public) == root || strings.HasSuffix(root, "/"+path.Clean(public))) {
				return site
			}
		}
	}
	f.faultAt(source, sites, `no entry of "hosting" has this build directory as its "public", so the file has no effect`)
	return nil
}

// ignore reads which files are not deployed.
func (f *firebase) ignore(source *Source, list *settings.Value) {
	var ignored []*glob
	for i, text := range list.Texts() {
		if i == 1000 { // as each file that a link leads to is compared with all
			f.faultAt(source, list, `linkvet reads %d patterns of "ignore": files that later ones match count as deployed, so join some in braces`, i)
			break
		}
		pattern, err := compileGlob(text)
		if err != nil {
			f.faultAt(source, list, "linkvet cannot read the pattern %q (%s), so files that it may ignore count as deployed", text, err)
			continue
		}
		ignored = append(ignored, pattern.glob)
	}
	if len(ignored) > 0 {
		f.static.hidden = func(name string) string {
			if slices.ContainsFunc(ignored, func(g *glob) bool { return g.match(name) != never }) {
				return `"ignore" of ` + firebaseFile + " leaves out " + name
			}
			return ""
		}
	}
}

// addRedirect reads one of the redirects, unless Firebase refuses it.
func (f *firebase) addRedirect(source *Source, item *settings.Value) {
	to := item.Get("destination")
	destination, ok := to.Text()
	made := rule{forced: true, action: redirect, to: destination, status: http.StatusMovedPermanently}
	if status := item.Get("type"); status != nil {
		made.status, _ = status.Int()
	}
	var isRead bool
	if made.pattern, isRead = f.source(source, item); !ok || !isRead || made.status < 300 || made.status > 399 {
		return
	}
	// Firebase looks for parameters at the beginning of a segment. They are those of the glob, read as a path.
	literal := !strings.HasPrefix(destination, ":") && !strings.Contains(destination, "/:")
	if !literal && made.pattern.expression == nil {
		text := item.First("glob", "source").Scalar()
		byPath, err := compilePath(rooted(text), true)
		isNamed := func(name string) bool { return slices.Contains(byPath.names, name) }
		switch {
		case err != nil || strings.ContainsAny(text, "{}[]@!"):
			made.action = program
		case !slices.ContainsFunc(references(destination), func(name string) bool { return !isNamed(name) }):
			made.pattern = byPath
		default:
			return
		}
	}
	f.addRuleAt(made, source, to, literal)
}

// addRewrite reads one of the rewrites.
func (f *firebase) addRewrite(source *Source, item *settings.Value) {
	var made rule
	to := item.Get("destination")
	isProgram, isFile, isRead := item.First("function", "run", "dynamicLinks") != nil, false, false
	made.to, isFile = to.Text()
	made.pattern, isRead = f.source(source, item)
	switch {
	case isRead && isProgram:
		f.rules.add(rule{pattern: made.pattern, action: program})
	case isRead && isFile:
		f.addRuleAt(made, source, to, f.isLink(made.to))
	}
}

// source reads which paths a rule is for, by a glob or by a regular expression of RE2
// (https://firebase.google.com/docs/hosting/full-config#glob_pattern_matching). It is not ok for a rule that Firebase refuses.
func (f *firebase) source(source *Source, item *settings.Value) (p pattern, ok bool) {
	from := item.First("glob", "source")
	text, isGlob := from.Text()
	expression, isExpression := item.Get("regex").Text()
	if isExpression {
		// The documentation has examples where it is for a whole path, and for a part.
		var err error
		if p.part, p.size, err = compile("", expression, ""); err == errSize && !isGlob {
			f.unread(source, item.Get("regex"), expression, err)
			return pattern{unread: true}, true
		} else if isGlob || err != nil {
			return p, false
		}
		p.expression = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^(?:" + expression + ")$") })
		p.names, p.size = p.part.SubexpNames()[1:], 2*p.size
		return p, true
	}
	if text == "" {
		return p, false
	}
	p, err := compileGlob(rooted(text))
	if err != nil {
		f.unread(source, from, text, err)
	}
	return p, true
}

// rooted returns a glob that begins at the root and has no empty or dot elements.
func rooted(glob string) string {
	rest := strings.TrimPrefix(glob, "!")
	mark := strings.TrimSuffix(glob, rest)
	if strings.HasSuffix(rest, "/") && len(rest) > 1 {
		return mark + path.Clean("/"+rest) + "/"
	}
	return mark + path.Clean("/"+rest)
}
