package dir

import (
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// reportShells puts into r what there is to say of pages that scripts fill.
func (d *directory) reportShells(r *link.Report, s health.Shells[int32]) {
	start := d.startFile()
	s.Report(r, func(file int32) (name, path string, isStart bool) {
		return d.dir.File(file), d.dir.Path(file), file == start
	})
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
