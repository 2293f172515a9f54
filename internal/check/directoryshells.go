package check

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// reportShells puts into r what there is to say of pages that scripts fill.
func (d *directory) reportShells(r *link.Report, s shells[int32]) {
	start := d.startFile()
	report := s.report(func(file int32) shellPlace {
		return shellPlace{name: d.dir.File(file), counts: isCounted(d.dir.Path(file)), starts: file == start}
	})
	report.add(r)
}

// startFile is the page that readers of the site see first; negative for none.
func (d *directory) startFile() int32 {
	entry := d.land(d.job.Space.Page("")).entry
	if entry.Kind != site.Found {
		return noForward
	}
	file := entry.File
	for range maxForwards {
		if d.forwards[file] < 0 {
			break
		}
		file = d.forwards[file]
	}
	return file
}
