package hosting

import (
	"errors"
	"path"
	"regexp"
	"strings"
)

// firebaseFile is the name of the file of settings.
const firebaseFile = "firebase.json"

// NewFirebase returns the profile firebase. It reads firebase.json in the build
// directory or around it.
func NewFirebase(d Deployment) *Firebase {
	f := &Firebase{files: d.Files, associated: true}
	if source := d.project(); source != nil {
		if file, fault := readJSON(source, jsonWithComments); fault != nil {
			f.note(fault)
		} else {
			r := &firebaseReader{Firebase: f, jsonFile: file}
			r.read(d)
		}
	}
	f.sort()
	return f
}

// project is the file of settings: that around the build directory, as one inside
// would be a copy, unless the directory is the whole project.
func (d Deployment) project() *Source {
	if sources := d.Beside(firebaseFile); len(sources) > 0 {
		return sources[0]
	}
	return d.Inside(firebaseFile)
}

// firebaseShape is what the settings of a site have to look like:
// https://firebase.google.com/docs/hosting/full-config
var firebaseShape = &jsonShape{kinds: jsonMap, members: map[string]*jsonShape{
	"public": textShape, "cleanUrls": booleanShape, "trailingSlash": booleanShape, "appAssociation": textShape,
	"ignore": {kinds: jsonText | jsonList, items: textShape},
	"redirects": listOf(map[string]*jsonShape{
		"source": anyShape, "glob": anyShape, "regex": textShape, "destination": anyShape, "type": anyShape,
	}),
	"rewrites": listOf(map[string]*jsonShape{
		"source": anyShape, "glob": anyShape, "regex": textShape, "destination": textShape,
		"function": anyShape, "region": anyShape, "run": anyShape, "dynamicLinks": anyShape,
	}),
	"headers": anyShape, "i18n": anyShape, "source": anyShape,
}}

// firebaseReader reads firebase.json.
type firebaseReader struct {
	*Firebase
	*jsonFile
}

// read goes through the settings of the site that is checked.
func (r *firebaseReader) read(d Deployment) {
	site := r.site(d)
	if site == nil {
		return
	}
	r.noteAll(r.misfits(site, `"hosting"`, firebaseShape))
	r.cleanURLs, _ = site.get("cleanUrls").boolean()
	if add, ok := site.get("trailingSlash").boolean(); ok {
		r.slash = map[bool]slashes{true: slashesAdded, false: slashesRemoved}[add]
	}
	if association, _ := site.get("appAssociation").text(); association == "NONE" {
		r.associated = false
	}
	r.ignore(site.get("ignore"))
	redirects, allRedirects := r.list(r.jsonFile, site.get("redirects"))
	for _, item := range redirects {
		r.redirect(item)
	}
	rewrites, allRewrites := r.list(r.jsonFile, site.get("rewrites"))
	for _, item := range rewrites {
		r.rewriteRule(item)
	}
	r.programs = r.programs || !allRedirects || !allRewrites
	if i18n := site.get("i18n"); i18n != nil {
		r.note(r.fault(i18n.offset, "linkvet does not know which files i18n sends to whom: link to their own paths"))
	}
	if framework := site.get("source"); framework != nil {
		r.programs = true
		r.note(r.fault(framework.offset, "linkvet does not know what a framework answers, so links to pages that do not exist are not reported as broken"))
	}
}

// site is the part of the settings that is about the build directory; nil for
// none.
func (r *firebaseReader) site(d Deployment) *jsonValue {
	hosting := r.root.get("hosting")
	if hosting == nil {
		r.note(&Fault{Source: r.source.Name, Message: `the file has no "hosting", so nothing in it applies`})
		return nil
	}
	if hosting.isObject() {
		return hosting
	}
	sites := hosting.list()
	if sites == nil {
		r.noteAll(r.misfits(hosting, `"hosting"`, &jsonShape{kinds: jsonMap | jsonList}))
		return nil
	}
	if len(sites) == 1 {
		return sites[0]
	}
	root, known := d.root()
	for _, site := range sites {
		public, ok := site.get("public").text()
		// The directory may be given with another way to it, so its end has to do.
		if known && ok && (path.Join(path.Dir(r.source.Name), public) == root || strings.HasSuffix(root, "/"+path.Clean(public))) {
			return site
		}
	}
	r.note(r.fault(hosting.offset, `no site of "hosting" has this build directory as its "public", so nothing in the file applies`))
	return nil
}

// root is the build directory, relative to the working directory. It is told by
// a file that nearly every site has.
func (d Deployment) root() (string, bool) {
	for _, name := range []string{IndexFile, "404.html", firebaseFile, "robots.txt", "sitemap.xml", "favicon.ico"} {
		if source := d.Inside(name); source != nil {
			return path.Dir(source.Name), true
		}
	}
	return "", false
}

// ignore reads which files are not deployed.
func (r *firebaseReader) ignore(list *jsonValue) {
	var ignored []*glob
	for _, item := range list.texts() {
		text, _ := item.text()
		pattern, err := compileGlob(text)
		if err != nil {
			r.note(r.fault(item.offset, "linkvet cannot read the pattern %q (%s), so files that it may ignore count as deployed", text, err))
			continue
		}
		ignored = append(ignored, pattern)
	}
	if len(ignored) > 0 {
		r.files = &deployed{Files: r.files, ignored: ignored}
	}
}

// redirect reads one of the redirects.
func (r *firebaseReader) redirect(item *jsonValue) {
	to := item.get("destination")
	destination, ok := to.text()
	if !ok {
		r.note(r.fault(item.offset, "a redirect needs a destination, a string"))
		return
	}
	rule := firebaseRule{destination: destination, status: movedPermanently}
	if status := item.get("type"); status != nil {
		code, ok := status.whole()
		if !ok || code < 300 || code > 399 {
			r.note(r.fault(status.offset, "the type of a redirect is not a number from 300 to 399, so Firebase refuses it; write 301 or 302"))
			return
		}
		rule.status = code
	}
	if !r.pattern(&rule, item, "redirect") {
		return
	}
	rule.rule = r.rule(to, !refersTo(destination))
	if rule.rule.Literal {
		rule.capture = nil
	} else if err := rule.unknown(destination); err != nil {
		r.note(r.fault(to.offset, "%s", err))
		return
	}
	r.redirects = append(r.redirects, rule)
	r.enter(rule.rule)
}

// unknown is an error about a name that the pattern does not capture.
func (r *firebaseRule) unknown(destination string) error {
	var names []string
	switch {
	case r.whole != nil:
		names = r.whole.SubexpNames()
	case r.capture != nil:
		names = r.capture.names
	default:
		return nil
	}
	return unknownReference(destination, func(name string) bool { return contains(names, name) })
}

// rewriteRule reads one of the rewrites.
func (r *firebaseReader) rewriteRule(item *jsonValue) {
	rule := firebaseRule{}
	to := item.get("destination")
	destination, ok := to.text()
	for _, name := range []string{"function", "run", "dynamicLinks"} {
		rule.program = rule.program || item.get(name) != nil
	}
	if !ok && !rule.program {
		r.note(r.fault(item.offset, "a rewrite needs a destination, a function or a container to run"))
		return
	}
	if !r.pattern(&rule, item, "rewrite") {
		return
	}
	rule.capture = nil
	if !rule.program {
		rule.destination = destination
		_, found := r.destination(destination)
		// A rewrite names a file rather than a link: where that is there, it is none
		// to judge, as readers may be redirected away from it.
		rule.rule = r.rule(to, !found)
		r.enter(rule.rule)
	}
	r.rewrites = append(r.rewrites, rule)
}

var errLookingAround = errors.New("Firebase takes only what RE2 does, which has no lookaround")

// pattern reads which paths a rule is for. It is false for a rule that Firebase
// refuses.
func (r *firebaseReader) pattern(rule *firebaseRule, item *jsonValue, what string) bool {
	source := first(item, "glob", "source")
	text, isGlob := source.text()
	expression, isExpression := item.get("regex").text()
	switch {
	case isGlob && isExpression:
		r.note(r.fault(item.offset, "a %s has both a source and a regex, so Firebase refuses it; remove one", what))
		return false
	case isExpression:
		return r.expression(rule, item.get("regex"), expression)
	case !isGlob || text == "":
		r.note(r.fault(item.offset, "a %s needs a source or a regex, a string", what))
		return false
	}
	pattern, err := compileGlob(slashed(text))
	rule.glob = pattern
	if err != nil {
		rule.unread = true
		r.note(r.fault(source.offset, "linkvet cannot read the source %q (%s), so links it may be for are not reported as broken", text, err))
		return true
	}
	rule.capture = compileCapture(slashed(text))
	rule.prefix = plainPrefix(strings.TrimSuffix(pathPrefix(slashed(text)), "/"))
	return true
}

// expression reads a regular expression.
func (r *firebaseReader) expression(rule *firebaseRule, from *jsonValue, text string) bool {
	err := errPatternSize
	if len(text) <= maxPattern {
		rule.expression, err = regexp.Compile(text)
	}
	if err != nil {
		if indexLookaround(text, 0) >= 0 {
			err = errLookingAround
		}
		r.note(r.fault(from.offset, "the regex %q is not valid: %s", text, strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
		return false
	}
	rule.whole, err = regexp.Compile("^(?:" + text + ")$")
	return err == nil
}
