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

var netlifyHost = Host{
	Name: Netlify, Title: "Netlify", make: newNetlify,
	Deployed: netlifyFile, Shared: redirectsFile + " " + headersFile, Files: netlifyFile, Rules: redirectsFile, BuildDir: "build.publish",
	Companions: ".netlify/state.json netlify/functions/* netlify/edge-functions/*",
	Words:      []string{"nwtgck/actions-netlify", "netlify deploy", "netlify/actions"},
	prefix:     "/.netlify/", // https://docs.netlify.com/build/functions/get-started/
	previews: []preview{
		{of: "pull request", pattern: `^deploy-preview-(\d+)--[^.]+\.netlify\.app$`},
		// The address of a single deployment begins with its id.
		{of: "the branch", pattern: `^([^.]+?)--[^.]+\.netlify\.app$`, own: `^[0-9a-f]{24}(?:\.|--)`},
	},
}

const netlifyFile = "netlify.toml"

// newNetlify returns the profile of the host netlify.com. It tries the rules of the file _redirects and then those of
// netlify.toml. A rule that is not forced gives way to a file. Pages answer with and without their ending, and with or without
// a slash, of which one is redirected to the other.
//   - Rules: https://docs.netlify.com/manage/routing/redirects/overview/
//   - Options: https://docs.netlify.com/manage/routing/redirects/redirect-options/
//   - Rewrites and shadowing: https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
//   - Pretty URLs: https://docs.netlify.com/build/post-processing/overview/
func newNetlify(d Deployment) *profile {
	n := &netlify{profile{
		name: Netlify, reserved: "/.netlify/",
		static: static{
			files: d.Files, dropHTML: []string{PageExtension, ".htm"}, indexes: []string{"index.htm"},
			first: pageFirst, page: noSlash, index: withSlash, short: true, hidden: netlifyHides,
		},
		rules: ruleSet{key: withoutSlash, fill: fillNames, query: ownQuery, isSame: func(r *rule, at, to string) bool {
			return r.action != serve && r.status < http.StatusBadRequest && samePlace(at, to)
		}},
	}}
	n.missing = func(req Request, a Answer) Answer {
		if a.Why == "" && d.InAnyCase != nil {
			return n.inAnyCase(req, d.InAnyCase)
		}
		return a
	}
	source, lines := n.readRedirects(d)
	for _, line := range lines {
		if draft, ok := readNetlifyLine(line); ok {
			n.add(source, draft)
		}
	}
	n.readTOML(d)
	n.sort()
	return &n.profile
}

// netlify reads the files of rules into a profile.
type netlify struct{ profile }

// netlifyHides says why Netlify leaves a name out of a deployment: names that begin with a dot but for .well-known, those of
// rules, and what macOS puts into archives.
// https://github.com/netlify/cli/blob/main/src/commands/deploy/deploy.ts
func netlifyHides(name string) string {
	if !strings.Contains(name, ".") && !strings.Contains(name, "_") {
		return ""
	}
	for element := range strings.SplitSeq(name, "/") {
		if element == redirectsFile || element == headersFile || strings.HasPrefix(element, "__MACOSX") ||
			strings.HasPrefix(element, ".") && element != ".well-known" {
			return "Netlify does not publish " + name
		}
	}
	return ""
}

// inAnyCase sends a file, whose name Netlify finds in any letter case:
// https://answers.netlify.com/t/my-url-paths-are-forced-into-lowercase/1659
func (n *netlify) inAnyCase(req Request, find func(string) (string, bool)) Answer {
	name, _ := FileName(req.Path)
	slash := req.Path[len(strings.TrimRight(req.Path, "/")):]
	for _, ending := range append([]string{""}, n.static.dropHTML...) {
		if actual, ok := find(name + ending); ok {
			if file := n.static.find("/" + strings.TrimSuffix(actual, ending) + slash); file != "" {
				return Answer{Kind: File, File: file, OtherCase: true}
			}
		}
	}
	return Answer{}
}

// netlifyDraft is a rule as its author wrote it, in either file.
type netlifyDraft struct {
	line, column int // of the destination, or of the rule where it has none
	from, to     string
	status       string // as written; empty for the default
	force        bool
	conditional  bool
	// queried is whether it asks for parameters of the query, and names are what their values are called in the destination.
	queried bool
	names   []string
}

// ask records a parameter that the query must have. A value behind a colon is a name.
func (d *netlifyDraft) ask(value string) {
	d.queried = true
	if name, ok := strings.CutPrefix(value, ":"); ok && name != "" {
		d.names = append(d.names, name)
	}
}

// readNetlifyLine reads a line: source, parameters, destination, status and conditions.
// https://docs.netlify.com/manage/routing/redirects/overview/
func readNetlifyLine(line line) (draft netlifyDraft, ok bool) {
	draft = netlifyDraft{line: line.number, column: line.words[0].column, from: line.words[0].text}
	words := line.words[1:]
	if len(words) == 0 {
		return draft, false
	}
	if _, isStatus := leadingNumber(words[0].text); !isStatus {
		i := slices.IndexFunc(words, func(w word) bool { return strings.HasPrefix(w.text, "/") || isAbsolute(w.text) })
		if i < 0 {
			return draft, false
		}
		for _, parameter := range words[:i] {
			if _, value, ok := strings.Cut(parameter.text, "="); ok {
				draft.ask(value)
			}
		}
		draft.to, draft.column = words[i].text, words[i].column
		words = words[i+1:]
	}
	if len(words) > 0 {
		draft.status = words[0].text
		draft.force = strings.HasSuffix(draft.status, "!")
		draft.conditional = len(words) > 1
	}
	return draft, true
}

// leadingNumber reads the number that a word begins with.
func leadingNumber(text string) (number int, ok bool) {
	rest := strings.TrimLeft(text, "0123456789")
	number, err := strconv.Atoi(strings.TrimSuffix(text, rest))
	return number, err == nil
}

// readTOML reads the netlify.toml beside the deployment.
// https://docs.netlify.com/build/configure-builds/file-based-configuration/
func (n *netlify) readTOML(d Deployment) {
	var root *settings.Value
	if source := d.FirstInRepository(netlifyFile); source != nil && !n.isTooLarge(source) {
		var err error
		root, err = settings.ReadTOML(source.Data)
		n.refuse(source, err, "Netlify cannot read the file: %s")
		for _, table := range root.Get("redirects").List() {
			if draft, ok := readNetlifyTable(table); ok {
				n.add(source, draft)
			}
		}
	}
	if root.Get("build", "processing", "html", "pretty_urls").Scalar() == "false" {
		n.static.page, n.static.index = eitherSlash, eitherSlash
	}
	for _, edge := range root.Get("edge_functions").List() {
		for _, pattern := range edge.First("path", "pattern").Texts() {
			n.addPath(pattern)
		}
	}
	folder := root.Get("functions", "directory").Scalar()
	if folder == "" {
		folder = root.Get("build", "functions").Scalar()
	}
	n.findCode(d, folder)
}

// readNetlifyTable reads one redirect, also by the older names of its keys.
func readNetlifyTable(table *settings.Value) (draft netlifyDraft, ok bool) {
	if !table.IsObject() {
		return draft, false
	}
	destination := table.First("to", "destination")
	draft = netlifyDraft{
		from: table.First("from", "origin").Scalar(), to: destination.Scalar(), status: table.Get("status").Scalar(),
		force:       table.Get("force").Scalar() == "true",
		conditional: len(table.Get("conditions").Members()) > 0,
	}
	for _, value := range table.First("query", "params", "parameters").Members() {
		draft.ask(value.Scalar())
	}
	if destination == nil {
		destination = table
	}
	draft.line, draft.column = destination.Position()
	return draft, draft.from != "" && (draft.to == "" || strings.HasPrefix(draft.to, "/") || isAbsolute(draft.to))
}

// add records a rule, unless Netlify ignores it.
func (n *netlify) add(source *Source, draft netlifyDraft) {
	status := http.StatusMovedPermanently
	if draft.status != "" {
		number, ok := leadingNumber(draft.status)
		if !ok || number < 200 || number > 599 {
			return
		}
		status = number
	}
	// Only a rule that ends with a splat, with a status of success, may have no destination.
	if draft.to == "" && (status >= 300 || !strings.HasSuffix(draft.from, "/*")) || max(len(draft.from), len(draft.to)) > maxPattern {
		return
	}
	from, ofHost := draft.from, isAbsolute(draft.from)
	if ofHost {
		_, rest, _ := strings.Cut(from, "://")
		_, from, _ = strings.Cut(rest, "/")
		from = "/" + from
	}
	pattern, ok := netlifySource(from)
	if !ok {
		return
	}
	names := slices.Concat(pattern.names, draft.names)
	literal := !usesAny(draft.to, names)
	switch {
	case ofHost:
		// A rule for one host counts only there, and this one is not known.
		n.shown = append(n.shown, Rule{Source: source.Name, Line: draft.line, Column: draft.column, To: draft.to, Literal: literal})
		return
	case draft.to != "" && literal && pattern.fixed && status < http.StatusBadRequest && !draft.queried && samePlace(pattern.prefix, draft.to):
		return
	}
	made := rule{pattern: pattern, forced: draft.force, to: draft.to, status: status}
	switch {
	case draft.to == "":
		made.action = serve
	case usesAny(draft.to, draft.names):
		made.action = program // linkvet does not fill in what is in the query.
	case status >= 400:
		made.action = fail
	case status >= 300:
		made.action = redirect
	}
	if draft.queried {
		made.conditions = append(made.conditions, func(req Request) certainty { return perhaps.when(req.Query != "") })
	}
	if draft.conditional {
		made.conditions = append(made.conditions, ofSome)
	}
	if status != http.StatusOK && !isAbsolute(draft.to) && strings.Contains(draft.from+"/", "/*/") {
		before, after, _ := strings.Cut(draft.to, "/:splat")
		if made.above = decode(draft.to); after == "" || len(after) > 1 && after[0] == '/' {
			made.above = decode(before)
		}
	}
	n.addRule(made, source.Name, draft.line, draft.column, literal)
}

// netlifySource reads the path of a source. A placeholder is a whole segment, a splat is the end of one, and a slash at the end
// means nothing. It is not ok for a source that matches no path.
// https://docs.netlify.com/manage/routing/redirects/redirect-options/#splats
func netlifySource(source string) (p pattern, ok bool) {
	if strings.HasPrefix(source, "/.netlify") || strings.ContainsAny(source, "?#") {
		return p, false
	}
	var parts []part
	for segment := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(source, "/"), "/"), "/") {
		segment = "/" + segment
		before, splat := strings.CutSuffix(segment, "*")
		switch {
		case strings.Contains(before, "*"):
			return p, false
		case splat && before == "/":
			parts = append(parts, part{name: "splat", expression: "(?:/(.*))?"})
		case splat:
			parts = append(parts, part{text: before}, part{name: "splat", expression: "/?(.*)"})
		case strings.HasPrefix(segment, "/:") && len(segment) > 2:
			parts = append(parts, part{text: "/"}, part{name: segment[2:], expression: "([^/]+)"})
		default:
			parts = append(parts, part{text: segment})
		}
	}
	return partsPattern(parts, "/?"), true
}

// samePlace reports whether a destination is the path itself, to a host that ignores a slash at the end.
func samePlace(at, to string) bool {
	return !isAbsolute(to) && !strings.ContainsAny(to, "?#") && withoutSlash(decode(to)) == withoutSlash(at)
}

// addPath records a path as code names it. Where a character may stand for others, every path with the text before it counts,
// as only the code knows more.
func (n *netlify) addPath(pattern string) {
	if !strings.HasPrefix(pattern, "/") || len(pattern) > maxPattern {
		return
	}
	if before, below := pattern, strings.IndexAny(pattern, ":*({+?"); below < 0 {
		n.addCode(quoteText(withoutSlash(pattern)) + "/?$")
	} else if before = pattern[:below]; strings.HasSuffix(before, "/") {
		n.addCode(quoteText(strings.TrimSuffix(before, "/")) + "(?:/|$)")
	} else {
		n.addCode(quoteText(before))
	}
}

// pathSetting is the setting of a function that names its paths: a string or a list of them.
var pathSetting = regexp.MustCompile("\\bpath\\s*:\\s*(\\[[^\\]]*\\]|\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`)")

// findCode finds the paths that functions ask for in their code.
// https://docs.netlify.com/build/functions/get-started/#route-requests
func (n *netlify) findCode(d Deployment, folder string) {
	folder = strings.Trim(path.Clean("/"+folder), "/")
	if folder == "" || strings.ContainsAny(folder, `*?[\`) {
		folder = "netlify/functions"
	}
	for _, pattern := range []string{folder + "/*", folder + "/*/*", "netlify/edge-functions/*", "netlify/edge-functions/*/*"} {
		for _, source := range d.InRepository(pattern) {
			for _, match := range pathSetting.FindAllSubmatch(source.Data, -1) {
				for _, text := range strings.FieldsFunc(string(match[1]), func(r rune) bool { return strings.ContainsRune("[]\"'`, \n\t", r) }) {
					n.addPath(text)
				}
			}
		}
	}
}
