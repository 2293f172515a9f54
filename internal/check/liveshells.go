package check

import (
	"github.com/linkvet/linkvet/internal/link"
)

// reportShells puts into r what there is to say of pages that scripts fill, and
// reports whether these keep the site from being checked. The crawl began at start.
func (c *crawl) reportShells(r *link.Report, start *target) (isProblem bool) {
	for range maxForwards {
		if start.forward == nil {
			break
		}
		start = start.forward
	}
	report := c.shells.report(func(t *target) shellPlace {
		return shellPlace{name: c.job.Space.Target(t.url), counts: isCounted(t.url.Path), starts: t == start}
	})
	report.isLive = true
	problems := len(r.Problems)
	report.add(r)
	return len(r.Problems) > problems
}
