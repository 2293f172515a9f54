package crawl

import (
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

// ListSitemaps calls list for the pages that the sitemaps of a live site list, until that
// returns false. It requests no page, and returns what could not be read.
func ListSitemaps(ctx context.Context, job *check.Job, list func(u weburl.URL, isInternal bool) bool) (problems []string) {
	c := newCrawl(job)
	ctx, end := c.bounds.WithEnd(ctx)
	defer end()
	c.steps.Do("read the sitemaps", "", func() {
		c.readSitemaps(ctx, func(u weburl.URL, _ []byte, pages []scan.Loc) { c.listLocked(u, pages, list) })
	})
	return append(c.problems, c.steps.TakeProblems()...)
}

// listLocked passes on the pages that the sitemap at u lists.
func (c *crawl) listLocked(u weburl.URL, pages []scan.Loc, list func(u weburl.URL, isInternal bool) bool) {
	for _, loc := range pages {
		to, err := u.Resolve(loc.URL)
		if err != nil {
			c.problemLocked("the sitemap %q lists %q, which is no URL", c.job.DisplayName(c.job.Scope.Internal(u)), loc.URL)
			continue
		}
		if !list(c.job.Scope.Internal(to.Document())) {
			return
		}
	}
}

// sitemapQueue holds the sitemaps of a site in the order in which they are read, each once.
type sitemapQueue struct {
	list  []weburl.URL
	known map[weburl.URL]bool
}

// readSitemaps reads the sitemap at its usual place and those that robots.txt and other
// sitemaps name, and calls take with what each lists. A sitemap at the usual place that does
// not exist is no fault; one that is named and cannot be read is a problem.
func (c *crawl) readSitemaps(ctx context.Context, take func(u weburl.URL, body []byte, pages []scan.Loc)) {
	home := c.job.Scope.Page("")
	queue := sitemapQueue{known: map[weburl.URL]bool{}}
	c.queueRobotsSitemaps(ctx, home, &queue)
	// The usual one comes last, so that it is known by then whether it is named.
	named := len(queue.list)
	c.checker.WithLock(func() { c.queueSitemapLocked(&queue, home, fetch.UsualSitemap(home).String()) })
	for i := 0; i < len(queue.list) && ctx.Err() == nil; i++ {
		u := queue.list[i]
		if err := c.readSitemap(ctx, u, &queue, take); err != nil {
			c.missSitemap(ctx, u, i != named || u != fetch.UsualSitemap(home), err)
		}
	}
}

// missSitemap notes that a sitemap could not be read.
func (c *crawl) missSitemap(ctx context.Context, u weburl.URL, named bool, err error) {
	c.checker.Lock()
	defer c.checker.Unlock()
	var missing *fetch.SitemapError
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
// of the site by another name, and exclude does not name it.
func (c *crawl) queueSitemapLocked(queue *sitemapQueue, from weburl.URL, raw string) {
	to, err := from.Resolve(raw)
	if err != nil {
		return
	}
	u, isInternal := c.job.Scope.Internal(to.Document())
	switch {
	case !isInternal && !c.job.Scope.IsOutsideBase(u):
		c.outside++
	case !queue.known[u] && !c.job.ExcludesSitemap(u, isInternal):
		queue.list, queue.known[u] = append(queue.list, u), true
	}
}

// readSitemap reads the sitemap at u for take, and adds the sitemaps that it names. The error
// says why there is nothing to read.
func (c *crawl) readSitemap(ctx context.Context, u weburl.URL, queue *sitemapQueue, take func(u weburl.URL, body []byte, pages []scan.Loc)) error {
	sitemap := c.job.Sitemap
	if sitemap == nil || sitemap.URL != u {
		sitemap = fetch.AskSitemap(ctx, c.job.Client.Do, u)
	}
	defer sitemap.Release()
	packed, err := sitemap.Packed(ctx)
	if err != nil {
		return err
	}
	held, err := c.inWork.Admit(ctx, fetch.UnpackedSize(packed))
	if err != nil {
		return fmt.Errorf("could not wait for memory: %w", err)
	}
	defer c.inWork.Release(held)
	body, err := fetch.Unpack(packed)
	if err != nil {
		return err
	}
	pages, sitemaps, err := scan.Sitemap(body)
	c.checker.Lock()
	defer c.checker.Unlock()
	if err != nil {
		c.problemLocked("could not read the sitemap %q completely: %v", c.job.DisplayName(c.job.Scope.Internal(u)), errors.Unwrap(err))
	}
	take(u, body, pages)
	for _, loc := range sitemaps {
		c.queueSitemapLocked(queue, u, loc.URL)
	}
	return nil
}

// followSitemapLocked follows the pages that the sitemap at u lists.
func (c *crawl) followSitemapLocked(u weburl.URL, body []byte, pages []scan.Loc) {
	at, internal := c.job.Scope.Internal(u)
	list := &target.Target{URL: at, Internal: internal, Crawled: &target.Crawled{Depth: target.Unreached}, Outcome: check.NotJudged}
	w := &pageContext{page: list, name: c.job.DisplayName(at, internal), kind: link.XMLKind, lines: position.NewLines(body)}
	c.numberLocked(w)
	c.links += len(pages)
	from := page.BaseAt(u, "")
	for _, loc := range pages {
		l := link.Link{Origin: loc.Origin, Raw: loc.URL, Offset: loc.Offset, Follow: true}
		ref := page.ReferenceTo[*target.Target](link.XMLKind, &l, page.Resolve(c.job, from, &l))
		c.meetLocked(w, &l, nil, &ref)
	}
}

// problemLocked notes what keeps the run from checking the site to its end.
func (c *crawl) problemLocked(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}
