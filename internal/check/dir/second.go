package dir

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
)

// Of a link that is known to be broken while its page is in memory, the report's words are taken
// at once: openjdk-17-doc lacks a file that each of its 10,137 pages links to, and to read all of
// them twice would take twice the time. What is found out when all pages are read is taken by the
// second reading.

// wanted is one occurrence to be completed.
type wanted struct {
	index int32
	at    *link.Occurrence
	// miss is nil for an occurrence whose finding is known.
	miss *miss
}

// fault notes a link to a target that is not ok. Past the bound on what is kept, it notes one
// link of each target. These targets are of the site, which share 1 judges: other shares only
// count them.
func (r *worker) fault(name string, internal bool, o check.Outcome, m check.OccurrenceRef) {
	if r.job.IsOtherShare() {
		r.local.AddSkip(name, check.Skip{Reason: link.Excluded})
		return
	}
	if r.local.Knows(name, internal, o.Reason) && !r.bounds.AddOccurrence() {
		return
	}
	switch {
	case m.Page == r.rulePage():
		m.At = r.ruleOccurrence(m.Index)
	case !r.isLate:
		r.readText(&r.doc.Page.Links[m.Index])
		m.At = new(link.Occurrence)
		*m.At = r.occurrence(m.Page, r.doc, r.lines, m.Index)
	}
	r.local.AddFault(name, internal, o, m)
}

// readText reads the text of a link, or all texts of its document where that is no more work, as
// what each link reads may continue to the end of the document. Texts were not collected, because
// a site without broken links does not need them. The positions in a srcdoc are those of another
// document, and the text of a link of a picture is around it.
func (r *worker) readText(l *link.Link) {
	switch {
	case r.hasTexts:
	case r.doc.Page.Nested, l.Element == "a" && (l.Attribute == "xlink:href" || r.texts.Bytes() > r.maxTexts):
		r.doc.ReadTexts()
		r.hasTexts = true
	case l.Element == "a" && l.Attribute == "href":
		l.Text = r.texts.Of(r.doc.Kind, r.doc.Text, l.Offset)
	}
}

// occurrence is what the report shows of a link of a document.
func (d *directory) occurrence(file int32, doc *page.Document, lines *position.Lines, index int32) link.Occurrence {
	l := &doc.Page.Links[index]
	at := page.Occurrence("/"+d.dir.URLPath(file), l)
	at.File, at.AboveRoot = d.dir.File(file), d.climbs(file, doc, l)
	at.Line, at.Column = lines.Position(l.Offset)
	return at
}

// second is the second reading of the pages that have findings. Scanning the same bytes twice
// numbers the links alike.
type second struct {
	*directory
	mu       sync.Mutex
	wanted   map[int32][]wanted
	problems []string
}

// want notes that the occurrence at is that of m.
func (s *second) want(at *link.Occurrence, m check.OccurrenceRef) {
	if m.Page == s.rulePage() {
		*at = *s.ruleOccurrence(m.Index)
		return
	}
	*at = link.Occurrence{Page: "/" + s.dir.URLPath(m.Page), File: s.dir.File(m.Page)} // for when the run ends early
	s.wanted[m.Page] = append(s.wanted[m.Page], wanted{index: m.Index, at: at})
}

// wantMiss notes that the fragment of a miss is to be read.
func (s *second) wantMiss(m *miss) {
	if m.page != s.rulePage() {
		s.wanted[m.page] = append(s.wanted[m.page], wanted{index: m.index, at: m.at, miss: m})
		return
	}
	m.at = s.ruleOccurrence(m.index)
	s.settle(m, s.ruleDestination(m.at.Link).Fragment)
}

// read reads all pages of which something is wanted.
func (s *second) read(ctx context.Context) {
	s.eachDocument(ctx, "reread", slices.Collect(maps.Keys(s.wanted)), scan.Options{Text: true}, func(_ int, file int32, doc *page.Document, _, _ error) {
		all, lines, from, changed := s.wanted[file], position.NewLines(doc.Text), s.base(file, doc), false
		slices.SortFunc(all, func(a, b wanted) int { return int(a.index - b.index) })
		for i, w := range all {
			if i%page.Batch == page.Batch-1 && ctx.Err() != nil {
				return
			}
			isThere := int(w.index) < len(doc.Page.Links)
			if isThere {
				*w.at = s.occurrence(file, doc, lines, w.index)
			}
			if w.miss != nil && (!isThere || !s.settle(w.miss, page.Resolve(s.job, from, &doc.Page.Links[w.index]).Fragment)) {
				changed = true
			}
		}
		if changed {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.problems = append(s.problems, page.Unread(s.kinds[file], s.dir.File(file), false, page.ErrChanged))
		}
	})
}

// settle decides about a miss, whose fragment is known now: it may name lines, or be otherwise
// there without an anchor of its hash. It reports false if the link was another one.
func (s *second) settle(m *miss, fragment string) bool {
	if hashOf(fragment) != m.hash {
		return false
	}
	if !s.lookUpFragment(m.file, func(p *page.Facts) bool { return p.Indicates(fragment) }) {
		m.fragment = strings.Clone(fragment)
	}
	return true
}

// addMissing adds the findings about fragments that do not exist.
func addMissing(b *check.Builder, misses []miss) {
	missing := map[string]map[string][]check.OccurrenceRef{}
	for _, m := range misses {
		if m.fragment == "" {
			continue
		}
		if missing[m.name] == nil {
			missing[m.name] = map[string][]check.OccurrenceRef{}
		}
		missing[m.name][m.fragment] = append(missing[m.name][m.fragment], check.OccurrenceRef{Page: m.page, Index: m.index, At: m.at})
	}
	for name, fragments := range missing {
		for fragment, occurrences := range fragments {
			b.Missing(name, true, check.Temper(check.LostFragment(fragment, 0), b.Job.RuleNamed(name)), fragment, occurrences)
		}
	}
}

// rulePage is the page number in occurrences of the host's rules. Their index is the number
// of the rule.
func (d *directory) rulePage() int32 { return int32(d.dir.Len()) }

// ruleOccurrence is what the report shows of a rule. It is on no page, so
// the page is the rule's file: programs that read reports need one.
func (d *directory) ruleOccurrence(index int32) *link.Occurrence {
	rule := &d.dir.Hosting().Profile.Rules()[index]
	return &link.Occurrence{
		Page: rule.Source, File: rule.Source, Line: rule.Line, Column: rule.Column, Element: link.RuleElement, Link: rule.To,
	}
}

// ruleDestination is where a rule of the host leads.
func (d *directory) ruleDestination(to string) check.Destination {
	return page.Destination(d.job, page.BaseAt(d.job.Scope.Page(""), ""), fromRoot(&d.job.Scope, to))
}
