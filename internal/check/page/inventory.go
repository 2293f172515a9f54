package page

import (
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// Inventory is what a run notes of pages for the report that lists them. T is what the run knows
// a target by. Nil notes nothing. It is safe for concurrent use.
type Inventory[T comparable] struct {
	mu    sync.Mutex
	pages map[T]*link.Listed
	// in counts the links to a target from others, and next are the targets to which the reader of
	// a page can click.
	in   map[T]int
	next map[T][]T
}

// NewInventory returns the inventory of a run; nil when no report lists pages.
func NewInventory[T comparable](j *check.Job) *Inventory[T] {
	if j.Config.ReportPath(report.FormatPages) == "" {
		return nil
	}
	return &Inventory[T]{pages: map[T]*link.Listed{}, in: map[T]int{}, next: map[T][]T{}}
}

// Add notes a page that is being read.
func (v *Inventory[T]) Add(page T, listed link.Listed, doc *Document) {
	if v == nil {
		return
	}
	listed.Title, listed.LinksOut = content.TitleOf(doc.Text), len(doc.Page.Links)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.pages[page] = &listed
}

// Link notes a link of a document to another target. Those of a sitemap or a style sheet do not
// count.
func (v *Inventory[T]) Link(from, to T, l *link.Link) {
	if v == nil || from == to {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pages[from] == nil {
		return
	}
	v.in[to]++
	if l.Follow {
		v.next[from] = append(v.next[from], to)
	}
}

// List returns the pages that were read, with the clicks from the start page to those that can be
// reached from there. end is where the redirects of a target lead: a link to it leads there.
func (v *Inventory[T]) List(start T, end func(T) T) (all []link.Listed) {
	if v == nil {
		return nil
	}
	for to, n := range v.in {
		if p := v.pages[end(to)]; p != nil {
			p.LinksIn += n
		}
	}
	var queue []T
	if p := v.pages[end(start)]; p != nil {
		p.Depth, queue = new(int), append(queue, end(start))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		depth := *v.pages[queue[0]].Depth + 1
		for _, to := range v.next[queue[0]] {
			if p := v.pages[end(to)]; p != nil && p.Depth == nil {
				p.Depth, queue = &depth, append(queue, end(to))
			}
		}
	}
	for _, p := range v.pages {
		all = append(all, *p)
	}
	return all
}
