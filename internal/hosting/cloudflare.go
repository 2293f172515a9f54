package hosting

import (
	"net/http"
	"path"
	"strings"
)

// CloudflarePages is the host Cloudflare Pages. Its rules go before files. Pages
// have one path each, without .html or index.html, to which others are
// redirected. Where no page 404.html is found, every path is the start page's, as
// single-page applications need it.
//   - https://developers.cloudflare.com/pages/configuration/serving-pages/
//   - https://developers.cloudflare.com/pages/configuration/redirects/
//   - https://github.com/cloudflare/workers-sdk/blob/main/packages/pages-shared/asset-server/handler.ts
type CloudflarePages struct {
	files     Files
	rules     pathRules
	functions cloudflareFunctions
	faults    []Fault
	// ownStatus is the status of the host's own redirects, and swallowing is
	// whether the start page answers where nothing else does.
	ownStatus  int
	swallowing bool
}

// NewCloudflarePages returns the profile cloudflare-pages.
func NewCloudflarePages(d Deployment) *CloudflarePages {
	c := &CloudflarePages{files: d.Files, ownStatus: permanentRedirect, swallowing: true}
	if worker, ok := staticWorker(d); ok {
		c.ownStatus = http.StatusTemporaryRedirect
		c.swallowing = worker.fallback == "single-page-application"
	}
	if source := d.Inside(redirectsName); source != nil {
		var rules []pathRule
		rules, c.faults = cloudflareRules(source)
		c.rules = newPathRules(rules)
	}
	var faults []Fault
	c.functions, faults = newCloudflareFunctions(d)
	c.faults = sortFaults(append(append(c.faults, faults...), c.swallows(d)...))
	return c
}

// swallows says that no path is missing, where that is so: somebody who looks for
// broken links has to know.
func (c *CloudflarePages) swallows(d Deployment) []Fault {
	if c.isFile("404.html") || !c.isFile(IndexFile) || !c.swallowing {
		return nil
	}
	index := d.Inside(IndexFile)
	if index == nil {
		return nil
	}
	return []Fault{{Source: index.Name, Message: "Cloudflare Pages sends this page for every path that does not exist, as there is no 404.html: " +
		"no link to such a path is broken; add a 404.html unless the site is a single-page application"}}
}

// Name is "cloudflare-pages".
func (*CloudflarePages) Name() string { return "cloudflare-pages" }

// Plainly is false: a page asked for by its name is redirected.
func (*CloudflarePages) Plainly() bool { return false }

// Rules are those of _redirects.
func (c *CloudflarePages) Rules() []Rule { return c.rules.destinations() }

// Faults are those of _redirects and _routes.json, and that no path is missing.
func (c *CloudflarePages) Faults() []Fault { return c.faults }

// URLPath is the path without .html, unless another file is there, and that of the
// directory for an index.html.
func (c *CloudflarePages) URLPath(file string) string {
	if dir := withoutIndex(file); dir != file {
		return dir
	}
	if page, ok := strings.CutSuffix(file, ".html"); ok && page != "" && !c.isFile(page) {
		return page
	}
	return file
}

// Answer tries code, rules and files, in this order.
func (c *CloudflarePages) Answer(req Request) Answer {
	answer := c.ruled(req)
	if c.functions.mayAnswer(req.Path) {
		return orUnknown(answer)
	}
	return answer
}

// ruled tries the rules. A rewrite leads to a file and to no further rule.
func (c *CloudflarePages) ruled(req Request) Answer {
	for rule, values := range c.rules.matching(req, req.Path) {
		to := fill(rule.To, rule.from.names, values)
		if rule.status == 200 {
			answer := c.asset(Request{Path: pathOf(to), Query: req.Query})
			answer.Rule = &rule.Rule
			return answer
		}
		return Answer{Kind: Redirect, Status: rule.status, Location: located(to, req.Query), Rule: &rule.Rule}
	}
	return c.asset(req)
}

// permanentRedirect is the status of the redirects of Pages itself.
const permanentRedirect = 308

// asset is what the files answer.
func (c *CloudflarePages) asset(req Request) Answer {
	name := strings.TrimPrefix(req.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		return c.directory(strings.TrimSuffix(name, "/"), req)
	}
	switch {
	case c.isFile(name):
		return c.page(name, req)
	case path.Base(name) == "index":
		return redirectTo(c.ownStatus, "/"+strings.TrimSuffix(name, "index"), req)
	case c.isFile(name + ".html"):
		return Answer{Kind: File, File: name + ".html"}
	case c.isFile(name + "/" + IndexFile):
		return redirectTo(c.ownStatus, "/"+name+"/", req)
	}
	return c.missing(name)
}

// directory answers for a path that ends with a slash; name is without it.
func (c *CloudflarePages) directory(name string, req Request) Answer {
	index := IndexFile
	if name != "" {
		index = name + "/" + IndexFile
	}
	switch {
	case c.isFile(index):
		return Answer{Kind: File, File: index}
	case path.Base(name) == "index":
		return redirectTo(c.ownStatus, "/"+strings.TrimSuffix(name, "index"), req)
	case name != "" && c.isFile(name+".html"):
		return redirectTo(c.ownStatus, "/"+name, req)
	}
	return c.missing(name + "/")
}

// page answers for the very name of a file: that of a page is redirected to its
// path, unless another file has that.
func (c *CloudflarePages) page(name string, req Request) Answer {
	short, isPage := strings.CutSuffix(name, ".html")
	switch {
	case !isPage:
		return Answer{Kind: File, File: name}
	case short == "index" || strings.HasSuffix(short, "/index"):
		return redirectTo(c.ownStatus, "/"+strings.TrimSuffix(short, "index"), req)
	case short == "" || c.isFile(short):
		return Answer{Kind: File, File: name}
	}
	return redirectTo(c.ownStatus, "/"+short, req)
}

// missing looks for a page that says so in the directories that lead to name. Where
// there is none, the start page answers.
func (c *CloudflarePages) missing(name string) Answer {
	if c.isFile("404.html") {
		return Answer{Why: c.unpublished(name)}
	}
	// Below what is no directory there is none, however long the path is.
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		if !c.files.IsDir(name[:i]) {
			break
		}
		if c.isFile(name[:i] + "/404.html") {
			return Answer{Why: c.unpublished(name)}
		}
	}
	if c.swallowing && c.isFile(IndexFile) {
		return Answer{Kind: File, File: IndexFile}
	}
	return Answer{Why: c.unpublished(name)}
}

// staticWorker finds the settings of a Worker with static assets, which has the
// paths and rules of Pages, but redirects with another status, and falls back on the
// start page only where it is told to.
// https://developers.cloudflare.com/workers/static-assets/routing/
func staticWorker(d Deployment) (settings wrangler, ok bool) {
	for _, source := range d.Beside(wranglerFiles) {
		if w := readWrangler(source); w.assets && !w.pages {
			return w, true
		}
	}
	return wrangler{}, false
}

// unpublished says why a file that is there does not answer.
func (c *CloudflarePages) unpublished(name string) string {
	if hiddenOnCloudflare(name) && c.files.IsFile(name) {
		return "Cloudflare Pages does not publish " + name
	}
	return ""
}

// isFile tells whether a file is published.
func (c *CloudflarePages) isFile(name string) bool {
	return c.files.IsFile(name) && !hiddenOnCloudflare(name)
}

// hiddenOnCloudflare tells of names that are left out of a deployment.
// https://github.com/cloudflare/workers-sdk/blob/main/packages/wrangler/src/pages/validate.ts
func hiddenOnCloudflare(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	switch top {
	case "_worker.js", redirectsName, headersName, routesName, "functions":
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
