package compare

import (
	"context"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redirectrules"
)

// syntaxOf returns the syntax of the redirects: that of the name of the file, or else of the
// host.
func syntaxOf(file, hosting string) redirectrules.Format {
	name := path.Base(filepath.ToSlash(file))
	switch {
	case strings.HasSuffix(filepath.ToSlash(file), "/"):
		return redirectrules.Stubs
	case name == "_redirects" && hosting == redirectrules.Cloudflare.String():
		return redirectrules.Cloudflare
	case name == "_redirects":
		return redirectrules.Netlify
	case path.Ext(name) == ".conf":
		return redirectrules.Nginx
	case name == ".htaccess":
		return redirectrules.Apache
	}
	if format, ok := syntaxByName[name]; ok {
		return format
	}
	return redirectrules.ForHosting(hosting)
}

// syntaxByName has the syntaxes of files that only one program reads.
var syntaxByName = map[string]redirectrules.Format{
	"netlify.toml": redirectrules.NetlifyTOML, "vercel.json": redirectrules.Vercel, "firebase.json": redirectrules.Firebase,
	"staticwebapp.config.json": redirectrules.Azure, "redirect_from.txt": redirectrules.Jekyll, "aliases.txt": redirectrules.Hugo,
	"redirects.json": redirectrules.Docusaurus, "mkdocs.yml": redirectrules.MkDocs,
}

// writeRedirects makes rules of the moves that were found.
func (c *comparison) writeRedirects(ctx context.Context) {
	if c.Redirects == "" {
		return
	}
	r := c.builder.Report
	hosting := r.Hosting
	if hosting == "" {
		hosting = c.Hosting // of a live site it is what the setting says
	}
	format := syntaxOf(c.Redirects, hosting)
	site, moves := c.rulesSite(ctx), c.rulesMoves()
	if format.NeedsSources() {
		c.findSources(ctx, site.Exists, moves)
	}
	out := redirectrules.Write(format, site, moves)
	r.Redirects = &link.RedirectRules{Syntax: format.String()}
	for _, file := range out.Files {
		r.Redirects.Files = append(r.Redirects.Files, link.RuleFile{Name: file.Name, Text: file.Text})
	}
	c.note("redirects: %s in the syntax %q, for %d of %s", check.Count(out.Rules, "rule"), format, out.Written, check.Count(c.result.counts[lost], "lost URL"))
	for i, move := range out.Unwritten {
		if i == check.MaxExamples {
			c.note("redirects: %d more moved URLs have no rule", len(out.Unwritten)-i)
			break
		}
		c.note("redirects: %q has no rule: %s", move.Move.From, move.Reason)
	}
}

// findSources adds the files that the new pages are made of.
func (c *comparison) findSources(ctx context.Context, exists func(path string) bool, moves []redirectrules.Move) {
	if c.Sources == nil {
		return
	}
	var pages []string
	for i := range moves {
		if moves[i].To != "" {
			pages = append(pages, moves[i].To)
		}
	}
	if len(pages) == 0 {
		return
	}
	files, err := c.Sources(ctx, pages, exists)
	if err != nil {
		c.note("redirects: the sources of the new pages are not known: %v", err)
	}
	for i := range moves {
		moves[i].Source = files[moves[i].To]
	}
}

// rulesMoves are the lost URLs, with the pages to which they moved.
func (c *comparison) rulesMoves() []redirectrules.Move {
	var all []redirectrules.Move
	for i := range c.result.judged {
		found := &c.result.judged[i]
		p := &c.pages[found.page]
		if found.answer != lost || strings.Contains(p.target, "?") {
			continue
		}
		// One without a place keeps its folder from having moved as a whole.
		all = append(all, redirectrules.Move{From: p.target, To: c.result.moves[p.target].To})
	}
	return all
}

// rulesSite says what there is on the new site.
func (c *comparison) rulesSite(ctx context.Context) redirectrules.Site {
	isLost := make(map[string]bool, len(c.result.judged))
	for i := range c.result.judged {
		isLost[c.pages[c.result.judged[i].page].target] = c.result.judged[i].answer == lost
	}
	s := redirectrules.Site{Base: c.job.Scope.Base(), Exists: func(path string) bool {
		escaped := (&url.URL{Path: path}).EscapedPath()
		if lost, isKnown := isLost[escaped]; isKnown {
			return !lost
		}
		u := c.job.Scope.Page(strings.TrimPrefix(escaped, "/"))
		visit := c.site.Visit(ctx, u)
		answer, _ := c.decide(u, &visit)
		return answer != lost && answer != removed
	}}
	if lister, ok := c.site.(check.FolderLister); ok {
		s.HasBelow = lister.HasBelow
	}
	return s
}
