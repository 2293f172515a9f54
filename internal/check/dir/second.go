package dir

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// second is the second reading: of the pages with findings whose words were not taken yet, and of
// those without a fragment that links ask for. Scanning the same bytes twice numbers the links
// alike. changed are problems about pages that are not what they were.
type second struct {
	*directory
	pages   map[int32]*rereading
	changed []string
}

// rereading is what is wanted of one page: occurrences to be completed, and, if fragments are
// missing there, its anchors.
type rereading struct {
	wanted       []wanted
	wantsAnchors bool
	anchors      *suggest.Anchors
}

// wanted is one occurrence. miss is nil for one whose finding is known.
type wanted struct {
	index int32
	at    *link.Occurrence
	miss  *miss
}

func newSecond(d *directory) *second { return &second{directory: d, pages: map[int32]*rereading{}} }

func (s *second) page(file int32) *rereading {
	if s.pages[file] == nil {
		s.pages[file] = new(rereading)
	}
	return s.pages[file]
}

// want notes that the occurrence at is that of m.
func (s *second) want(at *link.Occurrence, m check.OccurrenceRef) {
	if int(m.Page) == s.dir.Len() {
		*at = s.rules[m.Index]
		return
	}
	*at = link.Occurrence{Page: "/" + s.dir.URLPath(m.Page), File: s.dir.File(m.Page)} // for when the run ends early
	p := s.page(m.Page)
	p.wanted = append(p.wanted, wanted{index: m.Index, at: at})
}

// wantMiss notes that the fragment of a miss is to be read, unless it is known, and the anchors that
// it may be meant for.
func (s *second) wantMiss(m *miss) {
	if end := s.end(m.file); end >= 0 {
		s.page(end).wantsAnchors = true
	}
	if m.at == nil {
		m.at = new(link.Occurrence)
		p := s.page(m.page)
		p.wanted = append(p.wanted, wanted{index: m.index, at: m.at, miss: m})
	}
}

// read reads all pages of which something is wanted.
func (s *second) read(ctx context.Context) {
	files := slices.Sorted(maps.Keys(s.pages))
	s.eachDocument(ctx, "reread", files, scan.Options{Text: true, IDs: true}, func(_ int, file int32, doc *page.Document, _, _ error) {
		p, lines, from, hasChanged := s.pages[file], position.NewLines(doc.Text), s.base(file, doc), false
		if p.wantsAnchors {
			ids := make([]string, len(doc.Page.IDs))
			for i, id := range doc.Page.IDs {
				ids[i] = strings.Clone(id)
			}
			p.anchors = suggest.NewAnchors(ids)
		}
		slices.SortFunc(p.wanted, func(a, b wanted) int { return int(a.index - b.index) })
		for i, w := range p.wanted {
			if i%page.Batch == page.Batch-1 && ctx.Err() != nil {
				return
			}
			isThere := int(w.index) < len(doc.Page.Links)
			if isThere {
				*w.at = s.occurrence(file, doc, from, lines, w.index)
			}
			if w.miss != nil && (!isThere || !s.settle(w.miss, page.Resolve(s.job, from, &doc.Page.Links[w.index]).Fragment)) {
				hasChanged = true
			}
		}
		if hasChanged {
			s.withLock(func() {
				s.changed = append(s.changed, page.Unread(s.kinds[file], s.dir.File(file), false, page.ErrChanged))
			})
		}
	})
}

// settle decides about a miss, whose fragment is known now: it may name lines, or be otherwise
// there without an anchor of its hash. It reports false if the link was another one.
func (s *second) settle(m *miss, fragment string) bool {
	if s.dir.IsRepository() {
		fragment = markdown.Fragment(fragment)
	}
	if hashOf(fragment) != m.hash {
		return false
	}
	if !s.lookUpFragment(m.file, func(p *page.Facts) bool { return p.Indicates(fragment) }) {
		m.fragment = strings.Clone(fragment)
	}
	return true
}

// occurrence is what the report shows of a link of a document, whose links resolve against from.
func (d *directory) occurrence(file int32, doc *page.Document, from page.Base, lines *position.Lines, index int32) link.Occurrence {
	l := &doc.Page.Links[index]
	at := page.Occurrence("/"+d.dir.URLPath(file), l)
	at.File, at.AboveRoot = d.dir.File(file), d.climbs(from, l)
	if d.dir.IsRepository() {
		// The line of l is that of the page that GitHub makes of the file.
		var written string
		written, at.Line, at.Column = d.dir.Place(file, doc.Page.Links, index)
		at.Link = weburl.Redact(written)
	} else {
		at.Line, at.Column = lines.Position(l.Offset)
	}
	return at
}

// climbs reports whether a link climbs above the root of a site whose place is not known. Browsers
// stop at the root of the host, where the directory may have a file or not. Below a path, the link
// leads to another part of the host.
func (d *directory) climbs(from page.Base, l *link.Link) bool {
	return !d.job.Scope.Known() && d.job.Scope.Base() == "/" && from.ClimbsAboveRoot(l)
}
