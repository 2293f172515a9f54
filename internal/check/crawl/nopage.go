package crawl

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// An application that fails, or a wrong setting of its host, may answer for each page
// with success and without a page: nothing at all, an error in JSON, or the source as
// plain text. No link is read from these, so that a run would pass that read nothing.

// noteNoPage records an answer for a page of the site that is none.
func (c *crawl) noteNoPage(work target.Task, resp *fetch.Response, result check.Outcome) {
	t := work.Target
	if work.Level < target.LevelLinks || resp.HTML || !result.Good() || !isNamedAsPage(t.URL.Path) {
		return
	}
	what := noPage(resp)
	if _, isInternal := c.job.Scope.Internal(resp.URL); what == "" || !isInternal {
		return
	}
	c.checker.WithLock(func() {
		if t.Holds == link.NoKind && c.isWanted(t) && !isJudgedByRule(t) {
			c.access.noPages = append(c.access.noPages, unpaged{t, what})
		}
	})
}

// unpaged is a page of the site whose answer is none, and what it is instead.
type unpaged struct {
	target *target.Target
	what   string
}

// noPage says what an answer is instead of a page; empty for what may be meant to be
// no page, such as a picture.
func noPage(resp *fetch.Response) string {
	switch kind := resp.ContentType; {
	case resp.Status == http.StatusNoContent, resp.Status == http.StatusResetContent:
		return fmt.Sprintf("empty (status %d)", resp.Status)
	case kind == "text/plain":
		return "plain text"
	case kind == "application/json", kind == "text/json", strings.HasSuffix(kind, "+json"):
		return "JSON"
	}
	return ""
}

// isNamedAsPage reports whether a path has no extension, or that of a page.
func isNamedAsPage(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case "", ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

// notPages says that the start page or more than half of the pages are none.
func (c *crawl) notPages() string {
	var pages []*target.Target
	paths, start := map[string]bool{}, ""
	what := map[string]int{}
	for _, p := range c.access.noPages {
		if p.target == c.access.start {
			start = p.what
		}
		if !paths[p.target.URL.Path] {
			paths[p.target.URL.Path] = true
			pages = append(pages, p.target)
			what[p.what]++
		}
	}
	const advice = "in a browser, and check the log of the host"
	switch n := len(pages); {
	case start != "" && c.pages > 0:
		return fmt.Sprintf("the start page is %s and not an HTML page: open it %s", start, advice)
	case n >= fewGated && n > c.pages:
		most, _ := commonest(what)
		// The order of the answers is chance.
		slices.SortFunc(pages, func(a, b *target.Target) int { return strings.Compare(a.URL.Path, b.URL.Path) })
		return fmt.Sprintf("%d of %d pages are %s and not HTML pages, such as %s: open them %s; if they are correct, add them to exclude-pages", n, n+c.pages, most, c.namesOf(pages), advice)
	}
	return ""
}
