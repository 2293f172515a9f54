package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
)

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context, r *link.Report) {
	var known []*target
	for _, t := range c.targets.own {
		if t.outcome.verdict == link.OK && t.url.Query == "" {
			known = append(known, t)
		}
	}
	slices.SortFunc(known, func(a, b *target) int { return cmp.Compare(a.url.Path, b.url.Path) })
	places := make(map[*target]int32, len(known))
	for i, t := range known {
		places[t] = int32(i)
	}
	a := advisor{job: c.job, steps: c.steps, report: r, site: suggest.Site{
		Len:  len(known),
		Path: func(i int32) string { return c.job.Space.TargetPath(known[i].url) },
		End:  func(i int32) int32 { return end(known[i], places) },
	}}
	a.advisePaths(ctx)
	r.Notes = append(r.Notes, a.besideNotes(ctx, c.tally.beside)...)
}

// end is the place of the page where readers of t end; negative when that is not
// known to be one.
func end(t *target, places map[*target]int32) int32 {
	for range maxForwards {
		if t.fixedFragment || t.forward == nil && len(t.outcome.redirects) > 0 {
			return -1 // perhaps off the site
		}
		if t.forward == nil {
			if place, ok := places[t]; ok {
				return place
			}
			return -1
		}
		t = t.forward
	}
	return -1
}
