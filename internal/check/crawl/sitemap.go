package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

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
	ctx, _, end := check.Begin(ctx)
	defer end()
	c.Step("read the sitemaps", "", func() {
		c.readSitemaps(ctx, func(u weburl.URL, _ []byte, pages []scan.Loc) {
			for _, loc := range pages {
				if to, err := u.Resolve(loc.URL); err != nil {
					c.Problem(check.InvalidLocs.Of(1, c.nameOf(u), strconv.Quote(loc.URL)))
				} else if !list(c.Job.Scope.Internal(to.Document())) {
					return
				}
			}
		})
	})
	return c.Report.Problems
}

// nameOf is how texts name the sitemap at u.
func (c *crawl) nameOf(u weburl.URL) []string {
	return []string{c.Job.DisplayName(c.Job.Scope.Internal(u))}
}

// taker is called with the pages that the sitemap at u lists, under the checker's lock.
type taker func(u weburl.URL, body []byte, pages []scan.Loc)

// followSitemapLocked follows the pages that the sitemap at u lists.
func (c *crawl) followSitemapLocked(u weburl.URL, body []byte, pages []scan.Loc) {
	at, internal := c.Job.Scope.Internal(u)
	list := &target.Target{URL: at, Internal: internal, Crawled: &target.Crawled{Depth: target.Unreached}, Outcome: check.NotJudged}
	w := &pageContext{page: list, name: c.Job.DisplayName(at, internal), lines: position.NewLines(body)}
	c.numberLocked(w, len(pages))
	from := page.Base{URL: u}
	for _, loc := range pages {
		l := link.Link{Origin: loc.Origin, Raw: loc.URL, Offset: loc.Offset, Follow: true}
		ref := page.ReferenceTo[*target.Target](link.XMLKind, &l, page.Resolve(c.Job, from, &l))
		c.meetLocked(w, &l, nil, &ref)
	}
}

// sitemaps are the sitemaps of a site in the order in which they are read, each once.
type sitemaps struct {
	list  []weburl.URL
	known map[weburl.URL]bool
}

// readSitemaps reads the sitemap at its usual place and those that robots.txt and other
// sitemaps name. A sitemap at the usual place that does not exist is no fault; one that is named
// and cannot be read is a problem.
func (c *crawl) readSitemaps(ctx context.Context, take taker) {
	home := c.Job.Scope.Page("")
	usual := fetch.UsualSitemap(home)
	all := sitemaps{known: map[weburl.URL]bool{}}
	// The rules of robots.txt do not bind the check of its owner.
	if robots, err := home.Resolve("/robots.txt"); err == nil {
		if resp, err := c.Job.Client.Do(ctx, fetch.Request{URL: robots, Want: fetch.Body}); err == nil {
			if resp.Status == http.StatusOK && !resp.HTML {
				for raw := range scan.RobotsSitemaps(resp.Body) {
					c.addSitemap(&all, robots, raw)
				}
			}
			resp.Release()
		}
	}
	// The usual one comes last, so that it is known by then whether it is named.
	named := len(all.list)
	c.addSitemap(&all, home, usual.String())
	for i := 0; i < len(all.list) && ctx.Err() == nil; i++ {
		u := all.list[i]
		err := c.readSitemap(ctx, u, &all, take)
		if err == nil || ctx.Err() != nil {
			continue
		}
		missing, isMissing := errors.AsType[*fetch.SitemapError](err)
		c.checker.WithLock(func() {
			if i != named || u != usual || !isMissing {
				c.Problem(check.UnreadSitemap.Of(1, c.nameOf(u), err.Error()))
			} else if !missing.Absent {
				c.Note(check.UnknownSitemap.Of(1, c.nameOf(u), err.Error()))
			}
		})
	}
}

// addSitemap adds the sitemap that from names, when it is on the site's origin, or is
// of the site by another name, and exclude does not name it.
func (c *crawl) addSitemap(all *sitemaps, from weburl.URL, raw string) {
	to, err := from.Resolve(raw)
	if err != nil {
		return
	}
	u, isInternal := c.Job.Scope.Internal(to.Document().Clone())
	switch {
	case !isInternal && !c.Job.Scope.IsOutsideBase(u):
		c.checker.WithLock(func() { c.outside++ })
	case !all.known[u] && !c.Job.ExcludesSitemap(u, isInternal):
		all.list, all.known[u] = append(all.list, u), true
	}
}

// readSitemap reads the sitemap at u for take, and adds the sitemaps that it names. The error
// says why there is nothing to read.
func (c *crawl) readSitemap(ctx context.Context, u weburl.URL, all *sitemaps, take taker) error {
	sitemap := c.Job.Sitemap
	if sitemap == nil || sitemap.URL != u {
		sitemap = fetch.AskSitemap(ctx, c.Job.Client.Do, u)
	}
	defer sitemap.Release()
	packed, err := sitemap.Packed(ctx)
	if err != nil {
		return err
	}
	held, err := c.InWork.Admit(ctx, fetch.UnpackedSize(packed))
	if err != nil {
		return fmt.Errorf("could not wait for memory: %w", err)
	}
	defer c.InWork.Release(held)
	body, err := fetch.Unpack(packed)
	if err != nil {
		return err
	}
	pages, others, err := scan.Sitemap(body)
	c.checker.WithLock(func() {
		if err != nil {
			c.Problem(check.CutSitemap.Of(1, c.nameOf(u), errors.Unwrap(err).Error()))
		}
		take(u, body, pages)
	})
	for _, loc := range others {
		c.addSitemap(all, u, loc.URL)
	}
	return nil
}
