package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
)

// inventory is what is noted of pages when the report is asked to list them. It is kept apart from
// what judges links: a nil one, as on other runs, notes nothing.
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

func newInventory(d *directory) *inventory {
	if !d.job.Config.Inventory() {
		return nil
	}
	return &inventory{in: make([]int32, d.dir.Len())}
}

// begin takes in the page that was read last.
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

// merge takes over what another one noted.
func (v *inventory) merge(more *inventory) {
	if v != nil {
		v.pages = append(v.pages, more.pages...)
		for file, n := range more.in {
			v.in[file] += n
		}
	}
}

// list returns the pages that were noted, by path.
func (r *worker) list() []link.Listed {
	if r.inventory == nil {
		return nil
	}
	depths := r.depths()
	all := make([]link.Listed, 0, len(r.inventory.pages))
	for _, p := range r.inventory.pages {
		one := link.Listed{
			Page: "/" + r.dir.URLPath(p.file), File: r.dir.File(p.file), Title: p.title,
			LinksIn: int(r.inventory.in[p.file]), LinksOut: p.links, Orphan: r.marks[p.file]&orphan != 0,
		}
		if depth, ok := depths[p.file]; ok {
			one.Depth = &depth
		}
		all = append(all, one)
	}
	return check.ByPage(all)
}

// depths counts the clicks from the start page to each page that can be reached from there.
func (r *worker) depths() map[int32]int {
	start := r.dir.Find("/", "")
	if start.Kind != site.Found {
		return nil
	}
	next := make(map[int32][]int32, len(r.inventory.pages))
	for _, p := range r.inventory.pages {
		next[p.file] = p.next
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
