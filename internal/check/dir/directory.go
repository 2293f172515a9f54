package dir

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// directory is the check of one build directory.
type directory struct {
	job       *check.Job
	checker   *target.Checker
	steps     *check.Steps
	bounds    *check.Bounds
	inWork    *check.PageBudget
	dir       *site.Dir
	comparer  check.Comparer // nil compares nothing
	documents queue

	// bareNote says what was made of links that leave ".html" out; empty for most sites.
	bareNote []string
	// round counts how often the workers were given files to read: links told of the last ones.
	round int

	// What follows is by file number. Each element of facts and refreshes is
	// written by the one worker that reads the page; those of refreshes before any
	// is read.
	kinds     []link.Kind
	facts     check.FactsTable
	refreshes []int32
}

// serves reports whether there is a file at a path that is there for its own sake: it
// has that path, and leads to no other.
func (d *directory) serves(path string) bool {
	entry := d.dir.Find(path, "")
	return (entry.IsURLPath || entry.Bare && entry.Kind == site.Found) && d.refreshes[entry.File] == noRefresh
}

// addsElements reports whether scripts may add elements to a page, by its name.
func (d *directory) addsElements(page string) bool {
	facts := d.factsAt(page)
	return facts != nil && facts.AddsElements()
}

// factsAt returns what is known of a page, by its name; nil when nothing is.
func (d *directory) factsAt(page string) *check.PageFacts {
	entry := d.dir.Find(strings.TrimPrefix(page, "/"), "")
	if !entry.IsURLPath {
		return nil
	}
	return d.facts.Of(entry.File)
}

// land is where a link to an internal URL ends.
func (d *directory) land(u weburl.URL) redirectResult {
	return walkRedirects(d.dir, &d.job.Scope, u, d.dir.Find(d.job.Scope.TargetPath(u), u.Query))
}
