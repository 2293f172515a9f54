package source

import "github.com/linkvet/linkvet/internal/source/markup/document"

// take gives each link of the sources to the occurrences that have exactly its text.
// Occurrences with another text, or none, keep it only as a candidate: a logo, or a link
// of the layout, may lead where a link of the text leads.
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
			found[i].taken = true
		}
	}
}

// role returns the role of the occurrences in a group.
func (p *pageLinks) role(group int) document.Role {
	return document.RoleOf(p.on[p.same[group][0]].Element)
}
