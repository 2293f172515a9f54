package compare

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/redirectrules"
)

// syntaxOf returns the syntax of the redirects: nginx for a file that ends in .conf, and else
// that of the host.
func syntaxOf(file, host string) string {
	if path.Ext(filepath.ToSlash(file)) == ".conf" {
		return redirectrules.Nginx
	}
	return host
}

// writeRedirects makes rules of the moves that were found.
func (c *comparison) writeRedirects(ctx context.Context) {
	if c.Redirects == "" {
		return
	}
	r := c.builder.Report
	// The hosting of a live site is what the setting says.
	out := redirectrules.Write(syntaxOf(c.Redirects, cmp.Or(r.Hosting, c.Hosting)), c.rulesSite(ctx), c.rulesMoves())
	r.Redirects = out.Text
	c.note("redirects: %s for %d of %s", check.Count(out.Rules, "rule"), out.Written, check.Count(c.result.counts[lost], "lost URL"))
	for i, reason := range out.Unwritten {
		if i == check.MaxExamples {
			c.note("redirects: %d more moved URLs have no rule", len(out.Unwritten)-i)
			break
		}
		c.note("redirects: %s", reason)
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
