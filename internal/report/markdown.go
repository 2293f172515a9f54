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
	// Limit is the most bytes to write. Zero means no limit.
	Limit int
	// Link returns the web address of a line of a file as the report names it, or
	// "" when it has none. The line is zero when it is not known. A nil Link links
	// nothing.
	Link func(file string, line int) string
}

// The most places named for one target, and the most notes or problems listed:
// a summary is to be taken in at a glance.
const (
	maxPlaces = 3
	maxRemark = 20
)

// leftOut is room kept for the line that says how many rows did not fit.
const leftOut = 100

// Markdown writes r in GitHub's Markdown: a headline, the counts, a table of
// what is broken, and folded ones of the rest. It never exceeds opt.Limit: rows
// are left out, the last first, and the text says how many.
func Markdown(w io.Writer, r *link.Report, opt MarkdownOptions) error {
	m := &markdown{limit: opt.Limit, link: opt.Link}
	m.add(headline(r))
	m.add(countsTable(r))
	m.add(remarks("What kept it from being checked to the end:", r.Problems))
	notes := remarks("Notes:", r.Notes)
	m.reserved = len(notes)
	for _, s := range sections(r) {
		m.section(s)
	}
	m.reserved = 0
	m.add(notes)
	if _, err := io.WriteString(w, m.out.String()); err != nil {
		return fmt.Errorf("could not write Markdown report: %w", err)
	}
	return nil
}

// markdown is one Markdown report in the making.
type markdown struct {
	out      strings.Builder
	limit    int
	reserved int // bytes kept for what comes last
	link     func(file string, line int) string
}

// fits reports whether n more bytes may be written.
func (m *markdown) fits(n int) bool {
	return m.limit <= 0 || m.out.Len()+m.reserved+n <= m.limit
}

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
		return "## ⚠️ Incomplete: " + where + " was not checked to its end; so far " + found + "\n"
	case !r.Complete:
		return "## ⚠️ Incomplete: " + where + " was not checked to its end\n"
	case r.Failed:
		return "## ❌ " + found + " in " + where + "\n"
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

// remarks lists sentences under a title. It is empty when there are none.
func remarks(title string, sentences []string) string {
	if len(sentences) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n" + title + "\n\n")
	for i, s := range sentences {
		if i == maxRemark {
			fmt.Fprintf(&b, "- and %s more\n", number(len(sentences)-i))
			break
		}
		b.WriteString("- " + prose(s, maxMessage) + "\n")
	}
	return b.String()
}

// section writes the table of one verdict; all but broken links are folded.
func (m *markdown) section(s section) {
	title := strings.ToUpper(string(s.verdict[:1])) + string(s.verdict[1:]) + ": " + byReason(s.reasons)
	head, tail := "\n### "+title+"\n", ""
	if s.verdict != link.Broken {
		head, tail = "\n<details><summary>"+title+"</summary>\n", "\n</details>\n"
	}
	head += "\n| Target | Why | Where |\n| --- | --- | --- |\n"
	if !m.fits(len(head) + len(tail) + leftOut) {
		return
	}
	m.out.WriteString(head)
	for i, f := range s.findings {
		row := m.row(f)
		if !m.fits(len(row) + len(tail) + leftOut) {
			fmt.Fprintf(&m.out, "\n%s left out for want of room.\n", count(len(s.findings)-i, "more target"))
			break
		}
		m.out.WriteString(row)
	}
	m.out.WriteString(tail)
}

// row writes a finding as a row of its table.
func (m *markdown) row(f *link.Finding) string {
	why := "**" + string(f.Reason) + "**: "
	if f.Known {
		why = "known, " + why
	}
	why += prose(Explain(f), maxMessage)
	if advises(f) {
		ask := "<br>Did you mean "
		if f.Verdict == link.Redirected {
			ask = "<br>Write "
		}
		why += ask + code(f.Suggestion, maxTarget)
	}
	return "| " + code(f.Target, maxTarget) + " | " + why + " | " + m.places(f) + " |\n"
}

// places names the first places that link to a finding's target.
func (m *markdown) places(f *link.Finding) string {
	shown := min(len(f.Occurrences), maxPlaces)
	parts := make([]string, 0, shown+1)
	for i := range f.Occurrences[:shown] {
		parts = append(parts, m.place(&f.Occurrences[i]))
	}
	if rest := len(f.Occurrences) - shown; rest > 0 {
		parts = append(parts, morePlaces(f, rest))
	}
	return strings.Join(parts, "<br>")
}

// place names one place, linked to its line where that has an address.
func (m *markdown) place(o *link.Occurrence) string {
	file, line, _ := place(o)
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
