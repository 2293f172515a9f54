package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// MarkdownOptions bound the Markdown report and link it to sources.
type MarkdownOptions struct {
	// Limit is the most bytes to write. Zero means what a comment on GitHub holds,
	// and less that there is no room at all.
	Limit int
	// Link returns the web address of a line of a file as the report names it, or
	// "" when it has none. The line is zero when it is not known. A nil Link links
	// nothing.
	Link func(file string, line int) string
}

// The bytes kept for the heading of a section that has no row, and for
// a row in one that comes later.
const (
	headingBytes = 400
	rowBytes     = 150
)

// forPie is the limit from which on there is room for a picture.
const forPie = 4000

// Markdown writes r in GitHub's Markdown: a headline, what to do first, what kept the run
// from being complete, the counts, what decided, the files of many findings, a table of
// what is broken, folded ones of the rest, and a picture of the verdicts. It never exceeds
// opt.Limit: rows are left out, the last first, and each table says how many.
func Markdown(w io.Writer, r *link.Report, opt MarkdownOptions) error {
	m := compose(r, opt)
	if _, err := io.WriteString(w, m.out.String()); err != nil {
		return fmt.Errorf("could not write the Markdown report: %w", err)
	}
	return nil
}

// MarkdownOmits returns how many findings of each verdict Markdown leaves out.
func MarkdownOmits(r *link.Report, opt MarkdownOptions) map[link.Verdict]int {
	return compose(r, opt).omitted
}

// compose makes a Markdown report.
func compose(r *link.Report, opt MarkdownOptions) *markdown {
	m := &markdown{report: r, limit: opt.Limit, link: opt.Link, omitted: map[link.Verdict]int{}}
	if m.limit == 0 {
		m.limit = MaxComment
	}
	m.add(headline(r))
	if lost := lostLine(r); lost != "" {
		m.add("\n**" + lost + ".**\n")
	}
	if first := start(r); first != "" {
		m.add("\n**Start here:** " + prose(first, maxLine) + "\n")
	}
	m.add(remarks(whyIncomplete+":", r.Problems, m.limit/4))
	m.add(countsTable(r))
	m.add(decision(r))
	m.add(m.fileIndex())
	last := []string{pie(r), remarks("Notes:", notes(r), m.limit/4)}
	if m.limit < forPie {
		last[0] = ""
	}
	all := sections(r)
	reserve := func(s section) int { return min(headingBytes+rowBytes*s.listed(), m.limit/10) }
	m.reserved = len(last[0]) + len(last[1])
	for _, s := range all {
		m.reserved += reserve(s)
	}
	for _, s := range all {
		m.reserved -= reserve(s)
		m.section(s)
	}
	for _, block := range last {
		m.reserved -= len(block)
		m.add(block)
	}
	return m
}

// markdown is one Markdown report in the making.
type markdown struct {
	out      strings.Builder
	report   *link.Report
	limit    int
	reserved int // bytes kept for what comes after
	link     func(file string, line int) string
	omitted  map[link.Verdict]int
	// seeAlso follows the place of the full list where rows are left out; empty for none.
	seeAlso string
	// oneKind is true for a table of findings that are all new, known or not caused by the
	// pull request: its rows do not repeat it.
	oneKind bool
	// openRows is after how many rows a table is folded; zero for never.
	openRows int
	// most is the most findings listed of a group; zero for as many as the group says.
	most int
}

// mark says of a finding that it is not new, unless the table says so.
func (m *markdown) mark(f *link.Finding) string {
	if m.oneKind {
		return ""
	}
	return aside(f)
}

// fits reports whether n more bytes may be written.
func (m *markdown) fits(n int) bool { return m.out.Len()+m.reserved+n <= m.limit }

// add writes a block whole, or not at all.
func (m *markdown) add(block string) {
	if m.fits(len(block)) {
		m.out.WriteString(block)
	}
}

// headline says in one line how the run ended.
func headline(r *link.Report) string {
	where, found := code(r.Target, maxPath), foundWords(r)
	switch {
	case !r.Complete && found != "":
		return "## ⚠️ Incomplete: " + where + " was not checked completely; so far " + found + "\n"
	case !r.Complete:
		return "## ⚠️ Incomplete: " + where + " was not checked completely\n"
	case r.Failed:
		return "## ❌ Failed: " + found + " in " + where + "\n"
	case found != "":
		return "## ✅ Passed: " + found + " in " + where + "\n"
	}
	return "## ✅ No broken links in " + where + "\n"
}

// countsTable shows the run in numbers.
func countsTable(r *link.Report) string {
	s := &r.Stats
	cells := []string{
		number(s.Pages), number(s.Links), number(s.Targets), number(s.OK), number(s.Broken),
		number(s.Unverified), number(s.Redirected), number(s.Skipped), elapsed(r.DurationMS),
	}
	return "\n| Pages | Links | Targets | OK | Broken | Unverified | Redirected | Skipped | Time |\n" +
		"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n" +
		"| " + strings.Join(cells, " | ") + " |\n"
}

// decision says what made the run pass or fail.
func decision(r *link.Report) string {
	what := decided(r)
	if what == "" {
		return ""
	}
	return "\nWith " + code("fail-on: "+r.FailOn, maxTarget) + ", " + what + ".\n"
}

// pie is a picture of the verdicts, which GitHub draws; it is empty where there
// is no more than one.
func pie(r *link.Report) string {
	s, slices := &r.Stats, 0
	var b strings.Builder
	b.WriteString("\n```mermaid\npie showData\n    title Targets by verdict\n")
	for _, part := range []struct {
		verdict link.Verdict
		n       int
	}{
		{link.OK, s.OK},
		{link.Broken, s.Broken},
		{link.Unverified, s.Unverified},
		{link.Redirected, s.Redirected},
		{link.Skipped, s.Skipped},
	} {
		if part.n > 0 {
			slices++
			fmt.Fprintf(&b, "    \"%s\" : %d\n", part.verdict, part.n)
		}
	}
	if slices < 2 || s.Broken+s.Unverified+s.Redirected == 0 {
		return ""
	}
	b.WriteString("```\n")
	return b.String()
}

// remarks lists sentences under a title, as many as fit in limit bytes, or the
// first. It is empty when there are none.
func remarks(title string, sentences []string, limit int) string {
	if len(sentences) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + title + "\n\n")
	for i, s := range sentences {
		item := "- " + prose(s, maxMessage) + "\n"
		if i == maxRemark || i > 0 && b.Len()+len(item) > limit {
			fmt.Fprintf(&b, "- and %s more\n", number(len(sentences)-i))
			break
		}
		b.WriteString(item)
	}
	return b.String()
}

// row writes a finding as a row of its table.
func (m *markdown) row(f *link.Finding) string {
	why := m.mark(f) + "**" + string(f.Reason) + "**: "
	why += prose(Explain(f), maxMessage)
	if Advises(f) {
		ask := "<br>Did you mean "
		switch {
		case isLost(f):
			ask = "<br>Redirect it to "
		case f.Verdict == link.Redirected:
			ask = "<br>Use "
		}
		why += ask + code(f.Suggestion, maxTarget)
	}
	return cell + code(f.Target, maxTarget) + " | " + why + " | " + m.places(f) + " |\n"
}

// linked names a line of a file, with its web address where it has one.
func (m *markdown) linked(file string, line int) string {
	name := file
	if line > 0 {
		name = Clean(file, maxPath) + ":" + strconv.Itoa(line)
	}
	shown := code(name, maxTarget)
	if m.link == nil {
		return shown
	}
	if to := destination(m.link(file, line)); to != "" {
		return "[" + shown + "](" + to + ")"
	}
	return shown
}
