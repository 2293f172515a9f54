package source

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// chooser chooses among the matches of the occurrences on one page.
type chooser struct {
	d  *decider
	on []link.Occurrence
	// alike are the occurrences that say the same, by number, class has the one of
	// each occurrence, and found is what was found for each.
	alike [][]int
	class []int
	found [][]match
	// twins are the groups of those that read and lead alike, and group has the one
	// of each occurrence.
	twins []*twins
	group []int
	// known is what came of the occurrences that say the same in the same place, where
	// there are very many, and shown their candidates.
	known map[situation]choice
	shown map[int][]link.Source
	// internal is true when the finding is about the site itself.
	internal bool
}

// choose returns the record that occurrence i was made of, if one stands out.
func (c *chooser) choose(i int) (*record, bool) {
	return c.nth(i, c.chooseAny(i))
}

// leave leaves of the matches of occurrence i those that fit best.
func (c *chooser) leave(i int) choice {
	left := c.found[c.class[i]]
	if _, ok := single(left); !ok {
		left = filter(left, func(m match) bool { return c.belongs(i, m) })
	}
	if len(left) == 0 || !c.trusted(i, left[0]) {
		return choice{}
	}
	if one, ok := single(left); ok {
		return choice{record: one, ok: c.believable(i, left)}
	}
	left = byLevel(c.byRegion(i, left))
	if one, ok := single(left); ok {
		return choice{record: one, ok: c.trusted(i, left[0]) && c.believable(i, left)}
	}
	left = c.byHeading(i, left)
	if one, ok := single(left); ok {
		return choice{record: one, ok: c.trusted(i, left[0]) && c.believable(i, left)}
	}
	return c.byOrder(i, c.aboveHeadings(i, left))
}

// trusted tells whether a match says enough to blame its place, were it the only
// one.
func (c *chooser) trusted(i int, m match) bool {
	switch {
	case m.accord == differs, m.doubt:
		return false
	case m.kin == stranger:
		return m.accord == wholly && m.level >= same && c.d.lends(m.record.file) && !outside(c.region(i))
	case m.kin == common && !m.record.dest.settled():
		// What fills in the rest is elsewhere, and so is the mistake.
		return false
	case m.level == alike:
		return m.accord == wholly && m.kin != common
	case m.kin == ownFile:
		return true
	case m.kin == common && c.d.x.files[m.record.file].test:
		return false
	case c.d.x.files[m.record.file].syntax.data():
		return c.agrees(i, m) && !c.d.x.isForeign(m.record.file)
	case m.accord == unknown:
		return m.kin == takenIn || m.level >= same || m.level == named && (m.record.loose || foldText(c.on[i].Text) == "")
	}
	return true
}

// agrees tells whether a value of data is that of a link, and does not only name
// the same path, as tests, redirects and settings of tools do: what stands beside
// it is what the link reads, perhaps with more around it.
func (c *chooser) agrees(i int, m match) bool {
	if m.record.keyed && c.internal {
		return false
	}
	return m.accord == wholly || m.accord == partly && strings.Contains(foldText(c.on[i].Text), m.record.text)
}

// single returns the record that all matches stand for, if it is one place.
func single(all []match) (*record, bool) {
	if len(all) == 0 {
		return nil, false
	}
	first := all[0].record
	for _, m := range all[1:] {
		if m.record.file != first.file || m.record.offset != first.offset {
			return nil, false
		}
	}
	return first, true
}

// region is the part of the page that occurrence i stands in.
func (c *chooser) region(i int) region { return c.d.views.at(&c.on[i]).region }

// belongs tells whether a record may be shown where occurrence i stands: the text
// of a page is not its navigation, and what a layout has in its footer is not
// elsewhere.
func (c *chooser) belongs(i int, m match) bool {
	if m.kin != ownFile && m.kin != takenIn {
		if m.record.inner == noRegion {
			return true
		}
		view := c.d.views.at(&c.on[i])
		return view.region == noRegion || view.inner == m.record.inner
	}
	if !c.d.x.files[m.record.file].syntax.prose() || m.record.front || m.record.region != noRegion {
		return true
	}
	where := c.region(i)
	return where == noRegion || where == mainRegion || where == asideRegion
}

// believable tells whether a link may come from the only place there is, given
// what else the page holds: of equal links in the navigation and in the text not
// both are of the page's own text, or of what is common to pages; and one link of
// the text is not two of the page.
func (c *chooser) believable(i int, left []match) bool {
	m := left[0]
	if !c.belongs(i, m) {
		return false
	}
	if m.record.region != noRegion || !c.hasTwin(i) {
		return true
	}
	where := outside(c.region(i))
	group := c.counted(i)
	elsewhere := group.regions[!where] > 0
	beside := group.headings[under{c.d.views.at(&c.on[i]).heading, where}]
	switch {
	case m.kin == common:
		return !elsewhere || where
	case m.kin == stranger:
		return beside <= len(left)
	case elsewhere && where:
		return false
	}
	if !c.d.x.files[m.record.file].syntax.prose() || m.kin == takenIn {
		return true
	}
	return beside <= len(left) && c.headed(i, m)
}

// headed tells whether a record stands under the heading that occurrence i stands
// under, as far as that is known.
func (c *chooser) headed(i int, m match) bool {
	heading := c.d.views.at(&c.on[i]).heading
	return heading == "" || m.record.heading == "" || heading == m.record.heading
}

// hasTwin tells whether the page has another link that reads and leads like
// occurrence i.
func (c *chooser) hasTwin(i int) bool { return len(c.twins[c.group[i]].members) > 1 }

// outside tells whether a region is around the content of a page.
func outside(r region) bool {
	return r == navRegion || r == headerRegion || r == footerRegion || r == asideRegion
}

// byRegion leaves the matches that fit where on the page the link stands: what
// is common to pages is around their content.
func (c *chooser) byRegion(i int, left []match) []match {
	where := c.d.views.at(&c.on[i]).region
	if where == noRegion {
		return left
	}
	fits := func(m match) bool {
		if m.record.region != noRegion && m.kin == common {
			return m.record.region == where
		}
		return (m.kin == common) == outside(where)
	}
	if kept := filter(left, fits); len(kept) > 0 {
		return kept
	}
	return left
}

// byLevel leaves the matches whose destinations agree best.
func byLevel(left []match) []match {
	var top level
	for _, m := range left {
		top = max(top, m.level)
	}
	return filter(left, func(m match) bool { return m.level == top })
}

// byHeading leaves the matches under the heading that the link stands under.
func (c *chooser) byHeading(i int, left []match) []match {
	heading := c.d.views.at(&c.on[i]).heading
	if heading == "" {
		return left
	}
	if kept := filter(left, func(m match) bool { return m.record.heading == heading }); len(kept) > 0 {
		return kept
	}
	return left
}

// aboveHeadings leaves the matches that stand above all headings of their file, where
// the link stands under none that a match stands under.
func (c *chooser) aboveHeadings(i int, left []match) []match {
	view := c.d.views.at(&c.on[i])
	under := func(m match) bool { return m.record.heading != "" && m.record.heading == view.heading }
	if view.line == 0 || slices.ContainsFunc(left, under) {
		return left
	}
	if kept := filter(left, func(m match) bool { return m.record.heading == "" }); len(kept) > 0 {
		return kept
	}
	return left
}

func filter(all []match, keep func(match) bool) []match {
	return slices.DeleteFunc(slices.Clone(all), func(m match) bool { return !keep(m) })
}

// byOrder takes the n-th of several equal links of one file for the n-th of the
// page, if there are as many.
func (c *chooser) byOrder(i int, left []match) choice {
	var places []*record
	for _, m := range left {
		if m.record.file != left[0].record.file {
			return choice{}
		}
		places = append(places, m.record)
	}
	mine := c.d.views.at(&c.on[i])
	if c.counted(i).surroundings[surroundings{mine.heading, mine.region}] != len(places) || !c.trusted(i, left[0]) {
		return choice{}
	}
	slices.SortFunc(places, byPlace)
	return choice{order: places}
}
