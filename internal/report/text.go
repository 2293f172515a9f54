// Package report writes what a run found out: as text for people, as JSON for
// programs, as Markdown for a job summary. The writers look nothing up. All
// that comes from a page is treated as hostile: nothing of it can act on a
// terminal, a workflow runner or a Markdown renderer.
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
)

// TextOptions choose how the text report looks. The zero value is for a log.
type TextOptions struct {
	// Color marks verdicts and targets with ANSI colors.
	Color bool
	// MaxOccurrences is the number of places shown for one broken target, at
	// least one. Zero means 10, or 3 when there are more than 50 broken targets.
	MaxOccurrences int
	// Line returns a line of a file as the report names it, without its end, for
	// the first place of what is broken to be quoted; it returns "" for what cannot
	// or must not be shown. Nil quotes nothing.
	Line func(file string, line int) string
	// Quiet leaves everything out but what fails the run and how it ended, and
	// writes nothing at all when all is well.
	Quiet bool
	// Verbose shows more findings, up to a thousand places of each, and the
	// redirects on the way. Quiet has no meaning then.
	Verbose bool
	// Settings are lines about the settings in force, which Verbose shows.
	Settings []string
	// Phases are how long each phase of the run took, which Verbose shows.
	Phases []phase.Time
}

// The defaults of TextOptions.MaxOccurrences. With more than manyFindings broken
// targets, nothing is quoted either.
const (
	fewOccurrences  = 3
	manyOccurrences = 10
)

// maxNotReached is the number of targets named that the run had no time for:
// they can be nearly all of a site, and each says the same.
const maxNotReached = 3

// maxVerbosePlaces is the number of places shown for one target at most.
const maxVerbosePlaces = 1000

// Text writes r for people: what to do first, what is broken, with the places to fix,
// then what could not be verified and what has moved, then the files of many findings,
// then how the run ended and why, then counts and time, then what to do next. It lists
// what fits in maxLines, or maxVerboseLines, and says how much does not.
func Text(w io.Writer, r *link.Report, opt TextOptions) error {
	t := &text{out: newLines(w), paint: paint(opt.Color), opt: opt}
	t.opt.Quiet = opt.Quiet && !opt.Verbose
	if t.opt.MaxOccurrences <= 0 {
		t.opt.MaxOccurrences = manyOccurrences
		if r.Stats.Broken > manyFindings {
			t.opt.MaxOccurrences = fewOccurrences
		}
	}
	if r.Stats.Broken > manyFindings && !opt.Verbose {
		t.opt.Line = nil
	}
	t.report = r
	limit := maxLines
	if opt.Verbose {
		limit = maxVerboseLines
	}
	all := sections(r)
	if !t.opt.Quiet {
		t.first = start(r)
		t.start(t.paint.bold("Start here:") + " ")
	}
	for i, s := range all {
		kept := 0
		for _, later := range all[i+1:] {
			kept += min(fewLines*later.listed()+fewLines, limit/10)
		}
		t.section(s, limit-kept)
	}
	if !t.opt.Quiet {
		t.fileIndex()
	}
	t.ending(r)
	if err := t.out.flush(); err != nil {
		return fmt.Errorf("could not write the text report: %w", err)
	}
	return nil
}

// text is one text report in the making.
type text struct {
	out    *lines
	paint  paint
	opt    TextOptions
	report *link.Report
	// first says what to do first; it may be empty.
	first string
	// indent begins the lines about a finding of a group.
	indent string
}

// fewLines is what a finding takes that is not broken: its own line, its first
// place, and what may be the source of that.
const fewLines = 3

// section holds the findings of one verdict, by cause, in the order in which to work on
// them.
type section struct {
	verdict link.Verdict
	// lost is whether the findings are URLs of an old site that lead nowhere.
	lost     bool
	groups   []Group
	findings []*link.Finding // those of all groups
	reasons  map[link.Reason]int
}

// listed is how many findings and headings of groups the section has at most.
func (s *section) listed() int {
	n := 0
	for i := range s.groups {
		n += 1 + s.groups[i].listed()
	}
	return n
}

// sections returns the verdicts that have findings, the worst first.
func sections(r *link.Report) []section {
	var all []section
	for _, g := range Groups(r) {
		if n := len(all); n == 0 || all[n-1].verdict != g.Verdict() || all[n-1].lost != g.isLost() {
			all = append(all, section{verdict: g.Verdict(), lost: g.isLost(), reasons: map[link.Reason]int{}})
		}
		s := &all[len(all)-1]
		s.groups = append(s.groups, g)
		s.findings = append(s.findings, g.Findings...)
		for _, f := range g.Findings {
			s.reasons[f.Reason]++
		}
	}
	return all
}

// sizes are the numbers of findings of sections.
func sizes(all []section) []int {
	n := make([]int, len(all))
	for i := range all {
		n[i] = len(all[i].findings)
	}
	return n
}

// headingOf says how many findings a section has, the new ones first.
func headingOf(s section) string {
	if s.lost {
		return lostTitle(s.findings)
	}
	known, notCaused := 0, 0
	for _, f := range s.findings {
		switch {
		case f.Known:
			known++
		case f.NotCaused:
			notCaused++
		}
	}
	n := count(len(s.findings), "target")
	switch {
	case known == len(s.findings):
		n = count(known, "known target")
	case known > 0:
		n = count(len(s.findings)-known, "new target") + ", " + number(known) + " known"
	}
	switch {
	case notCaused > 0 && notCaused == len(s.findings):
		n += " not caused by this pull request"
	case notCaused > 0:
		n += ", " + number(notCaused) + " not caused by this pull request"
	}
	switch s.verdict {
	case link.Broken:
		return "Broken: " + n
	case link.Unverified:
		return "Unverified: " + n + " without a certain result"
	default:
		return "Redirected: " + n + " that moved"
	}
}

// fails reports whether one of the findings fails the run.
func (s section) fails() bool {
	return slices.ContainsFunc(s.findings, func(f *link.Finding) bool { return f.Fails })
}

// finding writes the line that says what is wrong and so many of the places to fix.
func (t *text) finding(f *link.Finding, places int, quotes bool) {
	advice := ""
	if Advises(f) {
		advice = advised(f) + t.paint.good(Clean(f.Suggestion, maxTarget))
	}
	t.out.add(t.indent, t.paint.mark(f.Verdict), " ", aside(f), string(f.Reason), "  ",
		t.paint.bold(Clean(f.Target, maxTarget)), " — ", Clean(Explain(f), maxMessage), advice)
	if t.opt.Verbose {
		for _, hop := range f.Redirects {
			t.out.add(t.indent, "    ", t.paint.dim(fmt.Sprintf("%d → ", hop.Status)), Clean(hop.URL, maxTarget))
		}
	}
	t.places(f, places, quotes)
	t.maybe(f)
}

// places lists so many of the places where a finding is to be fixed. The first one is
// quoted when quotes is true, and followed by the others.
func (t *text) places(f *link.Finding, most int, quotes bool) {
	all := spots(f)
	shown := all[:min(most, len(all))]
	wide := 0
	for i := range shown {
		wide = max(wide, len([]rune(at(shown[i].file, shown[i].line, shown[i].column))))
	}
	rest := len(all) - len(shown)
	for i := range shown {
		s, more := &shown[i], ""
		if rest > 0 && len(shown) == 1 {
			more = "  " + t.paint.dim(morePlaces(f, rest))
		}
		if i == 0 && quotes && t.quoted(f, s, more) {
			continue
		}
		where := at(s.file, s.line, s.column)
		t.out.add(t.indent, "    ", where, padding(where, min(wide, maxPad)), t.paint.dim(snippet(f, s)), more)
	}
	if rest > 0 && len(shown) > 1 {
		t.out.add(t.indent, "    ", t.paint.dim(morePlaces(f, rest)))
	}
}

// quoted writes a place with its line, and the link underlined in it. It writes
// nothing, and returns false, when the line is not to be had.
func (t *text) quoted(f *link.Finding, s *spot, more string) bool {
	if t.opt.Line == nil || s.line <= 0 {
		return false
	}
	q, ok := quoteLine(s, t.opt.Line(s.file, s.line))
	if !ok {
		return false
	}
	t.out.add(t.indent, "    ", at(s.file, s.line, s.column), t.paint.dim(context(s)), more)
	indent := t.indent + "        "
	t.out.add(indent, t.paint.dim(q.before), t.paint.as(f.Verdict, q.link), t.paint.dim(q.after))
	t.out.add(indent, strings.Repeat(" ", columns(q.before)), t.paint.as(f.Verdict, strings.Repeat("^", max(columns(q.link), 1))))
	return true
}

// maybe names the places that may be the source of links whose source is not known.
func (t *text) maybe(f *link.Finding) {
	all := candidatesOf(f)
	if len(all) == 0 {
		return
	}
	shown := all[:min(len(all), maxPlaces)]
	names := make([]string, 0, len(shown)+1)
	for _, c := range shown {
		names = append(names, at(c.File, c.Line, c.Column))
	}
	if rest := len(all) - len(shown); rest > 0 {
		names = append(names, number(rest)+" more")
	}
	t.out.add(t.indent, "    ", t.paint.dim(sourceLabel(len(all))+strings.Join(names, ", ")))
}

// maxPad is the widest place, in code points, that others are aligned with.
const maxPad = 60

// padding returns the blanks that follow s in a column of the given width.
func padding(s string, width int) string {
	return fmt.Sprintf("%*s", max(width-len([]rune(s)), 0)+2, "")
}

// snippet returns the link as it is written in the page, and its text.
func snippet(f *link.Finding, s *spot) string {
	o := s.first
	if o.Element == "" {
		return ""
	}
	text := linkMarkup(f, o)
	if o.Text != "" {
		text += ` "` + Clean(o.Text, maxSnippet) + `"`
	}
	return text + context(s)
}

// context says on which pages the text of a source appears, and which places are known where
// others of the finding are new, or not caused where others are.
func context(s *spot) string {
	var parts []string
	switch {
	case s.pages > 1:
		parts = append(parts, "on "+number(s.pages)+" pages")
	case s.isSource():
		parts = append(parts, "on "+Clean(cmp.Or(s.first.Page, s.first.File), maxPath))
	}
	if s.known {
		parts = append(parts, "known")
	}
	if s.notCaused {
		parts = append(parts, "not caused")
	}
	if len(parts) == 0 {
		return ""
	}
	return "  " + strings.Join(parts, ", ")
}
