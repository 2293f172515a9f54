package report

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The most places of one target that are shown at once, and with those that are
// folded. What lists more helps nobody to fix it.
const (
	maxOpenPlaces = 10
	maxHTMLPlaces = 100
)

// section writes the first findings of one verdict, as many as share, as long as
// the page has fewer bytes than limit. All but broken ones are folded, unless one
// of them fails the run.
func (p *htmlPage) section(s section, share, limit int) {
	id, title := htmlText(string(s.verdict), 0), htmlText(headingOf(s), 0)
	tail := markup("</section>\n")
	switch {
	case s.verdict == link.Broken:
		p.add(`<section aria-labelledby="`, id, `">`+"\n"+`<h2 id="`, id, `">`, title, "</h2>\n")
	default:
		open := markup("")
		if s.fails() {
			open = " open"
		}
		p.add("<details", open, `><summary><h2 id="`, id, `">`, title, "</h2></summary>\n")
		tail = "</details>\n"
	}
	for i, f := range s.findings {
		if i == share || p.written > limit {
			rest := "… and " + count(len(s.findings)-i, "more target") + ": " + WhereAll(p.report) + "."
			p.add(`<p class="quiet">`, htmlText(rest, 0), "</p>\n")
			break
		}
		if !p.finding(f) {
			return
		}
	}
	p.add(tail)
}

// finding writes one target: what is wrong, what to write instead, the way that
// the redirects took, and the places to fix. It returns false when nothing
// arrives any more.
func (p *htmlPage) finding(f *link.Finding) bool {
	p.add(`<article id="f-`, htmlText(f.ID, maxSnippet), `" class="`, htmlText(string(f.Verdict), 0), "\">\n",
		"<h3>", p.target(f), "</h3>\n<p class=\"why\">",
		`<a href="#reason-`, htmlText(string(f.Reason), maxSnippet), `"><b>`, htmlText(string(f.Reason), maxSnippet), "</b></a>: ")
	if f.Known {
		p.add(`<span class="known">known (baseline)</span> `)
	}
	p.add(htmlText(strings.TrimSuffix(Explain(f), "."), maxMessage), ".")
	if Advises(f) {
		ask, end := markup(" Did you mean "), markup("?")
		if f.Verdict == link.Redirected {
			ask, end = " Use ", "."
		}
		p.add(ask, linkTo(f.Suggestion, htmlCode(f.Suggestion, maxTarget)), end)
	}
	p.add("</p>\n")
	p.redirects(f)
	p.placesOf(f)
	return p.add("</article>\n")
}

// target is what a finding is about, with its address where that is known.
func (p *htmlPage) target(f *link.Finding) markup {
	name := htmlCode(f.Target, maxTarget)
	switch {
	case f.Reason == link.InvalidURL:
		return name
	case f.Internal && strings.HasPrefix(f.Target, "/"):
		return linkTo(p.page(f.Target), name)
	}
	return linkTo(f.Target, name)
}

// redirects lists the hops in their order.
func (p *htmlPage) redirects(f *link.Finding) {
	if len(f.Redirects) == 0 {
		return
	}
	p.add("<p class=\"quiet\">Redirects:</p>\n<ol>\n")
	for _, hop := range f.Redirects {
		p.add("<li>", htmlText(fmt.Sprint(hop.Status), 0), " to ", linkTo(hop.URL, htmlCode(hop.URL, maxTarget)), "</li>\n")
	}
	p.add("</ol>\n")
}

// placesOf lists where a finding is to be fixed, the first ones at sight.
func (p *htmlPage) placesOf(f *link.Finding) {
	all := spots(f)
	if len(all) == 0 {
		return
	}
	listed := all[:p.places.take(len(all))]
	open := listed[:min(len(listed), maxOpenPlaces)]
	p.add("<p class=\"quiet\">Linked from:</p>\n<ul>\n")
	for i := range open {
		p.place(f, &open[i])
	}
	if len(all) > len(open) && len(listed) == len(open) {
		p.morePlaces(len(all) - len(open))
	}
	p.add("</ul>\n")
	if len(listed) == len(open) {
		return
	}
	p.add("<details><summary>", htmlText(morePlaces(f, len(all)-len(open)), 0), "</summary>\n<ul>\n")
	for i := len(open); i < len(listed); i++ {
		p.place(f, &listed[i])
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

// place writes one place, and those that may be its source.
func (p *htmlPage) place(f *link.Finding, s *spot) {
	p.add("<li>", p.linked(s))
	if s.first.Element != "" {
		p.add(" ", htmlCode(linkMarkup(f, s.first), 0))
	}
	if s.first.Text != "" {
		p.add(" “", htmlText(s.first.Text, maxSnippet), "”")
	}
	if where := strings.TrimSpace(context(s)); where != "" {
		p.add(` <span class="quiet">`, htmlText(where, 0), "</span>")
	}
	if !s.isSource() {
		candidates := s.first.Candidates[:min(len(s.first.Candidates), maxPlaces)]
		for i, c := range candidates {
			before := markup(", ")
			if i == 0 {
				before = "; " + htmlText(sourceLabel(len(candidates)), 0)
			}
			p.add(before, p.atLine(c.File, c.Line, c.Column))
		}
	}
	p.add("</li>\n")
}

// linked names a spot: a line of a file on the forge, or a page on its site.
func (p *htmlPage) linked(s *spot) markup {
	if s.isSource() || s.first.File != "" {
		return p.atLine(s.file, s.line, s.column)
	}
	return linkTo(p.page(s.file), htmlCode(at(s.file, s.line, s.column), 0))
}

func (p *htmlPage) atLine(file string, line, column int) markup {
	name := htmlCode(at(file, line, column), 0)
	if p.opt.Link == nil {
		return name
	}
	return linkTo(p.opt.Link(file, line), name)
}
