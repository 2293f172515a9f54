// Package source finds the line that an author can edit: it reads the links of
// the files that a site is built from, and tells for a link of a built page which
// of them it was made of. It names a place only when one stands out; where several
// may be meant, all of them are candidates. It uses no network, runs no program,
// and opens no file unless a report has findings.
package source

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
)

// Options say where the sources are and what is no source.
type Options struct {
	// Dir is the directory that holds the sources.
	Dir string
	// Built is the directory that was checked, whose files are made from the
	// sources; empty when a live site was checked.
	Built string
	// Made are files that are made of what was found, such as earlier reports.
	Made []string
	// Page tells whether the site has a page at a path, as far as is known; nil when
	// nothing is.
	Page func(path string) bool
	// Read returns a page of a live site by its path, as the report names it; nil for
	// one that is not to be had. Without a Read nothing is known of such pages but
	// what the report says.
	Read func(page string) []byte
	// Problem is told what went wrong by a mistake of ours, and cost the file or the
	// finding at hand its places; nil for nobody.
	Problem func(problem string)
	// Jobs is how many files are read at once; less than one is one.
	Jobs int
}

// Map sets the Source of every occurrence in the report whose place in the
// sources stands out, and the Candidates of those with several. An occurrence
// without either has no match. The error says that the sources could not be
// listed; a file among them that cannot be read is as good as none.
//
// The end of ctx leaves those out that were not looked at by then.
func Map(ctx context.Context, r *link.Report, opt Options) error {
	if len(r.Findings) == 0 {
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	list, err := listFiles(ctx, opt, rulesNamed(r))
	if err != nil {
		return err
	}
	mapRules(r, list)
	if len(list.files) == 0 {
		return nil
	}
	sought := seek(r)
	if len(sought.keys) == 0 {
		return nil
	}
	x := readAll(ctx, list, sought, opt)
	if len(x.byKey) == 0 {
		return nil
	}
	x.page = opt.Page
	d := newDecider(ctx, x, r)
	d.views.fetch = opt.Read
	for i := range r.Findings {
		f := &r.Findings[i]
		x.report(contain.Panic("look for the source of links to", f.Target, func() { d.finding(f) }))
	}
	if x.tired {
		return errTooMany
	}
	return nil
}

// errTooMany says why some links have no place in the sources.
var errTooMany = errors.New("could not look for the sources of all links: too many in them are alike; some findings name no line of a source")

// mostCandidates is how many candidates an occurrence shows: more help nobody.
const mostCandidates = 5

// places are the distinct places of some records, best first.
func (x *index) places(found []match) []link.Source {
	var all []link.Source
	for _, m := range found {
		if p := x.place(m.record); !slices.Contains(all, p) {
			all = append(all, p)
		}
		if len(all) == mostCandidates {
			break
		}
	}
	return all
}

// place is where a record stands.
func (x *index) place(r *record) link.Source {
	return link.Source{File: x.files[r.file].shown, Line: r.line, Column: r.column, EndColumn: r.endColumn}
}

// byPlace orders records as they stand in the sources.
func byPlace(a, b *record) int {
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.order, b.order), cmp.Compare(a.offset, b.offset))
}
