package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page's parts
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// HTMLOptions link the HTML report to sources.
type HTMLOptions struct {
	// Link returns the web address of a line of a file as the report names it, or
	// "" when it has none. The line is zero when it is not known. A nil Link links
	// nothing.
	Link func(file string, line int) string
	// Line returns a line of a file as the report names it, as in TextOptions. Nil
	// quotes nothing.
	Line func(file string, line int) string
}

// The looks of the page, and what filters its findings where scripts run.
var (
	//go:embed html.css
	htmlStyle string
	//go:embed html.js
	htmlScript string
)

const (
	// An HTML report has to open in any browser.
	maxHTMLFindings = 10_000
	maxHTMLPlaces   = 100
	// maxHTMLQuotes is how many lines of a section it quotes: each is read from its file.
	maxHTMLQuotes = 200
	// openPlaces is how many places of a finding are not folded, and openRows how many findings
	// with one cause.
	openPlaces = 5
	openRows   = 10
	// fewCards is how many findings need no filter, and are not folded when they are no work.
	fewCards = 20
)

// page writes the HTML report. It needs no template: html/template calls methods by their names, so
// that a program which imports it keeps every method of every library, 7 MB of them here.
type page struct {
	*view
	out *bufio.Writer
	// findings counts all.
	findings int
}

// HTML writes r as one page that needs nothing else: no other file, no network,
// and no script but to filter. It begins with what is broken. It is written as it goes, so that
// the size of a report costs no memory. It lists up to maxHTMLFindings, and says how many it
// leaves out.
func HTML(w io.Writer, r *link.Report, opt HTMLOptions) error {
	l := limits{
		findings: maxHTMLFindings, places: placesEach(r, maxHTMLPlaces), quotes: maxHTMLQuotes, whole: true,
		line: opt.Line, link: opt.Link,
	}
	// The paths of a directory need not be on the web yet.
	if base := address(cmp.Or(r.SiteURL, r.Target)); base != "" && r.Mode == link.Live {
		l.page = func(path string) string {
			return strings.TrimSuffix(base, "/") + "/" + address("http://x/" + strings.TrimPrefix(path, "/"))[len("http://x/"):]
		}
	}
	p := page{view: newView(r, l), out: bufio.NewWriterSize(w, 64<<10)}
	for i := range p.Sections {
		p.findings += p.Sections[i].Size
	}
	p.head()
	p.body()
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("could not write the HTML report: %w", err)
	}
	return nil
}

// raw writes markup. A buffered writer keeps its first error for the end.
func (p *page) raw(parts ...string) {
	for _, part := range parts {
		_, _ = p.out.WriteString(part)
	}
}

// say writes a text between markup.
func (p *page) say(before, text, after string) { p.raw(before, html.EscapeString(text), after) }

// head writes what is before the body. The policy forbids everything that the page does not need, in
// case a browser ever takes a text of a site for markup.
func (p *page) head() {
	policy := "default-src 'none'; style-src " + hashOf(htmlStyle) + "; base-uri 'none'; form-action 'none'"
	if p.hasFilter() {
		policy += "; script-src " + hashOf(htmlScript)
	}
	p.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	p.say(`<meta http-equiv="Content-Security-Policy" content="`, policy, "\">\n")
	p.raw(`<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
`)
	p.say(`<meta name="generator" content="linkvet `, p.version(), "\">\n")
	p.say("<title>", p.Outcome.Mark+" "+p.Outcome.String(), " – linkvet</title>\n")
	p.raw("<style>", htmlStyle, "</style>\n</head>\n")
}

// body writes what readers see.
func (p *page) body() {
	p.say(`<body class="`, p.Outcome.Status, "\">\n<header>\n")
	p.say(`<h1><b aria-hidden="true">`, p.Outcome.Mark, "</b> ")
	p.say("", p.Outcome.String(), "</h1>\n")
	if len(p.Problems) > 0 {
		p.list("<h2>Why the check is incomplete</h2>\n", p.Problems)
	}
	if p.NotReached > 0 {
		p.say("<p>Not reached before the run ended: ", count(p.NotReached, "target"), ".</p>\n")
	}
	if p.Start != "" {
		p.say("<p><b>Start here:</b> ", p.Start, "</p>\n")
	}
	p.raw("</header>\n<main>\n")
	if p.hasFilter() {
		p.filter()
	}
	for i := range p.Sections {
		p.section(&p.Sections[i])
	}
	if len(p.Try) > 0 {
		p.list("<section>\n<h2>What to try</h2>\n", p.Try)
		p.raw("</section>\n")
	}
	p.run()
	p.explain()
	p.say("</main>\n<footer>\n<p>Made by <a href=\"https://github.com/linkvet/linkvet\">linkvet</a> ", p.version(), ".</p>\n</footer>\n")
	if p.hasFilter() {
		p.raw("<script>", htmlScript, "</script>\n")
	}
	p.raw("</body>\n</html>\n")
}

// filter writes what narrows the findings where scripts run.
func (p *page) filter() {
	if len(p.Sections) > 1 {
		p.raw(`<p class="jump">`)
		for i := range p.Sections {
			p.say(`<a href="#`, p.Sections[i].ID(), `">`)
			p.say("", p.Sections[i].Title, "</a> ")
		}
		p.raw("</p>\n")
	}
	p.raw(`<div id="filter" role="search" aria-label="Filter the findings" hidden>
<p><label for="words">Words</label><input id="words" type="search" autocomplete="off" spellcheck="false"></p>
<p><label for="reason">Reason</label><select id="reason">
<option value="">all</option>
`)
	counts := p.reasons()
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		p.say(`<option value="`, string(reason), `">`)
		p.say("", string(reason)+" ("+number(counts[reason])+")", "</option>\n")
	}
	file := "File or folder"
	if p.report.Mode == link.Live {
		file = "Page or file"
	}
	p.raw(`</select></p>
<p><label for="file">`, file, `</label><input id="file" type="search" list="names" autocomplete="off" spellcheck="false"><datalist id="names"></datalist></p>
<p><label for="order">Order</label><select id="order">
<option value="">most pages</option>
<option value="file">file</option>
<option value="target">target</option>
</select></p>
<p><button type="button">Show all</button></p>
<output for="words reason file"></output>
</div>
`)
}

// section writes the findings of one verdict. A reader has to open it where there would be a long way
// to scroll past it. The headline counts a single finding already.
func (p *page) section(s *section) {
	verdict := string(s.Verdict)
	if isShut := s.IsFolded() && len(s.groups) > fewCards; isShut {
		p.raw(`<details class="`, verdict, `"><summary><h2 id="`, s.ID(), `">`)
		p.say("", s.Title, "</h2></summary>\n")
		p.cards(s)
		p.raw("</details>\n")
		return
	}
	p.raw(`<section class="`, verdict, `" aria-labelledby="`, s.ID(), "\">\n", `<h2 id="`, s.ID(), `"`)
	if p.findings == 1 && !p.Sections[0].lost {
		p.raw(` class="only"`)
	}
	p.say(">", s.Title, "</h2>\n")
	p.cards(s)
	p.raw("</section>\n")
}

func (p *page) cards(s *section) {
	p.raw("<div class=\"cards\">\n")
	for c := range s.Cards() {
		p.card(c)
	}
	p.raw("</div>\n")
	if rest := s.Rest(); rest != "" {
		p.say(`<p class="quiet">… `, rest, ".</p>\n")
	}
}

// card writes what one cause makes, or a finding by itself.
func (p *page) card(c *card) {
	if c.Before == "" {
		r := &c.Rows[0]
		p.raw(`<article id="f-`, r.ID, "\">\n<h3>")
		p.target(r)
		p.raw(" ")
		p.permalink(r)
		p.raw("</h3>\n<p>")
		p.mark(r.Mark)
		p.why(r)
		p.suggestion(r)
		p.raw("</p>\n")
		p.details(r)
		p.raw("</article>\n")
		return
	}
	p.say("<article>\n<h3>", c.Before, "")
	p.name(&place{Name: c.Name, Address: c.Place.Address})
	p.say("", c.After, "</h3>\n")
	p.quote(c.Place.Quote)
	if c.Same || c.Mark != "" {
		p.raw("<p>")
		p.mark(c.Mark)
		if c.Same {
			p.why(&c.Rows[0])
		}
		p.raw("</p>\n")
	}
	open := c.Rows[:min(len(c.Rows), openRows)]
	p.rows(open)
	if folded := c.Rows[len(open):]; len(folded) > 0 {
		p.say("<details><summary>", count(len(folded), "further target"), "</summary>\n")
		p.rows(folded)
		p.raw("</details>\n")
	}
	p.raw("</article>\n")
}

func (p *page) rows(all []row) {
	p.raw("<ul class=\"rows\">\n")
	for i := range all {
		r := &all[i]
		p.raw(`<li id="f-`, r.ID, `"><b>`)
		p.target(r)
		p.raw("</b> ")
		p.permalink(r)
		p.raw(" ")
		if !r.Same {
			p.why(r)
		}
		p.suggestion(r)
		p.raw("\n")
		p.details(r)
		p.raw("</li>\n")
	}
	p.raw("</ul>\n")
}

// target writes the target of a row, as a link where it is on the web.
func (p *page) target(r *row) {
	if r.Address != "" {
		p.say(`<a href="`, r.Address, `">`)
		p.say("", r.Target, "</a>")
	} else {
		p.say("", r.Target, "")
	}
}

func (p *page) permalink(r *row) {
	p.raw(`<a class="self" href="#f-`, r.ID, `" aria-label="Permalink">#</a>`)
}

func (p *page) mark(mark string) {
	switch mark {
	case "":
	case "known, ":
		p.raw(`<span class="known">known (baseline)</span> `)
	default:
		p.raw(`<span class="known">not caused by this pull request</span> `)
	}
}

func (p *page) why(r *row) {
	p.raw(`<a class="why" href="#reason-`, string(r.Reason), `">`, string(r.Reason), "</a>: ")
	p.say("", r.Why, ".")
}

func (p *page) suggestion(r *row) {
	if r.Suggestion != "" {
		p.say(" ", r.Ask, "<code>")
		p.say("", r.Suggestion, "</code>")
		p.say("", r.End, "")
	}
}

// details writes the redirects and the places of a row.
func (p *page) details(r *row) {
	if len(r.Hops) > 0 {
		p.raw("<ol class=\"quiet\">\n")
		for _, hop := range r.Hops {
			p.say("<li>"+strconv.Itoa(hop.Status)+" to <code>", hop.URL, "</code></li>\n")
		}
		p.raw("</ol>\n")
	}
	if len(r.Places)+len(r.Possible) == 0 && r.More == "" {
		return
	}
	open := r.Places[:min(len(r.Places), openPlaces)]
	folded := r.Places[len(open):]
	p.raw("<ul class=\"at\">\n")
	if len(r.Possible) == 1 {
		p.possible(r)
	}
	p.places(open)
	if len(r.Possible) > 1 {
		p.possible(r)
	}
	if len(folded) > 0 {
		p.say("</ul>\n<details><summary>", r.Hidden, "</summary>\n<ul class=\"at\">\n")
		p.places(folded)
	}
	if r.More != "" {
		p.say("<li>", r.More, "</li>\n")
	}
	p.raw("</ul>\n")
	if len(folded) > 0 {
		p.raw("</details>\n")
	}
}

// possible writes the places that may be the source.
func (p *page) possible(r *row) {
	p.say("<li>", r.PossibleLabel(), "")
	for i := range r.Possible {
		if i > 0 {
			p.raw(", ")
		}
		if r.Possible[i].Line != "" {
			p.name(&r.Possible[i])
		} else {
			p.say("", r.Possible[i].Name, "")
		}
	}
	p.raw("</li>\n")
}

func (p *page) places(all []place) {
	for i := range all {
		at := &all[i]
		p.raw("<li>")
		p.name(at)
		if at.Quote == nil && at.Link != "" && (at.Text == "" || at.Link != "<a>") {
			p.say(" <code>", at.Link, "</code>")
		}
		if at.Quote == nil && at.Text != "" {
			p.say(" “", at.Text, "”")
		}
		if at.Where != "" {
			p.say(" ", at.Where, "")
		}
		p.quote(at.Quote)
		p.raw("</li>\n")
	}
}

// name writes the name of a place, as a link where it is on the web.
func (p *page) name(at *place) {
	if at.Address == "" {
		p.say("<samp>", at.Name, "</samp>")
		return
	}
	p.say(`<a href="`, at.Address, `">`)
	p.say("", at.Name, "</a>")
}

func (p *page) quote(q *quotedLine) {
	if q != nil {
		p.say("<pre>", q.Before, "<mark>")
		p.say("", q.Link, "</mark>")
		p.say("", q.After, "</pre>")
	}
}

func (p *page) list(before string, items []string) {
	p.raw(before, "<ul>\n")
	for _, item := range items {
		p.say("<li>", item, "</li>\n")
	}
	p.raw("</ul>\n")
}

// run writes what was checked, and how.
func (p *page) run() {
	p.say("<section aria-labelledby=\"run\">\n<h2 id=\"run\">The run</h2>\n<p>", p.Counts, ".")
	if p.Decision != "" {
		p.say(" ", p.Decision, ".")
	}
	if p.Fixed != "" {
		p.say(" Fixed: ", p.Fixed, ".")
	}
	p.raw("</p>\n<dl class=\"facts\">\n<dt>Checked</dt><dd>")
	p.name(webPlace(p.report.Target))
	p.raw("</dd>\n")
	if p.report.SiteURL != "" && p.report.SiteURL != p.report.Target {
		p.raw("<dt>Site URL</dt><dd>")
		p.name(webPlace(p.report.SiteURL))
		p.raw("</dd>\n")
	}
	if p.report.Hosting != "" {
		p.say("<dt>Hosting</dt><dd>", shown(p.report.Hosting, maxSnippet), "</dd>\n")
	}
	p.raw("<dt>Started</dt><dd>", p.report.Started.UTC().Format("2006-01-02 15:04 UTC"), "</dd>\n</dl>\n")
	if len(p.Notes) > 0 {
		p.list("", p.Notes)
	}
	p.raw("</section>\n")
}

// explain writes what the reasons that occur mean. Our own words have code between backquotes.
func (p *page) explain() {
	counts := p.reasons()
	if len(counts) == 0 {
		return
	}
	p.raw("<section aria-labelledby=\"reasons\">\n<h2 id=\"reasons\">What the reasons mean</h2>\n<dl class=\"reasons\">\n")
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		p.raw(`<dt id="reason-`, string(reason), `">`, string(reason), "</dt>\n<dd>")
		short, long := helpOf(reason)
		for i, part := range strings.Split(short+". "+long, "`") {
			if i%2 == 1 {
				p.say("<code>", part, "</code>")
			} else {
				p.say("", part, "")
			}
		}
		p.raw("</dd>\n")
	}
	p.raw("</dl>\n</section>\n")
}

// reasons counts the findings by their reasons.
func (p *page) reasons() map[link.Reason]int {
	counts := map[link.Reason]int{}
	for i := range p.Sections {
		for reason, n := range p.Sections[i].reasons {
			counts[reason] += n
		}
	}
	return counts
}

// webPlace names what has an address of its own.
func webPlace(url string) *place { return &place{Name: shown(url, maxTarget), Address: address(url)} }

// hashOf names what may be in the page to its policy.
func hashOf(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// hasFilter reports whether there are so many findings that a filter helps.
func (p *page) hasFilter() bool { return p.findings > fewCards }

func (p *page) version() string { return shown(p.report.Version, maxSnippet) }
