package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// advise looks among the targets that are ok for what is perhaps meant by the
// links to paths which do not exist: a live site shows no others.
func (c *crawl) advise(ctx context.Context, r *link.Report) {
	var known []*target
	for _, t := range c.own {
		if t.outcome.verdict == link.OK && t.url.Query == "" {
			known = append(known, t)
		}
	}
	slices.SortFunc(known, func(a, b *target) int { return cmp.Compare(a.url.Path, b.url.Path) })
	places := make(map[*target]int32, len(known))
	for i, t := range known {
		places[t] = int32(i)
	}
	a := advisor{asker: c.asker, report: r, site: suggest.Site{
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

// likely is the link to the page t of that name with the fragment that was
// perhaps meant instead of one that does not exist; empty when none is known. The
// texts of a page's anchors are not kept, so that only other spellings are tried.
func (t *target) likely(name, fragment string) string {
	if t.page == nil || t.forward != nil {
		return ""
	}
	id := suggest.Variant(fragment, t.page.has)
	right := weburl.EscapeFragment(id)
	if id == "" || right == fragment || !t.page.indicates(right) {
		return ""
	}
	return name + "#" + right
}
