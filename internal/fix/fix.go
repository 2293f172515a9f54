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

// Plan is what is to be changed, and what is not.
type Plan struct {
	// Files are the files to change, by name.
	Files []File
	// Left are the links that are left alone although there is an answer, by place.
	Left []Left
	// Slashes counts the links that only a slash at their end keeps from their pages, when they
	// are so many that a setting of the generator makes them. None of them is changed.
	Slashes int
}

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

// Left is a link that is left alone.
type Left struct {
	File         string
	Line, Column int
	// Link is the link as it stands in the file, and Suggestion what it was probably meant for.
	Link, Suggestion string
	// Why says why it is left alone.
	Why string
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
	p := &Plan{Slashes: d.slashes}
	known := map[link.Source]*place{}
	byFile := map[string][]*place{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if d.slashes > 0 && r.SlashEnd(f) != "" {
			continue
		}
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
			if last := len(at.uses) - 1; a.likely != "" {
				// A use that has an answer speaks for the place.
				at.uses[0], at.uses[last] = at.uses[last], at.uses[0]
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if ctx.Err() != nil {
			return &Plan{}
		}
		if places := slices.DeleteFunc(byFile[name], func(at *place) bool { return at.uses[0].likely == "" }); len(places) > 0 {
			p.file(name, places, opt)
		}
	}
	return p
}

// byteOrderMark may be at the beginning of a text in UTF-8, and is no part of it.
const byteOrderMark = "\xef\xbb\xbf"

// file plans the edits of one file.
func (p *Plan) file(name string, places []*place, opt Options) {
	slices.SortStableFunc(places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.source.Line, b.source.Line), cmp.Compare(a.source.Column, b.source.Column))
	})
	before, whole := read(name)
	if whole == "" && !opt.Tracked[name] {
		whole = "git does not track its file"
	}
	f := File{Name: name, before: before, folder: opt.Folder}
	text := bytes.TrimPrefix(before, []byte(byteOrderMark))
	skip, offsets := len(before)-len(text), position.NewOffsets(text)
	var fixed, left []Left
	for _, at := range places {
		start, end := offsets.Offset(at.source.Line, at.source.Column), offsets.Offset(at.source.Line, at.source.EndColumn)
		l := Left{File: name, Line: at.source.Line, Column: at.source.Column, Link: at.uses[0].Link, Suggestion: at.uses[0].likely}
		right, why := "", "the file has another text there"
		if start >= 0 && end > start {
			l.Link = string(text[start:end])
			right, why = at.rewrite(l.Link, opt.Lacks)
		}
		switch n := len(f.Edits); {
		case whole != "":
			why = whole
		case why == "" && n > 0 && f.Edits[n-1].End > start+skip:
			why = "it overlaps another link"
		}
		if l.Why = why; why != "" {
			left = append(left, l)
			continue
		}
		l.Why = "the lines around it hold a secret"
		fixed = append(fixed, l)
		f.Edits = append(f.Edits, Edit{Start: start + skip, End: end + skip, New: right})
	}
	p.Left = append(p.Left, left...)
	switch {
	case len(fixed) == 0:
	case opt.Holds != nil && opt.Holds(f.patch(nil)):
		p.Left = append(p.Left, fixed...)
	default:
		p.Files = append(p.Files, f)
	}
}

// rewrite returns the link that replaces the one that stands at a place, or why there is none. All
// occurrences must agree on it.
func (at *place) rewrite(old string, lacks func(page, fragment string) bool) (right, why string) {
	for i := range at.uses {
		u := &at.uses[i]
		if u.why != "" {
			return "", u.why
		}
		if u.AboveRoot {
			return "", "it climbs above the root of the site"
		}
		_, fragment, _ := strings.Cut(strings.TrimSpace(u.Link), "#")
		if fragment != "" && lacks != nil && u.to.Host == siteHost && u.to.Fragment == "" && lacks(u.to.Path, fragment) {
			return "", "the right page has no such anchor"
		}
		changed, why := rewrite(old, u, at.source.Shared)
		if why != "" {
			return "", why
		}
		if right != "" && right != changed {
			return "", "it leads to different places from different pages"
		}
		right = changed
	}
	return right, ""
}
