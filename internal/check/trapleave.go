package check

import (
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// holds reports whether t is left out, as one page too many of a trap.
func (k *traps) holds(t *target) bool {
	if k == nil || t.series == nil || t.series.listed || !t.series.shape.trap {
		return false
	}
	if t.series.shape.kind == session && !t.series.again {
		return false // a page that was not read under another session either
	}
	return !k.isNamed(t)
}

// isNamed reports whether include names t, and not just the whole of the site.
func (k *traps) isNamed(t *target) bool {
	include := k.job.Config.Include
	if include.Empty() {
		return false
	}
	names := k.job.names(destination{url: t.url, internal: true})
	home := k.job.names(destination{url: k.job.Space.Page(""), internal: true})
	for i := range include {
		if include.MatchAt(i, names...) && !include.MatchAt(i, home...) {
			return true
		}
	}
	return false
}

// notes say which series were left out.
func (k *traps) notes() []string {
	if k == nil {
		return nil
	}
	var notes []string
	for _, s := range k.shapes {
		if s.trap && s.left > 0 {
			notes = append(notes, fmt.Sprintf("%d pages of the shape %s were read, and %d more %s left out: the series seems to have no end; "+
				"add %s to exclude if so, and otherwise name the pages in include or in the sitemap, or set max-pages",
				s.read, s, s.left, plural(int(s.left), "was", "were"), s.pattern()))
		}
	}
	slices.Sort(notes)
	return notes
}

// leaveOut reports whether a link leads to one page too many of a trap. Such a target
// is settled without a request when it is first found, and asked for after all when a
// sitemap turns out to list it. The mutex is held.
func (c *crawl) leaveOut(t *target) bool {
	isLeft := t.outcome.verdict == link.Skipped
	switch {
	case isLeft && t.series != nil && t.series.listed:
		t.series.shape.left--
		t.asked, t.done, t.outcome = unasked, unasked, unjudged
		return false
	case t.asked == unasked && c.traps.holds(t):
		t.linked = true
		t.leave()
		return true
	}
	return isLeft
}

// leave settles a target that is left out of a trap. The mutex is held.
func (t *target) leave() {
	t.series.shape.left++
	t.asked, t.done = links, links
	t.outcome = leftOut
	if t.held != nil {
		t.held.waiting, t.held.pending = nil, nil
		t.letGo()
	}
}

// isTrapped is leaveOut for a target whose turn comes, and that was found before it
// was known to be of a trap.
func (c *crawl) isTrapped(t *target) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.done == unasked && c.traps.holds(t) {
		t.leave()
	}
	return t.outcome.verdict == link.Skipped
}

// leadsInto notes that t redirects to page, and reports whether that is one page too
// many of a trap. The page counts as found where t was.
func (k *traps) leadsInto(t, page *target) bool {
	if k == nil {
		return false
	}
	if page.series == nil && !page.linked && t.series != nil {
		k.place(page, t.series.from, t.series.fromChain)
		if s, _ := page.shapeOf(); s != nil && s == t.series.from {
			t.series.shape.fed++
		}
	}
	if page.asked > unasked || !k.holds(page) {
		return page.outcome.verdict == link.Skipped
	}
	page.leave()
	return true
}
