package crawl

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
)

// reportShells puts into r what there is to say of pages that scripts fill, and
// reports whether these keep the site from being checked. The crawl began at start.
func (c *crawl) reportShells(r *link.Report, start *target.Target) (isProblem bool) {
	for range check.MaxFragmentHops {
		if start.FragmentPage == nil {
			break
		}
		start = start.FragmentPage
	}
	report := c.shells.Report(func(t *target.Target) check.ShellPlace {
		return check.ShellPlace{Name: c.job.Scope.Target(t.URL), Counts: check.IsCounted(t.URL.Path), Starts: t == start}
	})
	report.IsLive = true
	problems := len(r.Problems)
	report.Add(r)
	return len(r.Problems) > problems
}
