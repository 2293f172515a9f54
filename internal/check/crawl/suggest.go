package crawl

import (
	"cmp"
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
)

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context, r *link.Report) {
	var known []*target.Target
	for _, t := range c.checker.Internal {
		if t.Outcome.Verdict == link.OK && t.URL.Query == "" {
			known = append(known, t)
		}
	}
	slices.SortFunc(known, func(a, b *target.Target) int { return cmp.Compare(a.URL.Path, b.URL.Path) })
	places := make(map[*target.Target]int32, len(known))
	for i, t := range known {
		places[t] = int32(i)
	}
	path := func(i int32) string { return c.job.Scope.TargetPath(known[i].URL) }
	a := advice.Advisor{Job: c.job, Steps: c.steps, Report: r, PathLike: func(i int32, _ string) string { return path(i) }, Outside: c.local.OutsideBase, Site: suggest.Site{
		Len:  len(known),
		Path: path,
		End:  func(i int32) int32 { return end(known[i], places) },
	}}
	a.AdvisePaths(ctx)
	advice.WithBasePath(c.job, r)
}

// end is the place of the page where readers of t end; negative when that is not
// known to be one.
func end(t *target.Target, places map[*target.Target]int32) int32 {
	for range check.MaxFragmentHops {
		if t.FixedFragment || t.FragmentPage == nil && len(t.Outcome.Redirects) > 0 {
			return -1 // perhaps off the site
		}
		if t.FragmentPage == nil {
			if place, ok := places[t]; ok {
				return place
			}
			return -1
		}
		t = t.FragmentPage
	}
	return -1
}
