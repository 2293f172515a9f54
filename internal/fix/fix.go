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

// place is a link in the sources, with all occurrences that come from it.
type place struct {
	source link.Source
	// candidates are all places that it may be, when it is not certain that it is this one.
	candidates []link.Source
	uses       []use
}

// use is one occurrence, with the answer of its finding.
type use struct {
	*link.Occurrence
	answer
}

// keyOf identifies a place.
func keyOf(s *link.Source) link.Source {
	return link.Source{File: s.File, Line: s.Line, Column: s.Column}
}

// New returns the plan for a report. It has no files when ctx ends first: then some places
// may not be known.
func New(ctx context.Context, r *link.Report, opt Options) *Plan {
	d := newDecider(r, opt)
	p := &Plan{Slashes: d.slashes}
	known := map[link.Source]*place{}
	var all, unsure []*place
	for i := range r.Findings {
		f := &r.Findings[i]
		if d.slashes > 0 && r.SlashEnd(f) != "" {
			continue
		}
		a := d.answer(f)
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			switch {
			case o.Element == link.RuleElement:
			case o.Source != nil:
				at := known[keyOf(o.Source)]
				if at == nil {
					at = &place{source: *o.Source}
					known[keyOf(o.Source)], all = at, append(all, at)
				}
				at.source.Shared = at.source.Shared || o.Source.Shared
				at.uses = append(at.uses, use{o, a})
				if last := len(at.uses) - 1; a.likely != "" {
					// A use that has an answer speaks for the place.
					at.uses[0], at.uses[last] = at.uses[last], at.uses[0]
				}
			case len(o.Candidates) > 0 && a.likely != "":
				unsure = append(unsure, &place{source: o.Candidates[0], candidates: o.Candidates, uses: []use{{o, a}}})
			}
		}
	}
	// A page for printing has the links of all others: the line is known from these.
	for _, at := range unsure {
		if !slices.ContainsFunc(at.candidates, func(c link.Source) bool { return known[keyOf(&c)] != nil }) {
			all = append(all, at)
		}
		for i := range at.candidates {
			known[keyOf(&at.candidates[i])] = at
		}
	}
	byFile := map[string][]*place{}
	for _, at := range all {
		if at.uses[0].likely != "" {
			byFile[at.source.File] = append(byFile[at.source.File], at)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		if ctx.Err() != nil {
			return &Plan{}
		}
		p.file(name, byFile[name], opt)
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
		start, end := at.span(text, offsets)
		l := Left{
			File: name, Line: at.source.Line, Column: at.source.Column, Link: at.uses[0].Link, Suggestion: at.uses[0].likely,
			Candidates: at.candidates,
		}
		right, why := "", "the file has another text there"
		if start >= 0 {
			l.Link = string(text[start:end])
			right, why = at.rewrite(l.Link, opt.Lacks)
		}
		switch n := len(f.Edits); {
		case len(at.candidates) == 1:
			why = "its line is likely, but not certain"
		case len(at.candidates) > 1:
			why = "it may come from several lines"
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

// span returns the byte offsets of the link in a text, or -1 when the text has no such place.
func (at *place) span(text []byte, offsets *position.Offsets) (start, end int) {
	start, end = offsets.Offset(at.source.Line, at.source.Column), offsets.Offset(at.source.Line, at.source.EndColumn)
	if start < 0 || end <= start {
		return -1, -1
	}
	return start, end
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
