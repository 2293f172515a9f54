package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// take gives each link of the sources to the occurrences that have exactly its text.
// Occurrences with another text, or none, keep it only as a candidate: a logo, or a link
// of the layout, may lead where a link of the text leads. An entry of a menu may appear with
// more text in other places around the content, such as "Next page: Install".
func (p *pageLinks) take() {
	if len(p.same) < 2 {
		return
	}
	taken := map[*document.Link]bool{}
	for k, found := range p.found {
		if len(found) == 0 || found[0].text != textExact || p.role(k) != document.LinkRole {
			continue
		}
		for _, m := range found {
			taken[m.link] = true
		}
	}
	for k, found := range p.found {
		if len(taken) == 0 || len(found) == 0 || found[0].text == textExact || p.role(k) != document.LinkRole {
			continue
		}
		if free := filter(found, func(m match) bool { return !taken[m.link] }); len(free) > 0 {
			p.found[k] = free
			continue
		}
		for i := range found {
			found[i].taken = !p.isAround(k) || !p.a.index.Files[found[i].link.File].Syntax.IsData()
		}
	}
}

// role returns the role of the occurrences in a group.
func (p *pageLinks) role(group int) document.Role {
	return document.RoleOf(p.on[p.same[group][0]].Element)
}

// isAround reports whether all occurrences in a group stand around the content, or in a
// header, a footer or navigation inside it.
func (p *pageLinks) isAround(group int) bool {
	return !slices.ContainsFunc(p.same[group], func(i int) bool {
		built := p.builtLink(i)
		return !isOutside(built.Region) && !isOutside(built.Innermost)
	})
}
