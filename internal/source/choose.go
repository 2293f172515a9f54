package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// chooser chooses among the matches of the occurrences on one page.
type chooser struct {
	d     *decider
	on    []link.Occurrence
	found [][]match
}

// choose returns the record that occurrence i was made of, if one stands out.
func (c *chooser) choose(i int) (*record, bool) {
	left := c.found[i]
	if len(left) == 0 || !trusted(left[0]) {
		return nil, false
	}
	if one, ok := single(left); ok {
		return one, c.believable(i, left[0])
	}
	left = byLevel(c.byRegion(i, left))
	if one, ok := single(left); ok {
		return one, true
	}
	left = c.byHeading(i, left)
	if one, ok := single(left); ok {
		return one, true
	}
	return c.byOrder(i, left)
}

// trusted tells whether a match says enough to blame its place, were it the only
// one.
func trusted(m match) bool {
	switch {
	case m.accord == differs:
		return false
	case m.kin == stranger:
		return m.accord == wholly && m.level >= same
	case m.kin == common && !m.record.dest.settled():
		// What fills in the rest is elsewhere, and so is the mistake.
		return false
	case m.level == alike:
		return m.accord == wholly && m.kin != common
	case m.kin == common && m.accord == unknown:
		return m.level >= same || m.record.loose && m.level == named
	}
	return true
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

// believable tells whether a link may come from the only match there is: one in
// the navigation of a page is not of the page's own text if that has one too.
func (c *chooser) believable(i int, m match) bool {
	if m.kin != ownFile && m.kin != taken || m.record.region != noRegion {
		return true
	}
	twins := 0
	for j := range c.on {
		if j != i && c.twins(i, j) {
			twins++
		}
	}
	if twins == 0 {
		return true
	}
	mine := c.d.views.at(&c.on[i]).region
	if !outside(mine) {
		return true
	}
	for j := range c.on {
		if j != i && c.twins(i, j) && !outside(c.d.views.at(&c.on[j]).region) {
			return false
		}
	}
	return true
}

// twins tells whether two occurrences read and lead alike.
func (c *chooser) twins(i, j int) bool {
	a, b := &c.on[i], &c.on[j]
	return a.Link == b.Link && foldText(a.Text) == foldText(b.Text) && roleOf(a.Element) == roleOf(b.Element)
}

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

func filter(all []match, keep func(match) bool) []match {
	return slices.DeleteFunc(slices.Clone(all), func(m match) bool { return !keep(m) })
}

// byOrder takes the n-th of several equal links of one file for the n-th of the
// page, if there are as many.
func (c *chooser) byOrder(i int, left []match) (*record, bool) {
	var places []*record
	for _, m := range left {
		if m.record.file != left[0].record.file {
			return nil, false
		}
		places = append(places, m.record)
	}
	slices.SortFunc(places, byPlace)
	mine := c.d.views.at(&c.on[i])
	n, nth := 0, 0
	for j := range c.on {
		if !c.twins(i, j) {
			continue
		}
		if view := c.d.views.at(&c.on[j]); view.heading != mine.heading || view.region != mine.region {
			continue
		}
		if j == i {
			nth = n
		}
		n++
	}
	if n != len(places) {
		return nil, false
	}
	return places[nth], true
}
