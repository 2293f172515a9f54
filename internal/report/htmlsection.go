package report

import "github.com/linkvet/linkvet/internal/link"

// A browser lays out every card that is not folded before it shows the page. Of more than
// maxAtOnce, the cards after the first portion are folded, each portion by itself.
const (
	maxAtOnce = 1000
	portion   = 200
	// fewCards is how many cards that are not broken are shown unfolded.
	fewCards = 20
)

// section writes the first findings of one verdict, as many as share, as long as the page
// has fewer bytes than its limit. Many that are not broken are folded, unless one of them
// fails the run.
func (p *htmlPage) section(s *section, share int) {
	class, title := htmlText(string(s.verdict), 0), htmlText(headingOf(*s), 0)
	id := s.id()
	tail := markup("</section>\n")
	if s.verdict == link.Broken || s.fails() || len(s.groups) <= fewCards {
		p.add(`<section class="`, class, `" aria-labelledby="`, id, `">`+"\n"+`<h2 id="`, id, `">`, title, "</h2>\n")
	} else {
		p.add(`<details class="`, class, `"><summary><h2 id="`, id, `">`, title, "</h2></summary>\n")
		tail = "</details>\n"
	}
	if !p.cards(s, share) {
		return
	}
	if rest := len(s.findings) - p.listed; rest > 0 {
		p.add(`<p class="quiet">`, htmlText("… and "+count(rest, "more target")+": "+WhereAll(p.report)+".", 0), "</p>\n")
	}
	p.add(tail)
}

// id is that of the section in the page.
func (s *section) id() markup {
	if s.lost {
		return "lost-" + htmlText(string(s.verdict), 0)
	}
	return htmlText(string(s.verdict), 0)
}

// cards writes groups in portions. It returns false when nothing arrives any more.
func (p *htmlPage) cards(s *section, share int) bool {
	p.listed = 0
	size := len(s.groups)
	if size > maxAtOnce {
		size = portion
	}
	tail := markup("")
	for i := range s.groups {
		left := share - p.listed
		if left <= 0 || p.written > p.limit {
			break
		}
		switch {
		case i == 0:
			p.add("<div class=\"cards\">\n")
			tail = "</div>\n"
		case i%size == 0:
			p.add(tail, "<details class=\"cards\"><summary>More, from number ", htmlText(number(i+1), 0), "</summary>\n")
			tail = "</details>\n"
		}
		if !p.card(&s.groups[i], min(left, len(s.groups[i].Findings))) {
			return false
		}
	}
	return p.add(tail)
}
