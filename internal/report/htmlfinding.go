package report

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// What one card shows at once, and with what is folded. A longer list does not help to
// fix the target.
const (
	maxOpenPlaces  = 10
	maxHTMLPlaces  = 100
	maxOpenTargets = 5
	// maxRowPlaces is how many places each target of a group has at once.
	maxRowPlaces = 3
)

// card writes a group with the first of its findings, as many as listed. It returns false
// when nothing arrives any more.
func (p *htmlPage) card(g *Group, listed int) bool {
	if len(g.Findings) > 1 {
		p.groupCard(g, listed)
	} else {
		f := g.Findings[0]
		p.listed++
		p.add("<article", p.anchor(f), ">\n<h3>", p.target(f), p.permalink(f), "</h3>\n<p>", p.known(f), p.reason(f.Reason), ": ")
		p.explain(f)
		all := spots(f)
		if g.Pages > 1 && len(all) > 1 {
			p.add(" ", htmlText(onAllPages(g.Pages), 0))
		}
		p.add("</p>\n")
		p.redirects(f)
		p.placesOf(f, all, placeParts{atOnce: maxOpenPlaces, excerpt: true, candidates: true})
	}
	return p.add("</article>\n")
}

// onAllPages says how many pages link to a target.
func onAllPages(n int) string { return "Linked from " + number(n) + " pages." }

// anchor is the attribute by which an address leads to a finding.
func (p *htmlPage) anchor(f *link.Finding) markup {
	return ` id="f-` + htmlText(f.ID, maxSnippet) + `"`
}

// permalink is the link to the finding itself.
func (p *htmlPage) permalink(f *link.Finding) markup {
	return ` <a href="#f-` + htmlText(f.ID, maxSnippet) + `" aria-label="Permalink">#</a>`
}

// reason names the reason, and leads to what it means.
func (p *htmlPage) reason(reason link.Reason) markup {
	name := htmlText(string(reason), maxSnippet)
	return `<a href="#reason-` + name + `">` + name + `</a>`
}

// known marks what the baseline lists.
func (p *htmlPage) known(f *link.Finding) markup {
	switch {
	case f.Known:
		return `<span class="known">known (baseline)</span> `
	case f.NotCaused:
		return `<span class="known">not caused by this pull request</span> `
	}
	return ""
}

// explain says what is wrong, and what to write instead.
func (p *htmlPage) explain(f *link.Finding) {
	p.add(htmlText(strings.TrimSuffix(Explain(f), "."), maxMessage), ".")
	p.suggestion(f)
}

// suggestion says what to write instead, if that is known.
func (p *htmlPage) suggestion(f *link.Finding) {
	if !Advises(f) {
		return
	}
	ask, end := markup(" Did you mean "), markup("?")
	switch {
	case isLost(f):
		ask, end = " Redirect it to ", "."
	case f.Verdict == link.Redirected:
		ask, end = " Use ", "."
	}
	p.add(ask, linkTo(f.Suggestion, htmlCode(f.Suggestion, maxTarget)), end)
}

// target is what a finding is about, with its address where that is known.
func (p *htmlPage) target(f *link.Finding) markup {
	name := htmlText(f.Target, maxTarget)
	switch {
	case f.Reason == link.InvalidURL:
		return name
	case f.Internal && strings.HasPrefix(f.Target, "/"):
		return linkTo(p.page(f.Target), name)
	}
	return linkTo(f.Target, name)
}

// redirects lists the hops in their order. A single one whose URL is named already is
// left out.
func (p *htmlPage) redirects(f *link.Finding) {
	n := len(f.Redirects)
	if n == 0 || n == 1 && (f.Suggestion == f.Redirects[0].URL || strings.Contains(Explain(f), f.Redirects[0].URL)) {
		return
	}
	p.add("<p class=\"quiet\">Redirects:</p>\n<ol>\n")
	for _, hop := range f.Redirects {
		p.add("<li>", htmlText(fmt.Sprint(hop.Status), 0), " to ", linkTo(hop.URL, htmlCode(hop.URL, maxTarget)), "</li>\n")
	}
	p.add("</ol>\n")
}

// placeParts says how places are shown: how many at once, with an excerpt of the first
// one, and with what may be the source.
type placeParts struct {
	atOnce              int
	excerpt, candidates bool
}

// placesOf lists places of a finding, the first ones at sight.
func (p *htmlPage) placesOf(f *link.Finding, all []spot, parts placeParts) {
	if len(all) == 0 {
		return
	}
	p.said = ""
	listed := all[:p.places.take(len(all))]
	open := listed[:min(len(listed), parts.atOnce)]
	p.add("<ul class=\"at\">\n")
	for i := range open {
		p.place(f, &open[i], parts)
		parts.excerpt = false
	}
	if len(all) > len(open) && len(listed) == len(open) {
		p.morePlaces(len(all) - len(open))
	}
	if parts.candidates {
		p.possible([]*link.Finding{f})
	}
	p.add("</ul>\n")
	if len(listed) == len(open) {
		return
	}
	p.add("<details><summary>", htmlText(morePlaces(f, len(all)-len(open)), 0), "</summary>\n<ul class=\"at\">\n")
	for i := len(open); i < len(listed); i++ {
		p.place(f, &listed[i], parts)
	}
	if rest := len(all) - len(listed); rest > 0 {
		p.morePlaces(rest)
	}
	p.add("</ul>\n</details>\n")
}

// morePlaces says that n places are not listed, and where they are.
func (p *htmlPage) morePlaces(n int) {
	p.add("<li>", htmlText("and "+count(n, "more place")+": "+WhereAll(p.report), 0), "</li>\n")
}

// place writes one place. The excerpt is of its line, where that is to be had. A link that
// is written like the one before it is not repeated.
func (p *htmlPage) place(f *link.Finding, s *spot, parts placeParts) {
	p.files.count(f, s.file)
	p.add("<li>", p.linked(s))
	line, quoted := quotedLine{}, false
	if parts.excerpt {
		line, quoted = p.quoteLine(f, s)
	}
	if said := asWritten(f, s); !quoted && said != p.said {
		p.add(said)
		p.said = said
	}
	if where := strings.TrimSpace(context(s)); where != "" {
		p.add(" ", htmlText(where, 0))
	}
	if quoted {
		p.add("<pre>", htmlText(line.before, 0), "<mark>", htmlText(line.link, 0), "</mark>", htmlText(line.after, 0), "</pre>")
	}
	p.add("</li>\n")
}

// asWritten is the link as the page has it, and its text. That a text is the text of
// a link needs no words.
func asWritten(f *link.Finding, s *spot) markup {
	said := markup("")
	if written := linkMarkup(f, s.first); s.first.Element != "" && (written != "<a>" || s.first.Text == "") {
		said = " " + htmlCode(written, 0)
	}
	if s.first.Text != "" {
		said += " “" + htmlText(s.first.Text, maxSnippet) + "”"
	}
	return said
}

// possible names the places that may be the source of links whose source is not known,
// in an item of a list.
func (p *htmlPage) possible(findings []*link.Finding) {
	all := candidatesOf(findings[0])
	if len(all) == 0 {
		return
	}
	p.add("<li>", htmlText(sourceLabel(len(all)), 0))
	shown := all[:min(len(all), maxPlaces)]
	for i, c := range shown {
		if i > 0 {
			p.add(", ")
		}
		p.add(p.atLine(c.File, c.Line, c.Column))
		for _, f := range findings {
			p.files.count(f, c.File)
		}
	}
	if rest := len(all) - len(shown); rest > 0 {
		p.add(", ", htmlText(number(rest), 0), " more")
	}
	p.add("</li>\n")
}

// quoteLine returns the line of a place, as the text report quotes it: of what is broken
// and new alone, and of so many findings only.
func (p *htmlPage) quoteLine(f *link.Finding, s *spot) (quotedLine, bool) {
	if p.opt.Line == nil || p.quotes == 0 || !isFresh(f) || s.line <= 0 {
		return quotedLine{}, false
	}
	p.quotes--
	return quoteLine(s, p.opt.Line(s.file, s.line))
}

// linked names a spot: a line of a file on the forge, or a page on its site.
func (p *htmlPage) linked(s *spot) markup {
	if s.isSource() || s.first.File != "" {
		return p.atLine(s.file, s.line, s.column)
	}
	return placeLink(p.page(s.file), at(s.file, s.line, s.column))
}

func (p *htmlPage) atLine(file string, line, column int) markup {
	address := ""
	if p.opt.Link != nil {
		address = p.opt.Link(file, line)
	}
	return placeLink(address, at(file, line, column))
}

// placeLink names a place, and links it where it has an address.
func placeLink(address, name string) markup {
	if webAddress(address) == "" {
		return "<samp>" + htmlText(name, 0) + "</samp>"
	}
	return linkTo(address, htmlText(name, 0))
}
