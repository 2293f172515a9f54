// Package netlify answers as the host netlify.com. It tries the rules of the file
// _redirects and then those of netlify.toml, of which the first that matches counts. A
// rule that is not forced gives way to a file. Pages answer with and without their
// ending, and with or without a slash, of which one is redirected to the other.
//   - Rules: https://docs.netlify.com/manage/routing/redirects/overview/
//   - Options: https://docs.netlify.com/manage/routing/redirects/redirect-options/
//   - Rewrites and shadowing: https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
//   - Pretty URLs: https://docs.netlify.com/build/post-processing/overview/
package netlify

import (
	"fmt"
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// Name is the profile's name among the values of the setting.
const Name = "netlify"

// profile is how Netlify answers.
type profile struct {
	files hosting.Files
	rules []rule
	index redirects.Index
	// forced is whether any rule goes before files.
	forced bool
	// plainURLs is whether Pretty URLs are off, so that nothing is redirected.
	plainURLs bool
	// functions are the paths that functions of the site answer.
	functions functionPaths
	book      hosting.RuleBook
}

var _ hosting.Profile = (*profile)(nil)

// New returns the profile for a deployment.
func New(d hosting.Deployment) hosting.Profile {
	n := &profile{files: d.Files}
	if source := d.Deployed(redirects.FileName); source != nil {
		n.rules = readFile(source, &n.book)
	}
	config := readConfig(d, &n.book)
	n.rules = append(n.rules, config.rules...)
	n.plainURLs = config.plainURLs
	n.functions = findFunctions(d, config)
	patterns := make([]redirects.Pattern, len(n.rules))
	for i := range n.rules {
		patterns[i] = n.rules[i].from
		n.forced = n.forced || n.rules[i].force
		if n.rules[i].shown.To != "" {
			n.book.AddRule(n.rules[i].shown)
		}
	}
	n.index = redirects.NewIndex(patterns)
	n.book.Sort()
	return n
}

// Name is "netlify".
func (*profile) Name() string { return Name }

// Plainly is false: where a page has the name of a directory, Netlify sends that page
// for a request for the directory.
func (*profile) Plainly() bool { return false }

// Rules are those of both files.
func (n *profile) Rules() []hosting.Rule { return n.book.Rules() }

// Faults are those of both files.
func (n *profile) Faults() []hosting.Fault { return n.book.Faults() }

// URLPath is the path without .html, which Netlify's Pretty URLs write into
// links; for an index.html that of its directory.
func (n *profile) URLPath(file string) string {
	if dir := hosting.WithoutIndex(file); dir != file {
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
func (n *profile) Answer(req hosting.Request) hosting.Answer {
	if strings.HasPrefix(req.Path, "/.netlify/") {
		return hosting.Answer{Kind: hosting.Unknown}
	}
	answer := n.static(req)
	if answer.Kind == hosting.NotFound || n.forced {
		answer = n.ruled(req, answer)
	}
	if n.functions.mayAnswer(req.Path) {
		return hosting.OrUnknown(answer)
	}
	return answer
}

// ruled returns what rules make of a request that without them has the answer static.
func (n *profile) ruled(req hosting.Request, static hosting.Answer) hosting.Answer {
	var answers []hosting.Answer
	for i, values := range n.index.Matching(req, withoutSlash(req.Path)) {
		rule := &n.rules[i]
		names, values, ok := rule.captured(values, req.Query)
		returns := rule.returns(req.Path)
		if !ok || !returns && rule.leadsToItself(req.Path, names, values) {
			continue
		}
		answer := static
		if !returns && (rule.force || static.Kind == hosting.NotFound) {
			answer = n.apply(rule, names, values, req)
		}
		answers = append(answers, answer)
		if !rule.conditional {
			return hosting.AnyOf(answers)
		}
	}
	return hosting.AnyOf(append(answers, static))
}

// apply returns what a rule that matches answers.
func (n *profile) apply(rule *rule, names, values []string, req hosting.Request) hosting.Answer {
	to := rule.shown.To
	if to == "" {
		to = hosting.EscapePath(req.Path)
	}
	to = redirects.Fill(to, names, values)
	switch {
	case rule.status >= 400:
		return hosting.Failed(rule.status, &rule.shown)
	case rule.status >= 300:
		return hosting.Answer{Kind: hosting.Redirect, Status: rule.status, Location: redirects.Location(to, req.Query), Rule: &rule.shown}
	case redirects.IsAbsolute(to):
		return hosting.Answer{Kind: hosting.Proxy, Location: redirects.Location(to, req.Query), Rule: &rule.shown}
	case strings.HasPrefix(to, "/.netlify/"):
		return hosting.Answer{Kind: hosting.Unknown, Rule: &rule.shown}
	}
	rewritten := redirects.Path(to)
	if n.functions.mayAnswer(rewritten) {
		return hosting.Answer{Kind: hosting.Unknown, Rule: &rule.shown}
	}
	if file := n.lookUp(rewritten); file != "" {
		return hosting.Answer{Kind: hosting.File, File: file, Rule: &rule.shown}
	}
	return hosting.Answer{Rule: &rule.shown, Why: fmt.Sprintf("a rule rewrites the path to %s, which does not exist", rewritten)}
}

// static returns the answer to a request that no rule is for.
func (n *profile) static(req hosting.Request) hosting.Answer {
	file := n.lookUp(req.Path)
	if file == "" {
		return hosting.Answer{Why: n.unpublished(req.Path)}
	}
	if n.plainURLs {
		return hosting.Answer{Kind: hosting.File, File: file}
	}
	name, slash := hosting.FileName(req.Path)
	switch {
	case slash && !strings.HasPrefix(file, name+"/"):
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name, req)
	case !slash && name != "" && strings.HasPrefix(file, name+"/"):
		return hosting.RedirectTo(http.StatusMovedPermanently, "/"+name+"/", req)
	}
	return hosting.Answer{Kind: hosting.File, File: file}
}

// lookUp finds the file for a path: the exact file, the page of that name, or the index
// of the directory; empty for none.
func (n *profile) lookUp(urlPath string) string {
	name, slash := hosting.FileName(urlPath)
	if isHidden(name) {
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
	for _, index := range [...]string{hosting.IndexFile, "index.htm"} {
		if file := path.Join(name, index); n.files.IsFile(file) {
			return file
		}
	}
	return ""
}

// pageOf is the page that answers at a name without its ending; empty for none.
func (n *profile) pageOf(name string) string {
	for _, ending := range [...]string{".html", ".htm"} {
		if n.files.IsFile(name + ending) {
			return name + ending
		}
	}
	return ""
}

// unpublished says why a file that is there does not answer.
func (n *profile) unpublished(urlPath string) string {
	if name, _ := hosting.FileName(urlPath); isHidden(name) && n.files.IsFile(name) {
		return fmt.Sprintf("Netlify does not publish %s", name)
	}
	return ""
}

// isHidden reports whether a name is one that Netlify leaves out of a deployment: those
// that begin with a dot but for .well-known, those of rules, and what macOS puts
// into archives.
// https://github.com/netlify/cli/blob/main/src/commands/deploy/deploy.ts
func isHidden(name string) bool {
	if !strings.Contains(name, ".") && !strings.Contains(name, "_") {
		return false
	}
	for element := range strings.SplitSeq(name, "/") {
		switch {
		case element == redirects.FileName || element == redirects.HeadersFileName,
			strings.HasPrefix(element, ".") && element != ".well-known",
			strings.HasPrefix(element, "__MACOSX"):
			return true
		}
	}
	return false
}
