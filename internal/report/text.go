package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// What the text report lists at most. With more than manyFindings broken targets, it quotes no
// lines. After farAway lines, its first one is repeated at the end, where a log is read first.
const (
	manyFindings       = 50
	maxTextFindings    = 300
	maxVerboseFindings = 20_000
	maxTextPlaces      = 10
	maxVerbosePlaces   = 1_000
	farAway            = 40
	// maxPad is the widest place, in code points, that others are aligned with.
	maxPad = 60
)

// writeText writes r for people: what to do first, what is broken, with the places to fix,
// then what could not be verified and what has moved, then how the run ended and why, then
// counts and time, then what to do next.
func writeText(out *bufio.Writer, r *link.Report, opt Options) error {
	l := limits{findings: maxTextFindings, places: maxTextPlaces, quotes: manyFindings, Options: opt}
	switch {
	case opt.Verbose:
		l.findings, l.places, l.whole = maxVerboseFindings, maxVerbosePlaces, true
	case r.Stats.Broken > manyFindings:
		l.places, l.quotes = maxPlaces, 0
	}
	t := &text{out: out, paint: paint(opt.Color), opt: opt}
	if opt.Quiet && !opt.Verbose {
		failing := *r
		failing.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f link.Finding) bool { return !f.Fails })
		t.view = newView(&failing, l)
		t.view.Outcome = outcomeOf(r)
		t.quiet()
	} else {
		t.view = newView(r, l)
		t.all()
	}
	return nil
}

// text is one text report in the making.
type text struct {
	out   *bufio.Writer
	paint paint
	opt   Options
	view  *view
	lines int
}

// add writes the parts as one line. It is the only way by which the report reaches its
// writer, so that no line of it can be taken for a workflow command.
func (t *text) add(parts ...string) {
	line := strings.TrimRight(strings.Join(parts, ""), " ")
	_, _ = t.out.WriteString(Inert(line))
	_ = t.out.WriteByte('\n')
	t.lines++
}

// all writes the whole report.
func (t *text) all() {
	v := t.view
	if v.Start != "" {
		t.add(t.paint.bold("Start here:"), " ", v.Start)
	}
	for i := range v.Sections {
		s := &v.Sections[i]
		t.add(t.paint.bold(s.Title), s.Detail)
		t.section(s)
	}
	if v.NotReached > 0 {
		t.add(t.paint.mark(link.Unverified), " ", string(link.NotReached), "  ", link.Count(v.NotReached, "target"), ": the run ended first")
	}
	if t.opt.Verbose {
		t.remarks(t.paint.bold("setting:"), atMost(t.opt.Settings, maxRemarks)...)
	}
	t.outcome()
	t.add("  ", v.Counts)
	t.remarks(t.paint.bold("note:"), v.Notes...)
	if v.Start != "" && t.lines > farAway {
		t.add(t.paint.bold("start here:"), " ", v.Start)
	}
	t.remarks(t.paint.bold("try:"), v.Try...)
}

// quiet writes what fails the run, and how it ended, unless all is well.
func (t *text) quiet() {
	for i := range t.view.Sections {
		t.section(&t.view.Sections[i])
	}
	if r := t.view.report; !r.Complete || r.Failed {
		t.outcome()
	}
}

// outcome says how the run ended, and why it is incomplete.
func (t *text) outcome() {
	o := t.view.Outcome
	word := o.Mark + " " + o.Word
	if o.Status == "passed" {
		word = t.paint.good(word)
	} else {
		word = t.paint.bad(word)
	}
	t.add(word, o.Before, o.Target, o.After)
	t.remarks(t.paint.bad("problem:"), t.view.Problems...)
}

// remarks writes sentences, each on a line that begins with label.
func (t *text) remarks(label string, sentences ...string) {
	for _, s := range sentences {
		t.add(label, " ", s)
	}
}

// section writes the findings of a section, and how many are left out.
func (t *text) section(s *section) {
	for c := range s.Cards() {
		t.card(c)
	}
	if rest := s.Rest(); rest != "" {
		if strings.HasPrefix(rest, "and ") {
			rest = t.paint.mark(s.Verdict) + " " + rest
		} else {
			rest = "  " + rest
		}
		t.add(rest)
	}
	t.add()
}

// card writes a finding, or several below their cause.
func (t *text) card(c *card) {
	indent := ""
	if c.Before != "" {
		t.add(t.paint.mark(c.Verdict), " ", c.Mark, c.Before, t.paint.bold(c.Name), c.After)
		indent = "  "
		t.quote("      ", c.Verdict, c.Place.Quote)
	}
	for i := range c.Rows {
		t.row(&c.Rows[i], indent)
	}
	if c.More != "" {
		t.add(indent, t.paint.mark(c.Verdict), " ", c.More)
	}
}

// row writes the line that says what is wrong, and the places to fix.
func (t *text) row(r *row, indent string) {
	t.add(indent, t.paint.mark(r.Verdict), " ", r.Mark, string(r.Reason), "  ", t.paint.bold(r.Target), " — ", r.Why, t.paint.good(r.Advice()))
	if t.opt.Verbose {
		for _, h := range r.Hops {
			t.add(indent, "    ", t.paint.dim(link.Number(h.Status)+" → "), h.URL)
		}
	}
	indent += "    "
	if len(r.Possible) > 0 {
		names := make([]string, 0, len(r.Possible))
		for i := range r.Possible {
			names = append(names, r.Possible[i].Name)
		}
		t.add(indent, t.paint.dim(r.PossibleLabel()+strings.Join(names, ", ")))
	}
	wide := 0
	for i := range r.Places {
		wide = max(wide, utf8.RuneCountInString(r.Places[i].Name))
	}
	for i := range r.Places {
		p := &r.Places[i]
		if p.Quote != nil {
			t.add(indent, p.Name, t.paint.dim(after(p.Where)))
			t.quote(indent+"    ", r.Verdict, p.Quote)
			continue
		}
		said := p.Link
		if said != "" && p.Text != "" {
			said += ` "` + p.Text + `"`
		}
		t.add(indent, fmt.Sprintf("%-*s", min(wide, maxPad), p.Name), t.paint.dim(after(said)+after(p.Where)))
	}
	if r.More != "" {
		t.add(indent, t.paint.dim(r.More))
	}
}

// quote writes a line, with the link underlined in it; nil is none.
func (t *text) quote(indent string, v link.Verdict, q *quotedLine) {
	if q == nil {
		return
	}
	t.add(indent, t.paint.dim(q.Before), t.paint.as(v, q.Link), t.paint.dim(q.After))
	t.add(indent, strings.Repeat(" ", columns(q.Before)), t.paint.as(v, strings.Repeat("^", max(columns(q.Link), 1))))
}

// after sets words apart from what is before them.
func after(words string) string {
	if words == "" {
		return ""
	}
	return "  " + words
}

// paint colors text for a terminal when it is true and leaves it alone when it
// is false.
type paint bool

func (p paint) wrap(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p paint) bold(s string) string { return p.wrap("1", s) }
func (p paint) dim(s string) string  { return p.wrap("2", s) }
func (p paint) good(s string) string { return p.wrap("32", s) }
func (p paint) bad(s string) string  { return p.wrap("31", s) }

// mark is the sign that a finding's first line begins with.
func (p paint) mark(v link.Verdict) string {
	sign, _ := style(v)
	return p.as(v, sign)
}

// as paints s in the color of a verdict.
func (p paint) as(v link.Verdict, s string) string {
	_, color := style(v)
	return p.wrap(color, s)
}

func style(v link.Verdict) (sign, color string) {
	switch v {
	case link.Broken:
		return "✗", "31"
	case link.Unverified:
		return "?", "33"
	}
	return "→", "36"
}
