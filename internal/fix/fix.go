// Package fix changes links in the sources of a site where a finding has exactly one right answer
// and the old link stands literally in a line that is known. It decides by the report and the files
// alone: it sends no request, reads no built page, and leaves a link alone when it is not sure.
package fix

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
)

// Options say which files may be changed.
type Options struct {
	// Tracked are the regular files that git tracks, relative to the working directory.
	Tracked map[string]bool
	// Folder is the working directory in the repository, with a slash at its end; empty at the top.
	Folder string
	// Holds reports whether a text holds a secret, which no patch may show. It may be nil.
	Holds func(text string) bool
	// Moved returns where the page of a missing target is now, as a target, when that is
	// certain. It may be nil.
	Moved func(target string) (to string, ok bool)
	// Lacks reports whether a page of the site is known to have no anchor for a fragment. It
	// may be nil.
	Lacks func(page, fragment string) bool
}

// Plan is what is to be changed: the files, by name.
type Plan struct{ Files []File }

// File is one file to change.
type File struct {
	// Name is relative to the working directory, with slashes.
	Name string
	// Edits are in the order of the file. They do not overlap, and none changes a line end.
	Edits []Edit

	before []byte
	// folder is that of the options.
	folder string
}

// Edit replaces the bytes of one link.
type Edit struct {
	Start, End int
	New        string
}

// Links counts the links to change.
func (p *Plan) Links() int {
	n := 0
	for i := range p.Files {
		n += len(p.Files[i].Edits)
	}
	return n
}

// place is a link in the sources, with all occurrences that come from it.
type place struct {
	source link.Source
	uses   []use
}

// use is one occurrence, with the answer of its finding.
type use struct {
	*link.Occurrence
	answer
}

// New returns the plan for a report. It has no files when ctx ends first: then some places
// may not be known.
func New(ctx context.Context, r *link.Report, opt Options) *Plan {
	d := newDecider(r, opt)
	p := &Plan{}
	known := map[link.Source]*place{}
	byFile := map[string][]*place{}
	for i := range r.Findings {
		f := &r.Findings[i]
		a := d.answer(f)
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if o.Source == nil || o.Element == link.RuleElement {
				continue
			}
			key := link.Source{File: o.Source.File, Line: o.Source.Line, Column: o.Source.Column}
			at := known[key]
			if at == nil {
				at = &place{source: *o.Source}
				known[key], byFile[key.File] = at, append(byFile[key.File], at)
			}
			at.source.Shared = at.source.Shared || o.Source.Shared
			at.uses = append(at.uses, use{o, a})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if ctx.Err() != nil {
			return &Plan{}
		}
		if opt.Tracked[name] {
			p.file(name, byFile[name], opt)
		}
	}
	return p
}

// byteOrderMark may be at the beginning of a text in UTF-8, and is no part of it.
const byteOrderMark = "\xef\xbb\xbf"

// file plans the edits of one file.
func (p *Plan) file(name string, places []*place, opt Options) {
	places = slices.DeleteFunc(places, func(at *place) bool {
		return slices.ContainsFunc(at.uses, func(u use) bool { return !u.isCertain || u.AboveRoot })
	})
	if len(places) == 0 {
		return
	}
	before, why := read(name)
	if why != "" {
		return
	}
	slices.SortStableFunc(places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.source.Line, b.source.Line), cmp.Compare(a.source.Column, b.source.Column))
	})
	f := File{Name: name, before: before, folder: opt.Folder}
	text := bytes.TrimPrefix(before, []byte(byteOrderMark))
	skip, offsets := len(before)-len(text), position.NewOffsets(text)
	for _, at := range places {
		start, end := offsets.Offset(at.source.Line, at.source.Column), offsets.Offset(at.source.Line, at.source.EndColumn)
		if n := len(f.Edits); start < 0 || end <= start || n > 0 && f.Edits[n-1].End > start+skip {
			continue // the file has another text there, or it overlaps another link
		}
		if right, ok := at.rewrite(string(text[start:end]), opt.Lacks); ok {
			f.Edits = append(f.Edits, Edit{Start: start + skip, End: end + skip, New: right})
		}
	}
	if len(f.Edits) > 0 && (opt.Holds == nil || !opt.Holds(f.patch(nil))) {
		p.Files = append(p.Files, f)
	}
}

// rewrite returns the link that replaces the one that stands at a place. All occurrences must agree
// on it, and its fragment must not be known to be missing.
func (at *place) rewrite(old string, lacks func(page, fragment string) bool) (right string, ok bool) {
	for i := range at.uses {
		u := &at.uses[i]
		_, fragment, _ := strings.Cut(strings.TrimSpace(u.Link), "#")
		if fragment != "" && lacks != nil && u.to.Host == siteHost && u.to.Fragment == "" && lacks(u.to.Path, fragment) {
			return "", false
		}
		changed, ok := rewrite(old, u, at.source.Shared)
		if !ok || right != "" && right != changed {
			return "", false
		}
		right = changed
	}
	return right, true
}
