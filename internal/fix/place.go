package fix

import (
	"bytes"
	"context"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
)

// place is a link in the sources, with all occurrences that come from it.
type place struct {
	source link.Source
	uses   []use
	// shownTwice is true when links of other pages may come from the place, too.
	shownTwice bool
}

// use is one occurrence, and the change that is right for it.
type use struct {
	finding *link.Finding
	on      *link.Occurrence
	change  change
	// likely is the answer as the list of links left alone shows it; empty for none.
	likely string
	// why says why no change is certain; empty for one that is.
	why string
}

// placeKey identifies a place.
type placeKey struct {
	file         string
	line, column int
}

// maxLeft bounds the list of links that are left alone because no line is certain.
const maxLeft = 1000

// places returns the places with a finding that has an answer.
func (p *Plan) places(ctx context.Context, r *link.Report, opt Options) []*place {
	var all []*place
	known := map[placeKey]*place{}
	for i := range r.Findings {
		if ctx.Err() != nil {
			return nil
		}
		f := &r.Findings[i]
		c, why := answer(f, opt)
		likely := likelyAnswer(f, opt)
		for j := range f.Occurrences {
			o := &f.Occurrences[j]
			if o.Element == link.RuleElement {
				continue
			}
			if o.Source == nil {
				if len(o.Candidates) > 0 && likely != "" && len(p.Left) < maxLeft {
					p.Left = append(p.Left, unplaced(o, likely))
				}
				continue
			}
			key := placeKey{o.Source.File, o.Source.Line, o.Source.Column}
			at := known[key]
			if at == nil {
				at = &place{source: *o.Source}
				known[key] = at
				all = append(all, at)
			}
			at.source.Shared = at.source.Shared || o.Source.Shared
			at.uses = append(at.uses, use{finding: f, on: o, change: c, likely: likely, why: why})
		}
	}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			for _, c := range r.Findings[i].Occurrences[j].Candidates {
				if at := known[placeKey{c.File, c.Line, c.Column}]; at != nil {
					at.shownTwice = at.shownTwice || r.Findings[i].Occurrences[j].Page != at.uses[0].on.Page
				}
			}
		}
	}
	return withAnswer(all)
}

// withAnswer returns the places of which one finding at least has an answer, that one
// first.
func withAnswer(all []*place) []*place {
	kept := all[:0]
	for _, at := range all {
		for i := range at.uses {
			if at.uses[i].likely != "" || at.uses[i].why == "" {
				at.uses[0], at.uses[i] = at.uses[i], at.uses[0]
				kept = append(kept, at)
				break
			}
		}
	}
	return kept
}

// unplaced is a link whose place is one of several.
func unplaced(o *link.Occurrence, likely string) Left {
	at := o.Candidates[0]
	return Left{
		File: at.File, Line: at.Line, Column: at.Column, Link: o.Link, Suggestion: likely,
		Why: "it may come from several lines", Candidates: o.Candidates,
	}
}

// edit returns the edit of a place in its file, or why there is none. All occurrences must
// agree on it.
func (at *place) edit(t *text, g *guard) (Edit, string) {
	for i := range at.uses {
		if at.uses[i].why != "" {
			return Edit{}, at.uses[i].why
		}
	}
	start, end := at.span(t)
	if start < 0 {
		return Edit{}, "the file has another text there"
	}
	old := string(t.file[start:end])
	w := writer{file: at.source.File, text: old, shared: at.source.Shared, shownTwice: at.shownTwice, unicode: t.unicode}
	right := ""
	for i := range at.uses {
		u := &at.uses[i]
		if u.lacksAnchor(g.opt.Lacks) {
			return Edit{}, "the right page has no such anchor"
		}
		changed, why := w.rewrite(u.change, u.on)
		switch {
		case why != "":
			return Edit{}, why
		case right != "" && right != changed:
			return Edit{}, "it leads to different places from different pages"
		}
		right = changed
	}
	return Edit{
		Line: at.source.Line, Column: at.source.Column, Start: start, End: end,
		Old: old, New: right, Target: at.uses[0].finding.Target,
	}, ""
}

// lacksAnchor reports whether the link keeps a fragment that the right page has no anchor for.
func (u *use) lacksAnchor(lacks func(page, fragment string) bool) bool {
	_, fragment, _ := strings.Cut(strings.TrimSpace(u.on.Link), "#")
	return fragment != "" && lacks != nil && u.change.to.origin == "" && u.change.to.fragment == "" && lacks(u.change.to.path, fragment)
}

// byteOrderMark may be at the beginning of a text in UTF-8, and is no part of it.
const byteOrderMark = "\xef\xbb\xbf"

// text is a file while its places are looked up, in order.
type text struct {
	file []byte
	// skip is the length of the byte order mark, which is no part of the first line.
	skip    int
	offsets *position.Offsets
	// unicode is true for a file in UTF-8.
	unicode bool
}

func newText(file []byte) *text {
	src := bytes.TrimPrefix(file, []byte(byteOrderMark))
	return &text{file: file, skip: len(file) - len(src), offsets: position.NewOffsets(src), unicode: utf8.Valid(file)}
}

// offset returns the byte offset of a place, or -1.
func (t *text) offset(line, column int) int {
	if at := t.offsets.Offset(line, column); at >= 0 {
		return at + t.skip
	}
	return -1
}

// span returns the byte offsets of the link in the file, or -1 when the link is not there.
// Copied files and links over several lines have no known end: then the bytes must be the
// link itself.
func (at *place) span(t *text) (start, end int) {
	start = t.offset(at.source.Line, at.source.Column)
	if start < 0 {
		return -1, -1
	}
	if at.source.EndColumn > at.source.Column {
		if end = t.offset(at.source.Line, at.source.EndColumn); end > start {
			return start, end
		}
		return -1, -1
	}
	written := at.uses[0].on.Link
	for _, link := range []string{html.EscapeString(written), written} {
		if link != "" && bytes.HasPrefix(t.file[start:], []byte(link)) {
			return start, start + len(link)
		}
	}
	return -1, -1
}
