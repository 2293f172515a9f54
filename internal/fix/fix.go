// Package fix changes links in the sources of a site where a finding has exactly one right
// answer and its place is known exactly. It decides by the report and the files alone: it
// sends no request, reads no built page, and leaves a link alone when it is not sure.
package fix

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// Options say which files may be changed.
type Options struct {
	// Tracks reports whether git tracks the regular file at a path relative to the working
	// directory. It must not be nil.
	Tracks func(file string) bool
	// Folder is the working directory in the repository, with a slash at its end; empty at the
	// top.
	Folder string
	// Sources is the directory of the sources. Built is the directory that was checked; it is
	// empty for a live site.
	Sources, Built string
	// Holds reports whether a text holds a secret, which no patch may show. It may be nil.
	Holds func(text string) bool
	// Moved returns where the page of a missing target is now, as a target, when that is
	// certain. It may be nil.
	Moved func(target string) (to string, ok bool)
	// Lacks reports whether a page of the site is known to have no anchor for a fragment. It
	// may be nil.
	Lacks func(page, fragment string) bool

	// lost are the paths of the old site that lead nowhere.
	lost map[string]bool
	// collecting are external URLs to which pages of several names redirect.
	collecting map[string]bool
}

// Plan is what is to be changed, and what is not.
type Plan struct {
	// Files are the files to change, by name.
	Files []File
	// Left are the links that are left alone although there is an answer, by place.
	Left []Left
}

// File is one file to change.
type File struct {
	// Name is relative to the working directory, with slashes.
	Name string
	// Edits are in the order of the file. They do not overlap.
	Edits []Edit

	before []byte
	// folder is that of the options.
	folder string
}

// Edit is one link to change.
type Edit struct {
	// Line and Column are those of the link, as in reports.
	Line, Column int
	// Start and End are the byte offsets of the link in the file.
	Start, End int
	// Old is the link as the file has it, and New what replaces it.
	Old, New string
	// Target is that of the finding.
	Target string
}

// Left is a link that is left alone.
type Left struct {
	File         string
	Line, Column int
	// Link is the link of the page, and Suggestion what it was probably meant for.
	Link, Suggestion string
	// Why says why it is left alone.
	Why string
	// Candidates are the lines that the link may come from, when that is why.
	Candidates []link.Source
}

// Links counts the links to change.
func (p *Plan) Links() int {
	n := 0
	for i := range p.Files {
		n += len(p.Files[i].Edits)
	}
	return n
}

// maxEdits bounds the links of one file that are changed in one run. The library looks at the
// file again for each of them.
const maxEdits = 1000

// New returns the plan for a report. It has no files when ctx ends first: then some places
// may not be known.
func New(ctx context.Context, r *link.Report, opt Options) *Plan {
	p := &Plan{}
	opt.lost, opt.collecting = lostURLs(r), collecting(r)
	g := newGuard(opt)
	byFile := map[string][]*place{}
	for _, at := range p.places(ctx, r, opt) {
		byFile[at.source.File] = append(byFile[at.source.File], at)
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if ctx.Err() != nil {
			return &Plan{}
		}
		p.file(name, byFile[name], g)
	}
	p.dropKnown()
	slices.SortFunc(p.Left, func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Link, b.Link))
	})
	return p
}

// dropKnown drops links that may come from several lines when one of these is known from
// another page, as where a page for printing has all others.
func (p *Plan) dropKnown() {
	known := map[placeKey]bool{}
	for i := range p.Files {
		for _, e := range p.Files[i].Edits {
			known[placeKey{p.Files[i].Name, e.Line, e.Column}] = true
		}
	}
	for i := range p.Left {
		if l := &p.Left[i]; len(l.Candidates) == 0 {
			known[placeKey{l.File, l.Line, l.Column}] = true
		}
	}
	p.Left = slices.DeleteFunc(p.Left, func(l Left) bool {
		if len(l.Candidates) == 0 {
			return false
		}
		isKnown := slices.ContainsFunc(l.Candidates, func(c link.Source) bool { return known[placeKey{c.File, c.Line, c.Column}] })
		for _, c := range l.Candidates {
			known[placeKey{c.File, c.Line, c.Column}] = true
		}
		return isKnown
	})
}

// file plans the edits of one file.
func (p *Plan) file(name string, places []*place, g *guard) {
	before, why := g.read(name)
	f := File{Name: name, before: before, folder: g.opt.Folder}
	slices.SortFunc(places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.source.Line, b.source.Line), cmp.Compare(a.source.Column, b.source.Column))
	})
	t := newText(before)
	for _, at := range places {
		if why != "" {
			p.leave(at, why)
			continue
		}
		edit, reason := at.edit(t, g)
		if reason != "" {
			p.leave(at, reason)
			continue
		}
		if len(f.Edits) == maxEdits {
			p.leave(at, "its file has too many links to fix; run linkvet again")
			continue
		}
		if n := len(f.Edits); n > 0 && f.Edits[n-1].End > edit.Start {
			p.leave(at, "it overlaps another link")
			continue
		}
		f.Edits = append(f.Edits, edit)
	}
	if len(f.Edits) == 0 {
		return
	}
	if g.opt.Holds != nil && g.opt.Holds(f.patch()) {
		for _, at := range places {
			p.leave(at, "the lines around it hold a secret")
		}
		return
	}
	p.Files = append(p.Files, f)
}

// leave notes a place that is left alone.
func (p *Plan) leave(at *place, why string) {
	use := at.uses[0]
	p.Left = append(p.Left, Left{
		File: at.source.File, Line: at.source.Line, Column: at.source.Column,
		Link: use.on.Link, Suggestion: use.likely, Why: why,
	})
}
