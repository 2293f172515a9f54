package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readSitemaps reads the sitemap at its usual place and those that robots.txt
// names, and follows what they list. A sitemap at a usual place that does not
// exist is no fault; one that is named and cannot be read is a problem.
func (c *crawl) readSitemaps(ctx context.Context) {
	home := c.job.Scope.Page("")
	var queue sitemapQueue
	c.queueRobotsSitemaps(ctx, home, &queue)
	// The usual one comes last, so that it is known by then whether it is named.
	usual := -1
	if u := check.UsualSitemap(home); len(queue.list) < maxSitemaps && !queue.known[u] {
		usual = len(queue.list)
		queue.add(u)
	}
	for i := 0; i < len(queue.list) && ctx.Err() == nil; i++ {
		u := queue.list[i]
		body, err := c.sitemapBody(ctx, u)
		if err != nil {
			c.missSitemap(ctx, u, i != usual, err)
			continue
		}
		held, err := c.inWork.Admit(ctx, int64(len(body)))
		if err != nil {
			return
		}
		c.readSitemap(u, body, &queue)
		c.inWork.Release(held)
	}
	if queue.full {
		c.checker.Lock()
		defer c.checker.Unlock()
		c.problemLocked("the site names more than %d sitemaps, and linkvet did not read the others: "+
			"join the sitemaps, or check the site in parts with include", maxSitemaps)
	}
}

// missSitemap notes that a sitemap could not be read.
func (c *crawl) missSitemap(ctx context.Context, u weburl.URL, named bool, err error) {
	c.checker.Lock()
	defer c.checker.Unlock()
	var missing *check.SitemapError
	name := c.job.DisplayName(c.job.Scope.Internal(u))
	switch {
	case ctx.Err() != nil:
	case named, !errors.As(err, &missing):
		c.problemLocked("could not read the sitemap %q: %v", name, err)
	case !missing.Absent:
		c.remarks = append(c.remarks, fmt.Sprintf("could not check for a sitemap at %q: %v", name, err))
	}
}

// queueRobotsSitemaps adds the sitemaps that the robots.txt of the site names. Its rules do
// not bind the check of its owner.
func (c *crawl) queueRobotsSitemaps(ctx context.Context, home weburl.URL, queue *sitemapQueue) {
	robots, err := home.Resolve("/robots.txt")
	if err != nil {
		return
	}
	resp, err := c.job.Client.Do(ctx, fetch.Request{URL: robots, Want: fetch.Body})
	if err != nil {
		return
	}
	defer resp.Release()
	if resp.Status != http.StatusOK || resp.HTML {
		return
	}
	c.checker.Lock()
	defer c.checker.Unlock()
	for raw := range scan.RobotsSitemaps(resp.Body) {
		c.queueSitemapLocked(queue, robots, raw)
	}
}

// queueSitemapLocked adds the sitemap that from names, when it is on the site's origin, or is
// of the site by another name.
func (c *crawl) queueSitemapLocked(queue *sitemapQueue, from weburl.URL, raw string) {
	u, err := from.Resolve(raw)
	if err != nil {
		return
	}
	internal, ok := c.job.Scope.Internal(u.Document())
	if !ok && !c.job.Scope.IsOutsideBase(internal) {
		c.outside++
		return
	}
	queue.add(internal)
}

// sitemapBody gets a sitemap, unpacked. Single-page applications may answer
// with their page for it.
func (c *crawl) sitemapBody(ctx context.Context, u weburl.URL) ([]byte, error) {
	sitemap := c.job.Sitemap
	if sitemap == nil || sitemap.URL != u {
		sitemap = check.AskSitemap(ctx, c.job.Client, u)
	}
	defer sitemap.Release()
	size, err := sitemap.Size(ctx)
	if err != nil {
		return nil, err
	}
	held, err := c.inWork.Admit(ctx, size)
	if err != nil {
		// The run ended: nothing is known of the sitemap.
		return nil, fmt.Errorf("could not wait for memory: %w", err)
	}
	defer c.inWork.Release(held)
	text, err := sitemap.Text(ctx)
	return bytes.Clone(text), err
}

// readSitemap follows the pages that the sitemap at u lists, and adds the sitemaps that it
// names.
func (c *crawl) readSitemap(u weburl.URL, body []byte, queue *sitemapQueue) {
	pages, sitemaps, err := scan.Sitemap(body)
	c.checker.Lock()
	defer c.checker.Unlock()
	at, internal := c.job.Scope.Internal(u)
	name := c.job.DisplayName(at, internal)
	if err != nil {
		c.problemLocked("could not read the sitemap %q completely: %v", name, errors.Unwrap(err))
	}
	lines := position.NewLines(body)
	w := c.openSitemapLocked(u)
	w.lines = lines
	c.links += len(pages)
	if c.list != nil {
		c.listLocked(u, pages)
		pages = nil
	}
	from := page.BaseAt(u, "")
	for _, loc := range pages {
		c.meetListedLocked(w, locLink(loc), from)
	}
	for _, loc := range sitemaps {
		c.queueSitemapLocked(queue, u, loc.URL)
	}
}

// openSitemapLocked returns the context of the sitemap at u, without its lines.
func (c *crawl) openSitemapLocked(u weburl.URL) *pageContext {
	at, internal := c.job.Scope.Internal(u)
	page := &target.Target{URL: at, Internal: internal, Depth: target.Unreached, Outcome: check.NotJudged}
	w := &pageContext{page: page, name: c.job.DisplayName(at, internal), kind: link.XMLKind}
	c.numberLocked(w)
	return w
}

// locLink is the link to a page that a sitemap lists.
func locLink(loc scan.Loc) link.Link {
	return link.Link{Origin: &locOrigin, Raw: loc.URL, Offset: loc.Offset, Follow: true}
}

// locOrigin is the place of the URLs in a sitemap.
var locOrigin = link.Origin{Element: "loc"}

// meetListedLocked notes the link of a sitemap to a page.
func (c *crawl) meetListedLocked(w *pageContext, l link.Link, from page.Base) {
	ref := page.ReferenceTo[*target.Target](link.XMLKind, &l, page.Resolve(c.job, from, &l))
	c.meetLocked(w, &l, nil, &ref)
}

// problemLocked notes what keeps the run from checking the site to its end.
func (c *crawl) problemLocked(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}
