package check

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// liveInventory is what a crawl notes of pages, when the report is asked to list
// them. A nil one takes nothing. The checker's lock guards it.
type liveInventory struct {
	pages map[*target]link.Listed
	// in counts the links to each target from other pages.
	in map[*target]int
}

// newLiveInventory is nil when nobody asks for one.
func newLiveInventory(j *Job) *liveInventory {
	if !j.Config.Inventory() {
		return nil
	}
	return &liveInventory{pages: map[*target]link.Listed{}, in: map[*target]int{}}
}

// note takes in a page that was read.
func (v *liveInventory) note(page *target, doc *document) {
	if v != nil {
		v.pages[page] = link.Listed{Title: scan.TitleOf(doc.text), LinksOut: len(doc.page.Links)}
	}
}

// meet takes in a link of a document. What a sitemap or a style sheet holds is no
// link of a page.
func (v *liveInventory) meet(w *whereabouts, to *target) {
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
	in := map[*target]int{}
	for t, n := range v.in {
		end := t
		for range maxForwards {
			if _, read := v.pages[end]; read || end.forward == nil {
				break
			}
			end = end.forward
		}
		in[end] += n
	}
	all := make([]link.Listed, 0, len(v.pages))
	for t, page := range v.pages {
		page.Page, page.Status, page.LinksIn = c.job.Space.Target(t.url), t.outcome.status, in[t]
		if t.depth < unreached {
			depth := int(t.depth)
			page.Depth = &depth
		}
		all = append(all, page)
	}
	return byPage(all)
}
