// Package report writes what a run found out: as text for people, as JSON for
// programs, as Markdown for a job summary. The writers look nothing up. All
// that comes from a page is treated as hostile: nothing of it can act on a
// terminal, a workflow runner or a Markdown renderer.
package report

import (
	"cmp"
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/link"
)

// TextOptions choose how the text report looks. The zero value is for a log.
type TextOptions struct {
	// Color marks verdicts and targets with ANSI colours.
	Color bool
	// MaxOccurrences is the number of places shown for one broken target, at
	// least one. Zero means 10, or 3 when there are more than 50 broken targets.
	MaxOccurrences int
}

// The defaults of TextOptions.MaxOccurrences.
const (
	fewOccurrences  = 3
	manyOccurrences = 10
	manyFindings    = 50
)

// maxNotReached is the number of targets named that the run had no time for:
// they can be nearly all of a site, and each says the same.
const maxNotReached = 3

// Text writes r for people: what is broken, with every place to mend, then what
// could not be verified and what has moved, then counts and time, then what to
// do next.
func Text(w io.Writer, r *link.Report, opt TextOptions) error {
	t := &text{out: newLines(w), paint: paint(opt.Color), places: opt.MaxOccurrences}
	if t.places <= 0 {
		t.places = manyOccurrences
		if r.Stats.Broken > manyFindings {
			t.places = fewOccurrences
		}
	}
	for _, s := range sections(r) {
		t.section(s)
	}
	t.ending(r)
	if err := t.out.flush(); err != nil {
		return fmt.Errorf("could not write text report: %w", err)
	}
	return nil
}

// text is one text report in the making.
type text struct {
	out    *lines
	paint  paint
	places int
}

// section holds the findings of one verdict, sorted as in the report.
type section struct {
	verdict  link.Verdict
	findings []*link.Finding
	reasons  map[link.Reason]int
}

// sections returns the verdicts that have findings, the worst first.
func sections(r *link.Report) []section {
	var all []section
	for _, v := range []link.Verdict{link.Broken, link.Unverified, link.Redirected} {
		s := section{verdict: v, reasons: map[link.Reason]int{}}
		for i := range r.Findings {
			if f := &r.Findings[i]; f.Verdict == v {
				s.findings = append(s.findings, f)
				s.reasons[f.Reason]++
			}
		}
		if len(s.findings) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// section writes a heading and the findings under it.
func (t *text) section(s section) {
	heading := map[link.Verdict]string{
		link.Broken:     "Broken: " + count(len(s.findings), "target"),
		link.Unverified: "Unverified: " + count(len(s.findings), "target") + " that could not be checked for certain",
		link.Redirected: "Redirected: " + count(len(s.findings), "target") + " that moved",
	}[s.verdict]
	detail := ""
	if len(s.reasons) > 1 {
		detail = " (" + byReason(s.reasons) + ")"
	}
	t.out.add(t.paint.bold(heading), detail)
	left := 0
	for _, f := range s.findings {
		if f.Reason == link.NotReached {
			if left++; left > maxNotReached {
				continue
			}
		}
		t.finding(f)
	}
	if left -= maxNotReached; left > 0 {
		t.out.add(t.paint.mark(s.verdict), " ", string(link.NotReached), "  and ", count(left, "more target"))
	}
	t.out.add()
}

// finding writes the line that says what is wrong and the places to mend. Only
// what is broken and new is worth more than one place.
func (t *text) finding(f *link.Finding) {
	shown := 1
	if f.Verdict == link.Broken && !f.Known {
		shown = t.places
	}
	shown = min(shown, len(f.Occurrences))
	known := ""
	if f.Known {
		known = "known, "
	}
	advice := ""
	if advises(f) {
		ask := "; did you mean "
		if f.Verdict == link.Redirected {
			ask = "; write "
		}
		advice = ask + t.paint.good(Clean(f.Suggestion, maxTarget))
	}
	t.out.add(t.paint.mark(f.Verdict), " ", known, string(f.Reason), "  ",
		t.paint.bold(Clean(f.Target, maxTarget)), " — ", Clean(Explain(f), maxMessage), advice)

	width := 0
	for i := range f.Occurrences[:shown] {
		width = max(width, len([]rune(at(place(&f.Occurrences[i])))))
	}
	rest := len(f.Occurrences) - shown
	for i := range f.Occurrences[:shown] {
		o := &f.Occurrences[i]
		more := ""
		if rest > 0 && shown == 1 {
			more = "  " + t.paint.dim(morePlaces(f, rest))
		}
		where := at(place(o))
		t.out.add("    ", where, padding(where, min(width, maxPad)), t.paint.dim(snippet(f, o)), more)
	}
	if rest > 0 && shown > 1 {
		t.out.add("    ", t.paint.dim(morePlaces(f, rest)))
	}
}

// maxPad is the widest place, in code points, that others are aligned with.
const maxPad = 60

// padding returns the blanks that follow s in a column of the given width.
func padding(s string, width int) string {
	return fmt.Sprintf("%*s", max(width-len([]rune(s)), 0)+2, "")
}

// snippet sketches the link as it stands in the page, and what it reads.
func snippet(f *link.Finding, o *link.Occurrence) string {
	if o.Element == "" {
		return ""
	}
	s := sketch(f, o)
	if o.Text != "" {
		s += ` "` + Clean(o.Text, maxSnippet) + `"`
	}
	if o.Source != nil {
		s += "  on " + Clean(cmp.Or(o.Page, o.File), maxPath)
	}
	return s
}

// sketch writes a link in the language that it stands in: an attribute of an
// element, a style sheet, JSON, or the text of an element of XML. An attribute's
// value is left out where it only repeats the target.
func sketch(f *link.Finding, o *link.Occurrence) string {
	element, attribute, value := Clean(o.Element, maxSnippet), Clean(o.Attribute, maxSnippet), Clean(o.Link, maxSnippet)
	switch {
	case attribute == "import":
		return `@import "` + value + `"`
	case attribute == "url" && (element == "css" || element == "style"):
		return "url(" + value + ")"
	case attribute == "":
		return "<" + element + ">" + value
	case isData(element, attribute):
		return element + `: "` + attribute + `": "` + value + `"`
	case o.Link != f.Target:
		return "<" + element + " " + attribute + `="` + value + `">`
	case attribute != usual(element):
		return "<" + element + " " + attribute + ">"
	}
	return "<" + element + ">"
}

// isData tells whether a link stands in JSON: that of a manifest, a feed, or a
// script that describes the page.
func isData(element, attribute string) bool {
	switch element {
	case "manifest", "icons", "screenshots", "shortcuts", "feed", "items", "attachments":
		return true
	case "script":
		return attribute != "src" && attribute != "href" && attribute != "xlink:href"
	}
	return false
}

// usual returns the attribute that an element is expected to link with.
func usual(element string) string {
	switch element {
	case "a", "area", "link":
		return "href"
	}
	return "src"
}
