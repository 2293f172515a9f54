package crawl

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// liveInventory is what a crawl notes of pages, when the report is asked to list
// them. A nil one takes nothing. The checker's lock guards it.
type liveInventory struct {
	pages map[*target.Target]link.Listed
	// in counts the links to each target from other pages.
	in map[*target.Target]int
}

// newLiveInventory returns nil when no report needs one.
func newLiveInventory(j *check.Job) *liveInventory {
	if !j.Config.Inventory() {
		return nil
	}
	return &liveInventory{pages: map[*target.Target]link.Listed{}, in: map[*target.Target]int{}}
}

// note takes in a page that was read.
func (v *liveInventory) note(page *target.Target, doc *page.Document) {
	if v != nil {
		v.pages[page] = link.Listed{Title: content.TitleOf(doc.Text), LinksOut: len(doc.Page.Links)}
	}
}

// meet takes in a link of a document. What a sitemap or a style sheet holds is no
// link of a page.
func (v *liveInventory) meet(w *pageContext, to *target.Target) {
	if v != nil && w.kind.IsPage() && w.page != to {
		v.in[to]++
	}
}

// list returns the pages that were read, by path. Links to what redirects to a
// page are links to that page.
func (v *liveInventory) list(c *crawl) []link.Listed {
	if v == nil {
		return nil
	}
	in := map[*target.Target]int{}
	for t, n := range v.in {
		for range check.MaxFragmentHops {
			if _, isRead := v.pages[t]; isRead || t.FragmentPage == nil {
				break
			}
			t = t.FragmentPage
		}
		in[t] += n
	}
	all := make([]link.Listed, 0, len(v.pages))
	for t, page := range v.pages {
		page.Page, page.Status, page.LinksIn = c.job.Scope.Target(t.URL), t.Outcome.Status, in[t]
		if t.Depth < target.Unreached {
			depth := int(t.Depth)
			page.Depth = &depth
		}
		all = append(all, page)
	}
	return all
}
