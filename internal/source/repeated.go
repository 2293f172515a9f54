package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// A page and its source may hold very many equal links. What is decided for one of them
// holds for the others in the same surroundings, and they are counted once, so that such a
// page takes time in proportion to its length.

// pageLinks are the occurrences of a finding on one page.
type pageLinks struct {
	a  *attributor
	on []link.Occurrence
	// same are the groups of occurrences with the same link, text and element, by number.
	// groupOf has the group of each occurrence, and found the matches of each group.
	same    [][]int
	groupOf []int
	found   [][]match
	// repeats are the groups of those whose folded text, link and role are the same.
	// repeatOf has the group of each occurrence.
	repeats  []*repeat
	repeatOf []int
	// decided caches decisions in groups with very many occurrences. places caches the
	// candidates of a group.
	decided map[situation]decision
	places  map[int][]link.Source
	// internal is true when the target is a page of the site.
	internal bool
}

// repeat is a group of occurrences on one page that read and lead alike.
type repeat struct {
	members []int
	counted bool
	// outside counts them outside and inside of the content. headings counts them by the
	// heading above, too, and surroundings by heading and region.
	outside      map[bool]int
	headings     map[headingCount]int
	surroundings map[surroundings]int
	// main is true when one is in the main region, and framing counts those in a header, a
	// footer, navigation or an aside, also inside the content.
	main    bool
	framing int
	// first caches what firstHeading returns.
	first map[bool]firstHeading
	// nth numbers those in the same surroundings.
	nth map[int]int
}

// headingCount is a heading, and whether a link below it is outside of the content.
type headingCount struct {
	heading string
	outside bool
}

// surroundings are the heading above a link, and its region.
type surroundings struct {
	heading string
	region  document.Region
}

// situation is all that a decision depends on, except for the number of the occurrence.
type situation struct {
	group             int
	region, innermost document.Region
	heading           string
	unread            bool
}

// newPageLinks groups the occurrences on one page.
func newPageLinks(a *attributor, on []link.Occurrence, internal bool) *pageLinks {
	p := &pageLinks{
		a: a, on: on, internal: internal, groupOf: make([]int, len(on)), repeatOf: make([]int, len(on)),
		decided: map[situation]decision{}, places: map[int][]link.Source{},
	}
	type identity struct{ link, text, element string }
	type sameLink struct {
		link, text string
		role       document.Role
	}
	groups, repeats := map[identity]int{}, map[sameLink]int{}
	for i := range on {
		o := &on[i]
		key := identity{o.Link, o.Text, o.Element}
		group, known := groups[key]
		if !known {
			group = len(p.same)
			groups[key] = group
			p.same = append(p.same, nil)
		}
		p.groupOf[i], p.same[group] = group, append(p.same[group], i)
		if known {
			p.repeatOf[i] = p.repeatOf[p.same[group][0]]
		} else {
			alike := sameLink{o.Link, plaintext.Fold(o.Text), document.RoleOf(o.Element)}
			number, known := repeats[alike]
			if !known {
				number = len(p.repeats)
				repeats[alike] = number
				p.repeats = append(p.repeats, &repeat{})
			}
			p.repeatOf[i] = number
		}
		r := p.repeats[p.repeatOf[i]]
		r.members = append(r.members, i)
	}
	p.found = make([][]match, len(p.same))
	return p
}

// many is how many occurrences, or matches, are too many to decide one by one.
const many = 32

// choose returns the link that occurrence i comes from, if there is exactly one candidate.
func (p *pageLinks) choose(i int) (*document.Link, bool) {
	d := p.decideOnce(i)
	if d.inOrder != nil {
		return d.inOrder[p.count(i).nth[i]], true
	}
	return d.link, d.link != nil
}

// decideOnce decides occurrence i, in large groups once for all in the same situation.
func (p *pageLinks) decideOnce(i int) decision {
	group := p.groupOf[i]
	if len(p.same[group]) <= many && len(p.found[group]) <= many {
		return p.decide(i)
	}
	built := p.a.built.at(&p.on[i])
	at := situation{group: group, region: built.Region, innermost: built.Innermost, heading: built.Heading, unread: built.Line == 0}
	d, known := p.decided[at]
	if !known {
		d = p.decide(i)
		p.decided[at] = d
	}
	return d
}

// candidates returns the distinct places that occurrence i may come from, best first.
func (p *pageLinks) candidates(i int) []link.Source {
	group := p.groupOf[i]
	places, known := p.places[group]
	if !known {
		for _, m := range p.found[group] {
			if source := place(p.a.index, m.link); !slices.Contains(places, source) {
				places = append(places, source)
			}
			if len(places) == maxCandidates {
				break
			}
		}
		p.places[group] = places
	}
	return slices.Clone(places)
}

// count counts the occurrences that read and lead like occurrence i.
func (p *pageLinks) count(i int) *repeat {
	r := p.repeats[p.repeatOf[i]]
	if r.counted {
		return r
	}
	r.counted = true
	r.outside, r.headings, r.surroundings, r.nth = map[bool]int{}, map[headingCount]int{}, map[surroundings]int{}, map[int]int{}
	r.first = map[bool]firstHeading{}
	for _, j := range r.members {
		built := p.a.built.at(&p.on[j])
		where := isOutside(built.Region)
		r.outside[where]++
		r.headings[headingCount{built.Heading, where}]++
		place := surroundings{built.Heading, built.Region}
		r.nth[j] = r.surroundings[place]
		r.surroundings[place]++
		r.main = r.main || built.Region == document.MainRegion
		if isOutside(built.Innermost) {
			r.framing++
		}
	}
	return r
}

// fitsHeading reports whether occurrence i may be the link of the text below a heading,
// where the page has several that read alike: the others may be those of a menu, in any
// place. heading is "" for a link above the headings of the text. The heading of the page
// may be above that, and be none of the text.
func (p *pageLinks) fitsHeading(i int, heading string) bool {
	built, counts := p.builtLink(i), p.count(i)
	where := isOutside(built.Region)
	switch {
	case counts.main && built.Region == document.NoRegion:
		return false
	case heading == "":
		first, ok := counts.firstHeading(p, where)
		return ok && built.Heading == first
	case counts.headings[headingCount{heading, where}] > 0:
		return built.Heading == heading
	}
	return built.Heading == ""
}

// firstHeading returns the heading above the first of the occurrences that are outside of
// the content, or that are not. ok is false when it has none above, and others have: the
// first one may be that of a menu.
func (r *repeat) firstHeading(p *pageLinks, outside bool) (heading string, ok bool) {
	if first, known := r.first[outside]; known {
		return first.heading, first.ok
	}
	found, tops, others := false, false, false
	for _, i := range r.members {
		built := p.builtLink(i)
		if isOutside(built.Region) != outside || r.main && built.Region == document.NoRegion {
			continue
		}
		if !found {
			found, heading = true, built.Heading
		}
		tops, others = tops || built.Heading == "", others || built.Heading != ""
	}
	r.first[outside] = firstHeading{heading: heading, ok: found && !(tops && others)}
	return heading, r.first[outside].ok
}

// firstHeading is what firstHeading found.
type firstHeading struct {
	heading string
	ok      bool
}

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
		framed := p.isFramed(k)
		for i := range found {
			found[i].taken = !framed || !p.a.index.Files[found[i].link.File].Syntax.IsData()
		}
	}
}

// role returns the role of the occurrences in a group.
func (p *pageLinks) role(group int) document.Role {
	return document.RoleOf(p.on[p.same[group][0]].Element)
}

// isFramed reports whether all occurrences in a group are around the content, or in a
// header, a footer or navigation inside it.
func (p *pageLinks) isFramed(group int) bool {
	return !slices.ContainsFunc(p.same[group], func(i int) bool {
		built := p.builtLink(i)
		return !isOutside(built.Region) && !isOutside(built.Innermost)
	})
}

// isOfLayout reports whether occurrence i may be the link of a layout, where the page has
// several that read alike. A list shows the content of other pages, with their links. On a
// page with more of them than others have, only those around the content are the layout's.
func (p *pageLinks) isOfLayout(i int) bool {
	counts := p.count(i)
	if counts.framing > 0 && counts.framing < len(counts.members) {
		return isOutside(p.builtLink(i).Innermost)
	}
	least := p.a.least()[readingOf(&p.on[i])]
	return counts.framing > 0 || least == 0 || len(counts.members) <= least
}

// isShared reports whether a link that was chosen for occurrence i is of a file that several
// pages share, or include. Among very many links it counts as one.
func (p *pageLinks) isShared(i int, chosen *document.Link) bool {
	found := p.found[p.groupOf[i]]
	isIncluded := !p.a.index.Files[chosen.File].Syntax.IsCode()
	return len(found) > many || slices.ContainsFunc(found, func(m match) bool {
		return m.link == chosen && (m.relation == sharedFile || m.relation == includedFile && isIncluded)
	})
}
