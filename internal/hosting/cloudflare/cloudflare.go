// Package cloudflare answers as the host Cloudflare Pages. Its rules go before files.
// Pages have one path each, without .html or index.html, to which others are redirected.
// Where no page 404.html is found, every path is the start page's, as single-page
// applications need it.
//   - https://developers.cloudflare.com/pages/configuration/serving-pages/
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/pages-shared/asset-server/handler.ts
package cloudflare

import (
	"net/http"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// Name is the profile's name among the values of the setting.
const Name = "cloudflare-pages"

// profile is how Cloudflare Pages answers.
type profile struct {
	files     hosting.Files
	rules     []rule
	index     redirects.Index
	functions functions
	book      hosting.RuleBook
	// redirectStatus is the status of the host's own redirects.
	redirectStatus int
	// startPageForAll is whether the start page answers where nothing else does.
	startPageForAll bool
}

// New returns the profile for a deployment.
func New(d hosting.Deployment) hosting.Profile {
	c := &profile{files: d.Files, redirectStatus: http.StatusPermanentRedirect, startPageForAll: true}
	if worker, ok := staticWorker(d); ok {
		c.redirectStatus = http.StatusTemporaryRedirect
		c.startPageForAll = worker.fallback == "single-page-application"
	}
	var patterns []redirects.Pattern
	if source := d.Deployed(redirects.FileName); source != nil {
		c.rules = readFile(source, &c.book)
		for i := range c.rules {
			patterns = append(patterns, c.rules[i].from)
			c.book.AddRule(c.rules[i].shown)
		}
	}
	c.index = redirects.NewIndex(patterns)
	c.functions = findFunctions(d, &c.book)
	c.noteStartPage(d)
	c.book.Sort()
	return c
}

// noteStartPage records a fault where the start page answers at every path, as no link to
// the site can be broken then.
func (c *profile) noteStartPage(d hosting.Deployment) {
	if c.isFile("404.html") || !c.isFile(hosting.IndexFile) || !c.startPageForAll {
		return
	}
	if index := d.Deployed(hosting.IndexFile); index != nil {
		c.book.AddFaults(hosting.Fault{Source: index.Name, Message: "Cloudflare Pages shows this page for every path that does not exist, because there is no 404.html; " +
			"links to missing pages are not reported as broken; add a 404.html unless the site is a single-page application"})
	}
}

// Name is "cloudflare-pages".
func (*profile) Name() string { return Name }

// Plainly is false: a page asked for by its name is redirected.
func (*profile) Plainly() bool { return false }

// Rules are those of _redirects.
func (c *profile) Rules() []hosting.Rule { return c.book.Rules() }

// Faults are those of _redirects and _routes.json, and that the start page answers at
// every path.
func (c *profile) Faults() []hosting.Fault { return c.book.Faults() }

// URLPath is the path without .html, unless another file is there, and that of the
// directory for an index.html.
func (c *profile) URLPath(file string) string {
	if dir := hosting.WithoutIndex(file); dir != file {
		return dir
	}
	if page, ok := strings.CutSuffix(file, ".html"); ok && page != "" && !c.isFile(page) {
		return page
	}
	return file
}

// Answer tries code, rules and files, in this order.
func (c *profile) Answer(req hosting.Request) hosting.Answer {
	answer := c.ruled(req)
	if c.functions.mayAnswer(req.Path) {
		return hosting.OrUnknown(answer)
	}
	return answer
}

// ruled tries the rules. A rewrite leads to a file and to no further rule.
func (c *profile) ruled(req hosting.Request) hosting.Answer {
	for i, values := range c.index.Matching(req, req.Path) {
		rule := &c.rules[i]
		to := redirects.Fill(rule.shown.To, rule.from.Names, values)
		if rule.status == http.StatusOK {
			answer := c.asset(hosting.Request{Path: redirects.Path(to), Query: req.Query})
			answer.Rule = &rule.shown
			return answer
		}
		return hosting.Answer{Kind: hosting.Redirect, Status: rule.status, Location: redirects.Location(to, req.Query), Rule: &rule.shown}
	}
	return c.asset(req)
}

// asset returns what the files answer.
func (c *profile) asset(req hosting.Request) hosting.Answer {
	name := strings.TrimPrefix(req.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		return c.directory(strings.TrimSuffix(name, "/"), req)
	}
	switch {
	case c.isFile(name):
		return c.page(name, req)
	case path.Base(name) == "index":
		return hosting.RedirectTo(c.redirectStatus, "/"+strings.TrimSuffix(name, "index"), req)
	case c.isFile(name + ".html"):
		return hosting.Answer{Kind: hosting.File, File: name + ".html"}
	case c.isFile(name + "/" + hosting.IndexFile):
		return hosting.RedirectTo(c.redirectStatus, "/"+name+"/", req)
	}
	return c.missing(name)
}

// directory answers for a path that ends with a slash; name is without it.
func (c *profile) directory(name string, req hosting.Request) hosting.Answer {
	index := hosting.IndexFile
	if name != "" {
		index = name + "/" + hosting.IndexFile
	}
	switch {
	case c.isFile(index):
		return hosting.Answer{Kind: hosting.File, File: index}
	case path.Base(name) == "index":
		return hosting.RedirectTo(c.redirectStatus, "/"+strings.TrimSuffix(name, "index"), req)
	case name != "" && c.isFile(name+".html"):
		return hosting.RedirectTo(c.redirectStatus, "/"+name, req)
	}
	return c.missing(name + "/")
}

// page answers for the very name of a file: that of a page is redirected to its
// path, unless another file has that.
func (c *profile) page(name string, req hosting.Request) hosting.Answer {
	short, isPage := strings.CutSuffix(name, ".html")
	switch {
	case !isPage:
		return hosting.Answer{Kind: hosting.File, File: name}
	case short == "index" || strings.HasSuffix(short, "/index"):
		return hosting.RedirectTo(c.redirectStatus, "/"+strings.TrimSuffix(short, "index"), req)
	case short == "" || c.isFile(short):
		return hosting.Answer{Kind: hosting.File, File: name}
	}
	return hosting.RedirectTo(c.redirectStatus, "/"+short, req)
}

// missing looks for a 404.html in the directories that lead to name. Where there is none,
// the start page answers.
func (c *profile) missing(name string) hosting.Answer {
	if c.isFile("404.html") {
		return hosting.Answer{Why: c.unpublished(name)}
	}
	// Below a name that is no directory there is none, so long paths cost little.
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		if !c.files.IsDir(name[:i]) {
			break
		}
		if c.isFile(name[:i] + "/404.html") {
			return hosting.Answer{Why: c.unpublished(name)}
		}
	}
	if c.startPageForAll && c.isFile(hosting.IndexFile) {
		return hosting.Answer{Kind: hosting.File, File: hosting.IndexFile}
	}
	return hosting.Answer{Why: c.unpublished(name)}
}

// unpublished says why a file that is there does not answer.
func (c *profile) unpublished(name string) string {
	if isHidden(name) && c.files.IsFile(name) {
		return "Cloudflare Pages does not publish " + name
	}
	return ""
}

// isFile reports whether a file is published.
func (c *profile) isFile(name string) bool {
	return c.files.IsFile(name) && !isHidden(name)
}

// isHidden reports whether Cloudflare leaves a name out of a deployment.
// https://github.com/cloudflare/workers-sdk/blob/main/packages/wrangler/src/pages/validate.ts
func isHidden(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	switch top {
	case "_worker.js", redirects.FileName, redirects.HeadersFileName, routesName, "functions":
		return true
	}
	for element := range strings.SplitSeq(name, "/") {
		switch element {
		case ".DS_Store", "node_modules", ".git":
			return true
		}
	}
	return false
}
