package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// holds reports whether t is left out, as one page too many of a trap.
func (c *crawl) holds(t *target) bool {
	return c.traps != nil && t.series.isPastEnd() && !c.isNamed(t)
}

// isNamed reports whether include names t, and not just the whole of the site.
func (c *crawl) isNamed(t *target) bool {
	include := c.job.Config.Include
	if include.Empty() {
		return false
	}
	names := c.job.names(destination{url: t.url, internal: true})
	home := c.job.names(destination{url: c.job.Space.Page(""), internal: true})
	for i := range include {
		if include.MatchAt(i, names...) && !include.MatchAt(i, home...) {
			return true
		}
	}
	return false
}

// meetSeries notes a link of a document to t, a target of the site that may be read.
func (c *crawl) meetSeries(w *whereabouts, t *target) {
	switch {
	case c.traps == nil:
	case w.kind.IsPage():
		if t.series != nil || t.linked {
			return
		}
		from, chain := w.page.series.shapeOf()
		c.placeInSeries(t, from, chain)
		if s, _ := t.series.shapeOf(); s != nil && s == from {
			w.found.on = true
		} else if s == nil || !isNamedAsFile(t.url.Path) && !strings.HasSuffix(t.url.Path, ".ics") && t.series.leadsElsewhere(from) {
			w.found.out = true
		}
	case isList(w.kind):
		if t.series == nil {
			c.placeInSeries(t, nil, 0)
		}
		if t.series != nil {
			t.series.listed = true
		}
	}
}

// placeInSeries finds the series of t, which was first found on a page of the shape
// from.
func (c *crawl) placeInSeries(t *target, from *shape, chain int32) {
	t.series = c.traps.place(c.job.Space.TargetPath(t.url), t.url.Query, from, chain)
}

// leaveOut reports whether a link leads to one page too many of a trap. Such a target is
// settled without a request when it is first found, and asked for after all when a
// sitemap turns out to list it.
func (c *crawl) leaveOut(t *target) bool {
	isLeft := t.outcome.verdict == link.Skipped
	switch {
	case isLeft && t.series != nil && t.series.listed:
		t.series.shape.left--
		t.asked, t.done, t.outcome = unasked, unasked, unjudged
		return false
	case t.asked == unasked && c.holds(t):
		t.linked = true
		leave(t)
		return true
	}
	return isLeft
}

// leave leaves a page out that is one too many of its series.
func leave(t *target) {
	t.series.shape.left++
	t.leave()
}

// isTrapped is leaveOut for a target whose turn comes, and that was found before it
// was known to be of a trap.
func (c *crawl) isTrapped(t *target) bool {
	c.targets.Lock()
	defer c.targets.Unlock()
	if t.done == unasked && c.holds(t) {
		leave(t)
	}
	return t.outcome.verdict == link.Skipped
}

// leadsIntoTrap notes that t redirects to page, and reports whether that is one page too
// many of a trap. The page counts as found where t was.
func (c *crawl) leadsIntoTrap(t, page *target) bool {
	if c.traps == nil {
		return false
	}
	if page.series == nil && !page.linked && t.series != nil {
		c.placeInSeries(page, t.series.from, t.series.fromChain)
		if s, _ := page.series.shapeOf(); s != nil && s == t.series.from {
			t.series.shape.fed++
		}
	}
	if page.asked > unasked || !c.holds(page) {
		return page.outcome.verdict == link.Skipped
	}
	leave(page)
	return true
}
