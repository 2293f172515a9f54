package hosting

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Netlify is the host netlify.com. It tries the rules of the file _redirects and
// then those of netlify.toml, of which the first that matches counts; one that is
// not forced gives way to a file. Pages answer with and without their ending, and
// with or without a slash, of which one is redirected to the other.
//   - Rules: https://docs.netlify.com/manage/routing/redirects/overview/
//   - Options: https://docs.netlify.com/manage/routing/redirects/redirect-options/
//   - Rewrites and shadowing: https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
//   - Pretty URLs: https://docs.netlify.com/build/post-processing/overview/
type Netlify struct {
	files Files
	rules pathRules
	// forced is whether any rule goes before files.
	forced bool
	// plainURLs is whether Pretty URLs are off, so that nothing is redirected.
	plainURLs bool
	// functions are the paths that functions of the site answer.
	functions functionPaths
	faults    []Fault
}

// NewNetlify returns the profile netlify.
func NewNetlify(d Deployment) *Netlify {
	n := &Netlify{files: d.Files}
	var rules []pathRule
	if source := d.Inside(redirectsName); source != nil {
		rules, n.faults = netlifyFileRules(source)
	}
	var config netlifyConfig
	if sources := d.Beside("netlify.toml"); len(sources) > 0 {
		config = readNetlifyConfig(sources[0])
		rules = append(rules, config.rules...)
		n.faults = append(n.faults, config.faults...)
	}
	n.plainURLs = config.plainURLs
	n.functions = netlifyFunctions(d, config)
	n.rules = newPathRules(rules)
	n.forced = slices.ContainsFunc(rules, func(r pathRule) bool { return r.force })
	n.faults = sortFaults(n.faults)
	return n
}

// Name is "netlify".
func (*Netlify) Name() string { return "netlify" }

// Plainly is false: what a directory with a page of the same name beside it is
// asked for is answered with that page.
func (*Netlify) Plainly() bool { return false }

// Rules are those of both files.
func (n *Netlify) Rules() []Rule { return n.rules.destinations() }

// Faults are those of both files.
func (n *Netlify) Faults() []Fault { return n.faults }

// URLPath is the path without .html, which Netlify's Pretty URLs write into
// links; for an index.html that of its directory.
func (n *Netlify) URLPath(file string) string {
	if dir := withoutIndex(file); dir != file {
		if page := strings.TrimSuffix(dir, "/"); dir != "" && !n.plainURLs && n.pageOf(page) != "" {
			return file
		}
		return dir
	}
	if page, ok := strings.CutSuffix(file, ".html"); ok && !n.files.IsFile(page) && path.Base(file) != ".html" {
		return page
	}
	return file
}

// Answer tries rules and files. What begins with /.netlify/ is the host's own.
func (n *Netlify) Answer(req Request) Answer {
	if strings.HasPrefix(req.Path, "/.netlify/") {
		return Answer{Kind: Unknown}
	}
	answer := n.static(req)
	if answer.Kind == NotFound || n.forced {
		answer = n.ruled(req, answer)
	}
	if n.functions.mayAnswer(req.Path) {
		return orUnknown(answer)
	}
	return answer
}

// ruled is what rules make of a request that without them has the answer static.
func (n *Netlify) ruled(req Request, static Answer) Answer {
	var answers []Answer
	for rule, values := range n.rules.matching(req, withoutSlash(req.Path)) {
		names, values, ok := captured(rule, values, req.Query)
		returns := rule.returns(req.Path)
		if !ok || !returns && rule.isSelf(req.Path, names, values) {
			continue
		}
		answer := static
		if !returns && (rule.force || static.Kind == NotFound) {
			answer = n.apply(rule, names, values, req)
		}
		answers = append(answers, answer)
		if !rule.conditional {
			return anyOf(answers)
		}
	}
	return anyOf(append(answers, static))
}

// captured adds what a rule takes from the query to what it takes from the path;
// ok is whether the query has all that the rule asks for.
func captured(rule *pathRule, values []string, query string) (names, all []string, ok bool) {
	names = rule.from.names
	if len(rule.query) == 0 {
		return names, values, true
	}
	names, values = slices.Clone(names), slices.Clone(values)
	given := parameters(query)
	for _, wanted := range rule.query {
		value, ok := given[wanted.name]
		if !ok || wanted.capture == "" && value != wanted.value {
			return nil, nil, false
		}
		if wanted.capture != "" {
			names, values = append(names, wanted.capture), append(values, value)
		}
	}
	return names, values, true
}

// parameters reads a query; of several values for one name the last counts.
func parameters(query string) map[string]string {
	given := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		given[unescapeQuery(name)] = unescapeQuery(value)
	}
	return given
}

func unescapeQuery(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// isSelf tells whether a rule leads to where the request already is: Netlify
// takes no notice of such rules.
func (rule *pathRule) isSelf(at string, names, values []string) bool {
	return rule.status < 400 && rule.To != "" && samePlace(at, fill(rule.To, names, values))
}

// returns tells whether a rule would match again and again where it leads to: then
// Netlify answers as if there were no rules.
func (rule *pathRule) returns(at string) bool {
	if rule.above == "" || !strings.HasPrefix(at, rule.above) {
		return false
	}
	_, again := rule.from.match(rule.above, nil)
	return again
}

// apply is what a rule that matches answers.
func (n *Netlify) apply(rule *pathRule, names, values []string, req Request) Answer {
	to := rule.To
	if to == "" {
		to = EscapePath(req.Path)
	}
	to = fill(to, names, values)
	switch {
	case rule.status >= 400:
		return Answer{Status: statusUnless404(rule.status), Rule: &rule.Rule}
	case rule.status >= 300:
		return Answer{Kind: Redirect, Status: rule.status, Location: located(to, req.Query), Rule: &rule.Rule}
	case isAbsolute(to):
		return Answer{Kind: Proxy, Location: located(to, req.Query), Rule: &rule.Rule}
	case strings.HasPrefix(to, "/.netlify/"):
		return Answer{Kind: Unknown, Rule: &rule.Rule}
	}
	rewritten := Request{Path: pathOf(to)}
	if n.functions.mayAnswer(rewritten.Path) {
		return Answer{Kind: Unknown, Rule: &rule.Rule}
	}
	if file := n.lookUp(rewritten.Path); file != "" {
		return Answer{Kind: File, File: file, Rule: &rule.Rule}
	}
	return Answer{Rule: &rule.Rule, Why: fmt.Sprintf("a rule rewrites the path to %s, where nothing is", rewritten.Path)}
}

// statusUnless404 is a status as Answer has it for NotFound.
func statusUnless404(status int) int {
	if status == 404 {
		return 0
	}
	return status
}

// static is what a request gets that no rule is for.
func (n *Netlify) static(req Request) Answer {
	file := n.lookUp(req.Path)
	if file == "" {
		return Answer{Why: n.unpublished(req.Path)}
	}
	if n.plainURLs {
		return Answer{Kind: File, File: file}
	}
	name, slash := FileName(req.Path)
	switch {
	case slash && !strings.HasPrefix(file, name+"/"):
		return redirectTo(movedPermanently, "/"+name, req)
	case !slash && name != "" && strings.HasPrefix(file, name+"/"):
		return redirectTo(movedPermanently, "/"+name+"/", req)
	}
	return Answer{Kind: File, File: file}
}

// lookUp finds the file for a path: the very file, the page of that name, or the
// index of the directory; empty for none.
func (n *Netlify) lookUp(urlPath string) string {
	name, slash := FileName(urlPath)
	if hiddenOnNetlify(name) {
		return ""
	}
	if !slash && n.files.IsFile(name) {
		return name
	}
	if name != "" {
		if page := n.pageOf(name); page != "" {
			return page
		}
	}
	for _, index := range [...]string{IndexFile, "index.htm"} {
		if file := path.Join(name, index); n.files.IsFile(file) {
			return file
		}
	}
	return ""
}

// pageOf is the page that answers at a name without its ending; empty for none.
func (n *Netlify) pageOf(name string) string {
	for _, ending := range [...]string{".html", ".htm"} {
		if n.files.IsFile(name + ending) {
			return name + ending
		}
	}
	return ""
}

// unpublished says why a file that is there does not answer.
func (n *Netlify) unpublished(urlPath string) string {
	if name, _ := FileName(urlPath); hiddenOnNetlify(name) && n.files.IsFile(name) {
		return fmt.Sprintf("Netlify does not publish %s", name)
	}
	return ""
}

// hiddenOnNetlify tells of names that Netlify leaves out of a deployment: those
// that begin with a dot but for .well-known, those of rules, and what macOS puts
// into archives.
// https://github.com/netlify/cli/blob/main/src/commands/deploy/deploy.ts
func hiddenOnNetlify(name string) bool {
	if !strings.Contains(name, ".") && !strings.Contains(name, "_") {
		return false
	}
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case element == redirectsName || element == headersName,
			strings.HasPrefix(element, ".") && element != ".well-known",
			strings.HasPrefix(element, "__MACOSX"):
			return true
		}
	}
	return false
}
