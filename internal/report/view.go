// Package report writes what a run found out: as text for people, as JSON for
// programs, as Markdown for a job summary.
//
// What people read is made once, as a view: sections of cards, in one order and within one
// limit. Each format only loops over it. All that comes from a page is hostile: the view
// cleans it, so that nothing of it acts on a terminal or a workflow runner, and each format
// escapes what it says in its own syntax.
package report

import (
	"iter"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The limits of reports. A reader, a browser or a service can take only so much; the JSON
// report alone lists every finding, and each report that leaves something out says how much.
const (
	// maxPlaces is the most places named for one target where a report is to be taken in at
	// a glance.
	maxPlaces = 3
	// maxRemarks is the most problems, or notes, that a report lists.
	maxRemarks = 200
	// maxInGroup is how many findings of a group are listed that need a change each. Of a
	// group of more than maxWholeGroup that one change fixes, fewInGroup are.
	maxInGroup    = 20
	maxWholeGroup = 5
	fewInGroup    = 3
)

// limits say how much of a report a view has, and how it names places.
type limits struct {
	// findings is how many findings are listed.
	findings int
	// places is how many places are listed of a finding that is broken and new.
	places int
	// quotes is how many cards have the line of their first place.
	quotes int
	// whole is true where groups are listed whole, and all findings have so many places.
	whole bool
	// page returns the address of a page of the site; it may be nil, and so may Line and Link
	// of the options.
	page func(path string) string
	Options
}

// view is a report as people read it.
type view struct {
	report  *link.Report
	limits  limits
	Outcome outcome
	// Start says what to do first; it may be empty.
	Start string
	// Problems and Notes are at most maxRemarks, and Try settings that would help.
	Problems, Notes, Try []string
	// NotReached is how many targets the run ended before. They are not listed.
	NotReached int
	// Counts says how much was read, and Decision what made the run pass or fail; it may be empty.
	Counts, Decision string
	Sections         []section
	// Size counts the findings of all sections.
	Size int
}

// newView arranges a report. What the view lists of it is set by limit.
func newView(r *link.Report, l limits) *view {
	groups := Groups(r)
	v := &view{
		report: r, Outcome: outcomeOf(r), Start: start(r, groups), Try: advice(r, groups), Problems: atMost(r.Problems, maxRemarks), Notes: atMost(r.Notes, maxRemarks),
		Counts: runCounts(r), Decision: shown(decided(r), maxTarget), NotReached: notReached(r),
	}
	for i := range groups {
		first := groups[i].Findings[0]
		if first.Reason == link.NotReached {
			continue
		}
		about, n := matter{first.Verdict, stateOf(first), isLost(first)}, len(v.Sections)
		if n == 0 || v.Sections[n-1].matter != about {
			v.Sections = append(v.Sections, section{matter: about, view: v, reasons: map[link.Reason]int{}})
			n++
		}
		v.Sections[n-1].groups = append(v.Sections[n-1].groups, groups[i])
	}
	for i := range v.Sections {
		v.Sections[i].count()
		v.Size += v.Sections[i].Size
	}
	v.limit(l)
	return v
}

// limit sets what the view lists. The first sections come first, but each of the others is
// sure of a tenth.
func (v *view) limit(l limits) {
	v.limits = l
	left := l.findings
	for i := range v.Sections {
		kept := 0
		for k := range v.Sections[i+1:] {
			kept += min(v.Sections[i+1+k].inGroups(), l.findings/10)
		}
		s := &v.Sections[i]
		s.share = min(s.inGroups(), max(left-kept, 0))
		left -= s.share
	}
}

// matter is what the findings of a section have in common.
type matter struct {
	Verdict link.Verdict
	state   state
	lost    bool
}

// section holds the findings of one state and verdict, by cause.
type section struct {
	matter
	view *view
	// ID is that of the section in a page. Title says how many findings there are, and
	// Detail why, where that is not one reason.
	ID, Title, Detail string
	// Size counts the findings, and fails is true when one of them fails the run.
	Size    int
	fails   bool
	reasons map[link.Reason]int
	groups  []Group
	// share is how many findings are listed.
	share int
}

// count counts the findings of a section, once all are there.
func (s *section) count() {
	proposed := 0
	for i := range s.groups {
		for _, f := range s.groups[i].Findings {
			s.Size++
			s.fails = s.fails || f.Fails
			s.reasons[f.Reason]++
			if f.Suggestion != "" {
				proposed++
			}
		}
	}
	if len(s.reasons) > 1 {
		s.Detail = " (" + byReason(s.reasons) + ")"
	}
	name, noun := string(s.Verdict), "target"
	if s.lost {
		name, noun = "lost", "URL"
	}
	s.ID = [...]string{fresh: "", notCaused: "other-", inBaseline: "known-"}[s.state] + name
	s.Title = strings.ToUpper(name[:1]) + name[1:]
	if s.state == inBaseline {
		s.Title = "Known " + name
	} else if s.state == notCaused {
		s.Title += ", not caused by this pull request"
	}
	s.Title += ": " + link.Count(s.Size, noun)
	switch {
	case s.lost && proposed > 0:
		s.Title += "; " + link.Number(proposed) + " with a proposed redirect"
	case s.Verdict == link.Unverified:
		s.Title += " without a certain result"
	case s.Verdict == link.Redirected:
		s.Title += " that moved"
	}
}

// IsFolded reports whether a reader is to open the section first: it has nothing that has to
// be fixed now.
func (s *section) IsFolded() bool { return s.state != fresh || s.Verdict != link.Broken && !s.fails }

// inGroups is how many findings the groups of a section would list.
func (s *section) inGroups() (n int) {
	for i := range s.groups {
		n += s.view.inGroup(&s.groups[i])
	}
	return n
}

// inGroup is how many findings of a group are listed.
func (v *view) inGroup(g *Group) int {
	n := len(g.Findings)
	switch {
	case v.limits.whole || n <= maxWholeGroup:
		return n
	case g.OneFix():
		return fewInGroup
	}
	return min(n, maxInGroup)
}

// Rest says how many findings follow those that are listed, and where all are; it is empty when
// nothing is left out.
func (s *section) Rest() string {
	switch {
	case s.share < s.inGroups():
		return leftOut(s.view.report, s.Size-s.share)
	case s.share < s.Size:
		return WhereAll(s.view.report)
	}
	return ""
}

// Cards makes one card after the other, so that a long report costs no memory.
func (s *section) Cards() iter.Seq[*card] {
	return func(yield func(*card) bool) {
		left := s.share
		for i := range s.groups {
			g := &s.groups[i]
			n := min(s.view.inGroup(g), left)
			if n == 0 || !yield(s.view.card(g, n, i < s.view.limits.quotes)) {
				return
			}
			left -= n
		}
	}
}

// card is a finding, or several with one cause.
type card struct {
	// Before, Name and After say what several findings have in common; Before is empty for one
	// finding. Mark is that of all.
	Mark, Before, Name, After string
	Verdict                   link.Verdict
	// Place is where the cause is, when that is one line; its Name is empty otherwise.
	Place place
	// Same is true when Reason and Why of all rows are the same: the card says them.
	Same bool
	Rows []row
	// More says how many findings are not listed.
	More string
}

// row is a finding.
type row struct {
	ID      string
	Verdict link.Verdict
	Reason  link.Reason
	// Mark is "known, " or "not caused, " for what is not new.
	Mark string
	// Fails is true for what fails the run.
	Fails bool
	// Target has an Address where that is known.
	Target, Address string
	// Why is without its full stop. Suggestion is what to write instead, and Ask the words
	// before it; both are empty where Why says it.
	Why, Ask, Suggestion string
	// Hops are the redirects on the way, where Why does not say the only one.
	Hops []link.Redirect
	// Possible are places that may be the source.
	Possible []place
	Places   []place
	// More says how many further places there are.
	More string
}

// place is where a link is to be fixed.
type place struct {
	// Name is the file or page with line and column, Line is without the column.
	Name, Line string
	// Address is on the web; empty for none.
	Address string
	// Link is the link as it is written there, Text what it reads.
	Link, Text string
	// Where says on which pages it is, and whether it is known.
	Where string
	// Quote is the line; nil for none.
	Quote *quotedLine
}

// card makes a card with n of the findings of a group.
func (v *view) card(g *Group, n int, quotes bool) *card {
	first := g.Findings[0]
	c := &card{Verdict: first.Verdict, Mark: aside(first)}
	line := ""
	if len(g.Findings) > 1 {
		before, name, after := g.Title()
		c.Before, c.Name, c.After = before, shown(name, maxTarget), after
		c.Same = !slices.ContainsFunc(g.Findings, func(f *link.Finding) bool {
			return f.Reason != first.Reason || explain(f) != explain(first)
		})
		if g.cause == sourceLine {
			line = g.name
			c.Place = v.causePlace(first, line, quotes)
		}
	}
	for k, f := range g.Findings[:n] {
		c.Rows = append(c.Rows, v.row(f, line, g.OneFix() && k > 0, quotes && line == ""))
	}
	if rest := len(g.Findings) - n; rest > 0 && n == v.inGroup(g) {
		c.More = "and " + link.Number(rest) + " like these"
	}
	return c
}

// causePlace is the place of a finding that is, or may be, on a line.
func (v *view) causePlace(f *link.Finding, line string, quotes bool) place {
	for _, s := range spots(f) {
		if s.first.Source != nil && at(s.file, s.line, 0) == line {
			return v.place(f, &s, quotes)
		}
	}
	c := candidatesOf(f)[0]
	return v.named(c.File, c.Line, c.Column)
}

// row makes a finding of a card. line is a line of which the card says that the link is from
// there; it is empty for none. A row that is brief has one place.
func (v *view) row(f *link.Finding, line string, brief, quotes bool) row {
	r := row{
		ID: f.ID, Verdict: f.Verdict, Reason: f.Reason, Mark: aside(f), Fails: f.Fails, Target: shown(f.Target, maxTarget),
		Why: shown(explain(f), maxMessage),
	}
	r.Ask, r.Suggestion = advised(v.report, f)
	switch {
	case f.Reason == link.InvalidURL:
	case !f.Internal:
		r.Address = address(f.Target)
	case v.limits.page != nil && strings.HasPrefix(f.Target, "/"):
		r.Address = v.limits.page(f.Target)
	}
	if n := len(f.Redirects); n != 1 || f.Suggestion != f.Redirects[0].URL && !strings.Contains(explain(f), f.Redirects[0].URL) {
		for _, h := range f.Redirects {
			r.Hops = append(r.Hops, link.Redirect{Status: h.Status, URL: shown(h.URL, maxTarget)})
		}
	}
	if line == "" || soleCandidate(f) != line {
		candidates := candidatesOf(f)
		for _, c := range candidates[:min(len(candidates), maxPlaces)] {
			r.Possible = append(r.Possible, v.named(c.File, c.Line, c.Column))
		}
		if rest := len(candidates) - maxPlaces; rest > 0 {
			r.Possible = append(r.Possible, place{Name: link.Number(rest) + " more"})
		}
	}
	all := spots(f)
	if line != "" {
		all = slices.DeleteFunc(all, func(s spot) bool { return s.first.Source != nil && at(s.file, s.line, 0) == line })
	}
	n := min(v.limits.places, len(all))
	if !v.limits.whole && (brief || !isFresh(f)) {
		n = min(n, 1)
	}
	for i := range all[:n] {
		r.Places = append(r.Places, v.place(f, &all[i], quotes && i == 0 && isFresh(f)))
	}
	if rest := len(all) - n; rest > 0 {
		r.More = "and " + link.Count(rest, "more place")
		if pages := PagesOf(f); pages > 1 {
			r.More += ", on " + link.Number(pages) + " pages in total"
		}
	}
	return r
}

// place names a spot. A link that is in a source is on some pages.
func (v *view) place(f *link.Finding, s *spot, quotes bool) place {
	p := v.named(s.file, s.line, s.column)
	if s.first.Source == nil && s.first.File == "" {
		p.Address = ""
		if v.limits.page != nil {
			p.Address = v.limits.page(s.file)
		}
	}
	p.Link, p.Text = linkMarkup(f, s.first), shown(s.first.Text, maxSnippet)
	var where []string
	switch {
	case s.pages > 1:
		where = append(where, "on "+link.Number(s.pages)+" pages")
	case s.first.Source != nil && s.file != s.first.File: // a page of Markdown is its own source
		where = append(where, "on "+shown(pageOf(s.first), maxPath))
	}
	if s.known {
		where = append(where, "known")
	}
	if s.notCaused {
		where = append(where, "not caused")
	}
	p.Where = strings.Join(where, ", ")
	if quotes && v.limits.Line != nil && s.line > 0 {
		p.Quote = quoteLine(s, v.limits.Line(s.file, s.line))
	}
	return p
}

// named is a place with its line.
func (v *view) named(file string, line, column int) place {
	p := place{Name: at(file, line, column), Line: at(file, line, 0)}
	if v.limits.Link != nil {
		p.Address = address(v.limits.Link(file, line))
	}
	return p
}

// Advice is what to write instead, for the same sentence as Why; it may be empty.
func (r *row) Advice() string {
	if r.Ask == "" {
		return ""
	}
	return "; " + r.Ask + r.Suggestion
}

// PossibleLabel is before the places that may be the source of a row.
func (r *row) PossibleLabel() string {
	if len(r.Possible) == 1 {
		return "possible source: "
	}
	return "possible sources: "
}

// linkMarkup writes a link in the language that it is in: an attribute of an
// element, a style sheet, or the text of an element of XML. An attribute's
// value is left out where it only repeats the target.
func linkMarkup(f *link.Finding, o *link.Occurrence) string {
	element, attribute, value := shown(o.Element, maxSnippet), shown(o.Attribute, maxSnippet), shown(o.Link, maxSnippet)
	switch {
	case element == "":
		return ""
	case element == link.RuleElement:
		return "a rule to " + value
	case element == link.OldURLElement:
		return "the old site has " + value
	case attribute == "import", attribute == "url" && (element == "css" || element == "style"):
		return "url(" + value + ")"
	case attribute == "":
		return "<" + element + ">" + value
	case o.Link != f.Target:
		return "<" + element + " " + attribute + `="` + value + `">`
	}
	return "<" + element + ">"
}
