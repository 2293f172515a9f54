package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds on what a site's sitemaps may make us read.
const (
	maxSitemaps    = 1000
	maxSitemapSize = 64 << 20
)

// errTooLarge is the cause when a compressed sitemap is larger than that.
var errTooLarge = errors.New("larger than 64 MiB when unpacked")

// readSitemaps reads the sitemap at its usual place and those that robots.txt
// names, and follows what they list. A sitemap at a usual place that does not
// exist is no fault; one that is named and cannot be read is a problem.
func (c *crawl) readSitemaps(ctx context.Context) {
	home := c.job.Space.Page("")
	named := c.robotsSitemaps(ctx, home)
	usual, err := home.Resolve("sitemap.xml")
	if err != nil {
		return
	}
	seen := map[string]bool{}
	queue := append(named, usual)
	for len(queue) > 0 && len(seen) < maxSitemaps && ctx.Err() == nil {
		u := queue[0]
		queue = queue[1:]
		if seen[u.String()] {
			continue
		}
		seen[u.String()] = true
		body, err := c.sitemapBody(ctx, u)
		if err != nil {
			if u != usual && ctx.Err() == nil {
				c.locked(func() { c.problem("could not read the sitemap %q: %v", u.Redacted(), err) })
			}
			continue
		}
		queue = append(queue, c.readSitemap(u, body)...)
	}
}

// robotsSitemaps are the sitemaps on the site's origin that its robots.txt
// names. Its rules do not bind the check of its owner.
func (c *crawl) robotsSitemaps(ctx context.Context, home weburl.URL) []weburl.URL {
	robots, err := home.Resolve("/robots.txt")
	if err != nil {
		return nil
	}
	resp, err := c.job.Client.Do(ctx, robots, fetch.Body)
	if err != nil {
		return nil
	}
	defer resp.Release()
	if resp.Status != 200 || resp.HTML {
		return nil
	}
	var named []weburl.URL
	for _, raw := range scan.RobotsSitemaps(resp.Body) {
		if u, err := robots.Resolve(raw); err == nil && u.Origin() == home.Origin() {
			named = append(named, u.Document())
		}
	}
	return named
}

// sitemapBody gets a sitemap, unpacked.
func (c *crawl) sitemapBody(ctx context.Context, u weburl.URL) ([]byte, error) {
	resp, err := c.job.Client.Do(ctx, u, fetch.Body)
	if err != nil {
		return nil, err
	}
	defer resp.Release()
	if resp.Status != 200 {
		return nil, fmt.Errorf("status %d", resp.Status)
	}
	if resp.Cut != nil {
		return nil, resp.Cut
	}
	if !bytes.HasPrefix(resp.Body, []byte{0x1f, 0x8b}) {
		return bytes.Clone(resp.Body), nil
	}
	unzip, err := gzip.NewReader(bytes.NewReader(resp.Body))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(unzip, maxSitemapSize+1))
	if err == nil && len(body) > maxSitemapSize {
		err = errTooLarge
	}
	return body, err
}

// readSitemap follows the pages that the sitemap at u lists, and returns the
// sitemaps that it names.
func (c *crawl) readSitemap(u weburl.URL, body []byte) []weburl.URL {
	pages, sitemaps, err := scan.Sitemap(body)
	c.mu.Lock()
	defer c.mu.Unlock()
	name := c.job.display(c.job.Space.Own(u))
	if err != nil {
		c.problem("could not read the sitemap %q to its end: %v", name, err)
	}
	lines := scan.NewLines(body)
	for _, loc := range pages {
		d := c.job.destination(u, loc.URL)
		if d.reason == "" && !d.internal {
			c.outside++
			continue
		}
		place := occurrence(name, &link.Link{Element: "loc", Raw: loc.URL})
		place.Line, place.Column = lines.Position(loc.Offset)
		c.links++
		c.meet(&target{depth: unreached}, u, &link.Link{Raw: loc.URL, Follow: true}, &place)
	}
	var more []weburl.URL
	for _, loc := range sitemaps {
		if next, err := u.Resolve(loc.URL); err == nil && next.Origin() == u.Origin() {
			more = append(more, next.Document())
		}
	}
	return more
}

// locked calls f with the mutex held.
func (c *crawl) locked(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

// problem notes what keeps the run from checking the site to its end. The mutex
// is held.
func (c *crawl) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}
