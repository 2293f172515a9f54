package report

import (
	"bufio"
	"cmp"
	"fmt"
	"sort"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

const (
	// MaxComment is how many bytes a comment on GitHub has at most, which holds 65,536
	// characters. A Markdown report has fewer bytes than that, however characters are
	// counted, and leaves space for a line of the one who posts it.
	MaxComment = 65_000

	maxMarkdownFindings = 1_000
	// maxOpenCards is how many cards of a section are shown before the rest is folded.
	maxOpenCards = 20
)

func writeMarkdown(out *bufio.Writer, r *link.Report, _ Options) error {
	_, err := out.WriteString(Markdown(r, Options{}))
	return err
}

// Markdown returns r in GitHub's Markdown: a headline, what kept the run from being complete,
// what to do first, what is broken, folded lists of the rest, and then how much was read. It
// never exceeds opt.Limit: findings are left out, and each list says how many.
func Markdown(r *link.Report, opt Options) string {
	limit := cmp.Or(opt.Limit, MaxComment)
	l := limits{findings: maxMarkdownFindings, places: maxPlaces, Options: opt}
	m := &markdown{view: newView(r, l), opt: opt}
	list := func(n int) string {
		l.findings = n
		m.view.limit(l)
		return m.write()
	}
	text := m.write()
	if len(text) > limit {
		text = list(sort.Search(maxMarkdownFindings, func(n int) bool { return len(list(n+1)) > limit }))
	}
	if len(text) > limit {
		// There is no room for the lists: the first problem or note is the most important.
		m.view.Sections, m.view.Problems, m.view.Notes = nil, atMost(r.Problems, 1), atMost(m.view.Notes, 1)
		text = m.write()
	}
	if len(text) > limit {
		text = m.headline()
	}
	if len(text) > limit {
		return ""
	}
	return text
}

// Comment returns r as a comment on a pull request, in GitHub's Markdown: what Markdown
// returns. A report in which all is well is one line.
func Comment(r *link.Report, opt Options) string {
	if !IsAllWell(r) {
		return Markdown(r, opt)
	}
	o := outcomeOf(r)
	line := o.Sign + " " + o.Word + o.Before + code(o.Target)
	if r.Fixed > 0 {
		line += ", fixed: " + link.Count(r.Fixed, "place") + " of the baseline"
	}
	return strings.Join(append([]string{line}, opt.places()...), " · ") + "\n"
}

// markdown is one Markdown report in the making.
type markdown struct {
	view *view
	opt  Options
	out  strings.Builder
}

func (m *markdown) headline() string {
	o := m.view.Outcome
	return "## " + o.Sign + " " + o.Word + o.Before + code(o.Target) + o.After + "\n"
}

// write makes the report of what the view lists.
func (m *markdown) write() string {
	m.out.Reset()
	v := m.view
	m.add(m.headline())
	if len(v.Problems) > 0 {
		m.add("\n**Why the check is incomplete:**\n\n", bullets(v.Problems))
	}
	if v.NotReached > 0 {
		m.add("\nNot reached before the run ended: ", link.Count(v.NotReached, "target"), ".\n")
	}
	if v.Start != "" {
		m.add("\n**Start here:** ", prose(v.Start), "\n")
	}
	for i := range v.Sections {
		m.section(&v.Sections[i])
	}
	m.add("\n", strings.Join(append(m.opt.places(), prose(v.Counts)), " · "), "\n")
	if v.Decision != "" {
		m.add("\n", prose(v.Decision), ".\n")
	}
	if n := len(v.Notes); n > 0 {
		m.add("\n<details><summary>", link.Count(n, "note"), "</summary>\n\n", bullets(v.Notes), foldEnd)
	}
	return m.out.String()
}

const foldEnd = "\n</details>\n"

func (m *markdown) add(parts ...string) {
	for _, part := range parts {
		m.out.WriteString(part)
	}
}

// bullets lists sentences.
func bullets(sentences []string) string {
	var b strings.Builder
	for _, s := range sentences {
		b.WriteString("- " + prose(s) + "\n")
	}
	return b.String()
}

// section lists the findings of a section.
func (m *markdown) section(s *section) {
	tail := ""
	if s.IsFolded() {
		m.add("\n<details><summary>", s.Title, s.Detail, "</summary>\n\n")
		tail = foldEnd
	} else {
		m.add("\n### ", s.Title, s.Detail, "\n\n")
	}
	n := 0
	for c := range s.Cards() {
		if n == maxOpenCards && !s.IsFolded() {
			m.add("\n<details><summary>More</summary>\n\n")
		}
		m.card(c)
		n++
	}
	if n > maxOpenCards && !s.IsFolded() {
		m.add(foldEnd)
	}
	if rest := s.Rest(); rest != "" {
		m.add("\n… ", prose(rest))
		if run := m.opt.run(); run != "" {
			m.add("; the summary of ", run, " may show more")
		}
		m.add(".\n")
	}
	m.add(tail)
}

// card writes a finding as an item of a list, or several below their cause.
func (m *markdown) card(c *card) {
	if c.Before == "" {
		m.row(&c.Rows[0], false)
		return
	}
	name := named(&place{Line: c.Name, Address: c.Place.Address})
	m.add("- **", strings.TrimSpace(c.Before), "** ", name, c.After)
	if c.Same {
		m.add(": ", prose(c.Rows[0].Why))
	}
	m.add("\n")
	for i := range c.Rows {
		m.add("  ")
		m.row(&c.Rows[i], c.Same)
	}
	if c.More != "" {
		m.add("  - ", c.More, "\n")
	}
}

// row writes a finding. Why it is one is left out where its card says it.
func (m *markdown) row(r *row, isSaid bool) {
	m.add("- ", code(r.Target))
	if !isSaid {
		m.add(" **", string(r.Reason), "**: ", prose(r.Why))
	}
	if r.Suggestion != "" {
		m.add("; ", r.Ask, code(r.Suggestion))
	}
	var places []string
	for i := range r.Places {
		text := named(&r.Places[i])
		if where := r.Places[i].Where; where != "" {
			text += " " + prose(where)
		}
		places = append(places, text)
	}
	if r.More != "" {
		places = append(places, r.More)
	}
	lines := []string{strings.Join(places, ", ")}
	if len(r.Possible) > 0 {
		var names []string
		for i := range r.Possible {
			names = append(names, named(&r.Possible[i]))
		}
		lines = append([]string{r.PossibleLabel() + strings.Join(names, ", ")}, lines...)
	}
	for _, line := range lines {
		if line != "" {
			m.add("<br>", line)
		}
	}
	m.add("\n")
}

// places are the commit and the run.
func (o *Options) places() (all []string) {
	if o.Commit != "" {
		all = append(all, "Commit "+named(&place{Line: strings.ToLower(o.Commit[:7]), Address: address(o.CommitURL)}))
	}
	if run := o.run(); run != "" {
		all = append(all, run)
	}
	return all
}

// run links to the run; empty without an address.
func (o *Options) run() string {
	if address(o.RunURL) == "" {
		return ""
	}
	return "[this run](" + address(o.RunURL) + ")"
}

// named is the line of a place, with its web address where it has one. Words have no line.
func named(p *place) string {
	switch {
	case p.Line == "":
		return p.Name
	case p.Address == "":
		return code(p.Line)
	}
	return "[" + code(p.Line) + "](" + p.Address + ")"
}

// code returns s, which is clean, as a Markdown code span: nothing in it is markup, a link, a
// mention or an issue number. What a span cannot hold goes into a code element instead. An empty
// s gives "".
func code(s string) string {
	switch {
	case s == "":
		return ""
	case strings.ContainsAny(s, "`|<>\\") || strings.TrimSpace(s) != s || Inert(s) != s:
		return "<code>" + prose(s) + "</code>"
	}
	return "`" + s + "`"
}

// prose returns s, which is clean, for a sentence of a paragraph or a list item: the words as
// they are, and nothing of them markup, a link, a mention or an issue number.
func prose(s string) string {
	afterWord := func(before, word string) bool {
		return len(before) >= len(word) && strings.EqualFold(before[len(before)-len(word):], word)
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '@' || r == '#', r == '-' && afterWord(s[:i], "gh"):
			// Mentions and issue numbers are looked for in what has been rendered: only a
			// zero-width space separates them from the word behind.
			fmt.Fprintf(&b, "&#%d;&#8203;", r)
		case strings.ContainsRune("<>&|`$", r), r == ':' && strings.HasPrefix(s[i:], "://"), r == '.' && afterWord(s[:i], "www"):
			fmt.Fprintf(&b, "&#%d;", r)
		case strings.ContainsRune(`\*_[]~!`, r), strings.ContainsRune("-+=.)", r) && strings.Trim(s[:i], " 0123456789") == "":
			// A dash, or a dot behind a number, would begin a list.
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// maxAddress is the longest address in bytes that is made a link.
const maxAddress = 4000

// address returns an http or https URL as a link may have it in Markdown and HTML; it is empty
// for all else: a page may say javascript: as well.
func address(url string) string {
	if len(url) > maxAddress || !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") {
		return ""
	}
	var b strings.Builder
	for i := range len(url) {
		c := url[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>()[]\\^`{|}*_~@$!'", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// FoldedPatch returns a patch as a part of a comment, in GitHub's Markdown, of at most limit
// bytes. Of a longer one it says how to get it.
func FoldedPatch(patch string, limit int) string {
	if patch == "" {
		return ""
	}
	fence := "```"
	for len(patch) <= limit && strings.Contains(patch, fence) {
		fence += "`"
	}
	text := "\n<details><summary>Fixes for links on other lines</summary>\n\n" +
		fence + "diff\n" + patch + fence + "\n\nSave this as a file, and apply it with `git apply FILE`.\n\n</details>\n"
	if len(text) > limit {
		return "\nThe fixes for links on other lines are too long for this comment: run `linkvet --fix diff`.\n"
	}
	return text
}

// maxCauses is the most causes that Stopped lists.
const maxCauses = 20

// Stopped returns, in GitHub's Markdown, how a run ended that checked nothing, and
// why. The headline is a few words of our own; the causes may quote untrusted text.
func Stopped(headline string, causes []string, failed bool) string {
	mark := "⏳"
	if failed {
		mark = "❌"
	}
	text := "## " + mark + " " + prose(shown(headline, maxMessage)) + "\n"
	if len(causes) > 0 {
		text += "\nNothing was checked:\n\n" + bullets(atMost(causes, maxCauses))
	}
	return text
}
