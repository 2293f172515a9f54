package dir

import (
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
)

// inventory is what one worker of directory mode notes of pages, when the report
// is asked to list them. It is kept apart from what judges links: nothing of it
// is there on other runs.
type inventory struct {
	pages []inventoried
	// in counts the links to each file from other pages.
	in []int32
}

// inventoried is one page and the files that its reader can click through to.
type inventoried struct {
	file  int32
	title string
	links int
	next  []int32
}

// newInventory returns nil when no report needs one.
func newInventory(d *directory) *inventory {
	if !d.job.Config.Inventory() {
		return nil
	}
	return &inventory{in: make([]int32, d.dir.Len())}
}

// begin takes in the page that a reader read last. A nil inventory takes nothing.
func (v *inventory) begin(file int32, doc *page.Document) {
	if v != nil {
		v.pages = append(v.pages, inventoried{file: file, title: content.TitleOf(doc.Text), links: len(doc.Page.Links)})
	}
}

// meet takes in a link of that page to a file.
func (v *inventory) meet(from, to int32, l *link.Link) {
	if v == nil || from == to || l.Map || len(v.pages) == 0 || v.pages[len(v.pages)-1].file != from {
		return
	}
	v.in[to]++
	if last := &v.pages[len(v.pages)-1]; l.Follow {
		last.next = append(last.next, to)
	}
}

// list returns the pages that the workers noted, by path, with their depths, of
// which some are orphans, in order.
func (d *directory) list(readers []*worker, orphans []int32) []link.Listed {
	var pages []inventoried
	in := make([]int32, d.dir.Len())
	for _, r := range readers {
		if r.inventory == nil {
			return nil
		}
		pages = append(pages, r.inventory.pages...)
		for file, n := range r.inventory.in {
			in[file] += n
		}
	}
	depths := d.depths(pages)
	all := make([]link.Listed, 0, len(pages))
	for _, p := range pages {
		one := link.Listed{
			Page: "/" + d.dir.URLPath(p.file), File: d.dir.File(p.file), Title: p.title,
			LinksIn: int(in[p.file]), LinksOut: p.links,
		}
		_, one.Orphan = slices.BinarySearch(orphans, p.file)
		if depth, ok := depths[p.file]; ok {
			one.Depth = &depth
		}
		all = append(all, one)
	}
	return check.ByPage(all)
}

// depths counts the clicks from the start page to each page that can be reached
// from there.
func (d *directory) depths(pages []inventoried) map[int32]int {
	next := make(map[int32][]int32, len(pages))
	for _, p := range pages {
		next[p.file] = p.next
	}
	start := d.dir.Find("/", "")
	if start.Kind != site.Found {
		return nil
	}
	depths := map[int32]int{start.File: 0}
	for queue := []int32{start.File}; len(queue) > 0; queue = queue[1:] {
		for _, to := range next[queue[0]] {
			if _, known := depths[to]; !known {
				depths[to] = depths[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depths
}
