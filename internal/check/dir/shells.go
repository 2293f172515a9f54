package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// reportShells puts into r what there is to say of pages that scripts fill.
func (d *directory) reportShells(r *link.Report, sum *worker) {
	page := func(file int32) *health.Page {
		p := &health.Page{Outcome: new(check.Outcome), IsRead: true}
		if file >= 0 {
			p.URL.Path, p.Name, p.Look = d.dir.Path(file), d.dir.File(file), sum.shells[file]
		}
		return p
	}
	start := page(d.startFile())
	site := health.Site{IsDirectory: true, Start: start, First: start, Others: sum.pages - len(sum.shells), Pages: func(yield func(*health.Page) bool) {
		for file := range sum.shells {
			if !yield(page(file)) {
				return
			}
		}
	}}
	v := site.Judge()
	r.Problems, r.Notes = append(r.Problems, v.Problems...), append(r.Notes, v.Notes...)
}

// startFile is the page that readers of the site see first; negative for none.
func (d *directory) startFile() int32 {
	entry := d.land(d.job.Scope.Page("")).Entry
	if entry.Kind != site.Found {
		return noRefresh
	}
	file := entry.File
	for range check.MaxFragmentHops {
		if d.refreshes[file] < 0 {
			break
		}
		file = d.refreshes[file]
	}
	return file
}
