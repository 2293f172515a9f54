package report

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// shared is what the findings of a group have in common besides their cause: it is said
// once.
type shared struct {
	// reason and explanation are empty where they differ.
	reason      link.Reason
	explanation string
	// line is a line of a source that has a link to each target, as at writes it without a
	// column; empty when there is none.
	line string
	// candidates is true when all places have the same possible sources.
	candidates bool
}

func sharedOf(g *Group) shared {
	first := g.Findings[0]
	s := shared{reason: first.Reason, explanation: Explain(first), candidates: g.Cause == PossibleLine}
	s.line = sharedLine(g)
	for _, f := range g.Findings[1:] {
		if f.Reason != s.reason {
			s.reason = ""
		}
		if s.explanation != "" && Explain(f) != s.explanation {
			s.explanation = ""
		}
	}
	return s
}

// sharedLine returns the line of a source that has a link to each target of a group.
func sharedLine(g *Group) string {
	first := spots(g.Findings[0])
	if len(first) == 0 || !first[0].isSource() {
		return ""
	}
	line := at(first[0].file, first[0].line, 0)
	for _, f := range g.Findings[1:] {
		if !slices.ContainsFunc(spots(f), func(s spot) bool { return isOn(&s, line) }) {
			return ""
		}
	}
	return line
}

// groupCard writes a cause, and the findings that it makes, the first ones at sight.
func (p *htmlPage) groupCard(g *Group, listed int) {
	s := sharedOf(g)
	before, name, after := g.Title()
	p.add("<article>\n<h3>", htmlText(before, 0))
	if name != "" {
		p.add(htmlCode(name, maxTarget))
	}
	p.add(htmlText(after, 0), "</h3>\n")
	if s.reason != "" || g.Known() || g.NotCaused() {
		p.add("<p>", p.known(g.Findings[0]))
		if s.reason != "" {
			p.add(p.reason(s.reason), htmlText(s.saidOnce(), maxMessage))
		}
		p.add("</p>\n")
	}
	p.sharedPlace(g, s, g.Findings[:listed])
	open := min(listed, maxOpenTargets)
	p.rows(g.Findings[:open], s, true)
	if listed > open && p.written < p.limit {
		p.add("<details><summary>", htmlText(count(listed-open, "further target"), 0), "</summary>\n")
		p.rows(g.Findings[open:listed], s, false)
		p.add("</details>\n")
	}
}

// saidOnce is the end of the sentence about a shared reason.
func (s *shared) saidOnce() string {
	if s.explanation == "" {
		return ""
	}
	return ": " + strings.TrimSuffix(s.explanation, ".") + "."
}

// sharedPlace writes the place that all findings of a group have in common.
func (p *htmlPage) sharedPlace(g *Group, s shared, listed []*link.Finding) {
	all := spots(g.Findings[0])
	switch {
	case s.line != "":
		i := slices.IndexFunc(all, func(at spot) bool { return isOn(&at, s.line) })
		if i < 0 {
			return
		}
		p.add("<ul class=\"at\">\n")
		p.place(g.Findings[0], &all[i], placeParts{excerpt: true})
		p.add("</ul>\n")
		for _, f := range listed {
			p.files.count(f, all[i].file)
		}
	case s.candidates:
		p.add("<ul class=\"at\">\n")
		p.possible(listed)
		p.add("</ul>\n")
	}
}

// isOn reports whether a spot is on a line of a source.
func isOn(s *spot, line string) bool { return s.isSource() && at(s.file, s.line, 0) == line }

// rows writes findings of a group without what they share.
func (p *htmlPage) rows(findings []*link.Finding, s shared, excerpt bool) {
	p.add("<ul class=\"rows\">\n")
	for _, f := range findings {
		if p.written > p.limit {
			break
		}
		p.listed++
		p.add("<li", p.anchor(f), "><b>", p.target(f), "</b>", p.permalink(f), " ")
		if s.reason == "" {
			p.add(p.reason(f.Reason), ": ")
		}
		if s.explanation == "" {
			p.add(htmlText(strings.TrimSuffix(Explain(f), "."), maxMessage), ".")
		}
		p.suggestion(f)
		p.add("\n")
		p.redirects(f)
		all := spots(f)
		if s.line != "" {
			all = slices.DeleteFunc(all, func(at spot) bool { return isOn(&at, s.line) })
		}
		p.placesOf(f, all, placeParts{atOnce: maxRowPlaces, excerpt: excerpt, candidates: !s.candidates})
		p.add("</li>\n")
	}
	p.add("</ul>\n")
}
