// Package source attributes the links of a report to the lines of the files that the site
// was built from. It names a line only when that line is clearly the best; if several may
// be right, all of them are candidates. It uses no network, runs no program, and opens no
// file unless a report has findings.
package source

import (
	"context"
	"errors"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/pagesource"
)

// Options say where the sources are, and what is known about the site.
type Options struct {
	// Dir is the directory that holds the sources.
	Dir string
	// Built is the directory that was checked; empty for a live site.
	Built string
	// Made are files that linkvet writes, such as earlier reports.
	Made []string
	// Page reports whether the site has a page at a path; nil when that is not known.
	Page func(path string) bool
	// Read returns a page of a live site by its path in the report; nil for one that
	// cannot be read. Read may be nil.
	Read func(page string) []byte
	// Problem is called when linkvet itself fails at a file or a finding, which then has
	// no source; may be nil.
	Problem func(problem string)
	// Jobs is how many files are read at once; less than one means one.
	Jobs int
	// Trace shows how lines are named; usually nil.
	Trace *Trace
}

// index returns the options that say where the sources are.
func (o *Options) index() index.Options {
	return index.Options{Dir: o.Dir, Built: o.Built, Made: o.Made, Jobs: o.Jobs, Problem: o.Problem}
}

// Map sets the Source of every occurrence in the report for which one line is clearly the
// best, and the Candidates of those with several. The error says that the sources could not
// be listed, or that not all links could be compared. A file that cannot be read has no
// links. Occurrences that were not attributed when ctx ends have no source.
func Map(ctx context.Context, r *link.Report, opt Options) error {
	if len(r.Findings) == 0 || ctx.Err() != nil {
		return nil
	}
	files := opt.index()
	files.Rules, files.Copies = ruleFileNames(r), copiedNames(r)
	list, err := index.List(ctx, files)
	if err != nil {
		return err
	}
	mapRules(r, list)
	defer mapCopies(ctx, r, list)
	if len(list.Files) == 0 {
		return nil
	}
	wanted := wantedLinks(r)
	if len(wanted) == 0 {
		return nil
	}
	x := index.Read(ctx, list, wanted.want, files)
	a := newAttributor(ctx, x, r, wanted, opt)
	for i := range r.Findings {
		if x.IsEmpty() {
			break
		}
		f := &r.Findings[i]
		x.Report(contain.Panic("find the source of links to", f.Target, func() { a.finding(f) }))
	}
	if x.IsExhausted() {
		return errExhausted
	}
	x.Report(contain.Panic("find the sources of missing pages", opt.Dir, func() { countUnbuilt(ctx, r, x, a.pages) }))
	return nil
}

// errExhausted says why some links have no source.
var errExhausted = errors.New("could not find the source lines of all findings: the sources have too many similar links")

// newAttributor returns an attributor for the findings of a report.
func newAttributor(ctx context.Context, x *index.Index, r *link.Report, w wanted, opt Options) *attributor {
	pages := pagesource.New(x, opt.Page)
	return &attributor{
		ctx: ctx, index: x, pages: pages, site: siteOf(r), built: newBuiltPages(ctx, x, r, w, opt.Read), sources: map[string]pagesource.Sources{},
		targets: map[string]pagesource.Sources{}, trace: opt.Trace,
	}
}
