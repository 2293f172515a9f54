package crawl

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/series"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
)

// holds reports whether t is left out, as one page too many of a trap.
func (c *crawl) holds(t *target.Target) bool {
	return c.traps != nil && t.Series.IsPastEnd() && !c.isNamed(t)
}

// isNamed reports whether include names t, and not just the whole of the site.
func (c *crawl) isNamed(t *target.Target) bool {
	include := c.job.Config.Include
	if include.Empty() {
		return false
	}
	names := c.job.NamesOf(check.Destination{URL: t.URL, Internal: true})
	home := c.job.NamesOf(check.Destination{URL: c.job.Scope.Page(""), Internal: true})
	for i := range include {
		if include.MatchAt(i, names...) && !include.MatchAt(i, home...) {
			return true
		}
	}
	return false
}

// meetSeries notes a link of a document to t, a target of the site that may be read.
func (c *crawl) meetSeries(w *pageContext, t *target.Target) {
	switch {
	case c.traps == nil:
	case w.kind.IsPage():
		if t.Series != nil || t.Linked {
			return
		}
		from, chain := w.page.Series.ShapeOf()
		c.placeInSeries(t, from, chain)
		if s, _ := t.Series.ShapeOf(); s != nil && s == from {
			w.found.Same = true
		} else if s == nil || !isNamedAsFile(t.URL.Path) && !strings.HasSuffix(t.URL.Path, ".ics") && t.Series.BringsNew(from) {
			w.found.New = true
		}
	case page.IsList(w.kind):
		if t.Series == nil {
			c.placeInSeries(t, nil, 0)
		}
		if t.Series != nil {
			t.Series.Listed = true
		}
	}
}

// placeInSeries finds the series of t, which was first found on a page of the shape
// from.
func (c *crawl) placeInSeries(t *target.Target, from *series.Shape, chain int32) {
	t.Series = c.traps.Place(c.job.Scope.TargetPath(t.URL), t.URL.Query, from, chain)
}

// leaveOutLocked reports whether a link leads to one page too many of a trap. Such a target is
// settled without a request when it is first found, and asked for after all when a
// sitemap turns out to list it.
func (c *crawl) leaveOutLocked(t *target.Target) bool {
	isLeft := t.Outcome.Verdict == link.Skipped
	switch {
	case isLeft && t.Series != nil && t.Series.Listed:
		t.Series.Shape.Left--
		t.Reopen()
		t.Outcome = check.NotJudged
		return false
	case t.Claimed() == target.NoLevel && c.holds(t):
		t.Linked = true
		leaveLocked(t)
		return true
	}
	return isLeft
}

// leaveLocked leaves a page out that is one too many of its series.
func leaveLocked(t *target.Target) {
	t.Series.Shape.Left++
	t.LeaveLocked()
}

// IsTrapped is leaveOut for a target whose turn comes, and that was found before it
// was known to be of a trap.
func (c *crawl) IsTrapped(t *target.Target) bool {
	c.checker.Lock()
	defer c.checker.Unlock()
	if !t.IsAnswered() && c.holds(t) {
		leaveLocked(t)
	}
	return t.Outcome.Verdict == link.Skipped
}

// leadsIntoTrap notes that t redirects to page, and reports whether that is one page too
// many of a trap. The page counts as found where t was.
func (c *crawl) leadsIntoTrap(t, page *target.Target) bool {
	if c.traps == nil {
		return false
	}
	if page.Series == nil && !page.Linked && t.Series != nil {
		c.placeInSeries(page, t.Series.From, t.Series.FromChain)
		if s, _ := page.Series.ShapeOf(); s != nil && s == t.Series.From {
			t.Series.Shape.Fed++
		}
	}
	if page.Claimed() > target.NoLevel || !c.holds(page) {
		return page.Outcome.Verdict == link.Skipped
	}
	leaveLocked(page)
	return true
}
