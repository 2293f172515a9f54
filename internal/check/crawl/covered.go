package crawl

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
)

// isCovered reports whether the links of a page were checked, or the site has the page no
// more. A page that no link led to may be behind one that was left out.
func (c *crawl) isCovered(page string) bool {
	t := c.checker.Internal[c.job.Scope.Page(strings.TrimPrefix(page, "/")).Path]
	if t == nil {
		return !c.isPartial
	}
	_, failed := c.access.failed[t]
	switch {
	case failed, !t.IsAnswered(), t.Outcome.Verdict == link.Unverified, t.Outcome.Verdict == link.Skipped:
		return false
	}
	return t.Answered() >= target.LevelLinks || !t.Outcome.Good() || len(t.Outcome.Redirects) > 0
}
