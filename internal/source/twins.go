package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// A page may hold very many links that say the same, and its source as many. What is
// found out of one of them holds for the others in the same place, and how many there
// are is counted once, so that such a page takes time in proportion to its length.

// twins are occurrences on one page that read and lead alike.
type twins struct {
	members []int
	counted bool
	// regions counts them outside and inside of the page's content, headings also by
	// the heading above, and surroundings by both heading and region.
	regions      map[bool]int
	headings     map[under]int
	surroundings map[surroundings]int
	// nth is the number of each among those in the same surroundings.
	nth map[int]int
}

// under is a heading, and whether what stands below it is outside of the content.
type under struct {
	heading string
	outside bool
}

// surroundings are the heading above a link, and the region that it stands in.
type surroundings struct {
	heading string
	region  region
}

// choice is what was chosen for an occurrence: a record, if ok is true; or the one of
// several in order whose number is its own.
type choice struct {
	record *record
	ok     bool
	order  []*record
}

// situation is all that a choice hangs on, but for the number of the occurrence.
type situation struct {
	class         int
	region, inner region
	heading       string
	unseen        bool
}

// newChooser sorts the occurrences on one page.
func newChooser(d *decider, on []link.Occurrence, internal bool) *chooser {
	c := &chooser{
		d: d, on: on, internal: internal, class: make([]int, len(on)), group: make([]int, len(on)),
		known: map[situation]choice{}, shown: map[int][]link.Source{},
	}
	type reading struct{ link, text, element string }
	type leading struct {
		link, text string
		role       role
	}
	classes, groups := map[reading]int{}, map[leading]int{}
	for i := range on {
		o := &on[i]
		key := reading{o.Link, o.Text, o.Element}
		class, ok := classes[key]
		if !ok {
			class = len(c.alike)
			classes[key] = class
			c.alike = append(c.alike, nil)
		}
		c.class[i], c.alike[class] = class, append(c.alike[class], i)
		if ok {
			// What says the same reads and leads alike.
			c.group[i] = c.group[c.alike[class][0]]
		} else {
			alike := leading{o.Link, foldText(o.Text), roleOf(o.Element)}
			group, known := groups[alike]
			if !known {
				group = len(c.twins)
				groups[alike] = group
				c.twins = append(c.twins, &twins{})
			}
			c.group[i] = group
		}
		group := c.twins[c.group[i]]
		group.members = append(group.members, i)
	}
	c.found = make([][]match, len(c.alike))
	return c
}

// many is how many occurrences, or matches, are too many to look at each for each.
const many = 32

// chooseAny chooses for occurrence i as for any in the same situation.
func (c *chooser) chooseAny(i int) choice {
	class := c.class[i]
	if len(c.alike[class]) <= many && len(c.found[class]) <= many {
		return c.leave(i)
	}
	view := c.d.views.at(&c.on[i])
	at := situation{class: class, region: view.region, inner: view.inner, heading: view.heading, unseen: view.line == 0}
	chosen, known := c.known[at]
	if !known {
		chosen = c.leave(i)
		c.known[at] = chosen
	}
	return chosen
}

// nth takes of what was chosen the record that is occurrence i's own.
func (c *chooser) nth(i int, chosen choice) (*record, bool) {
	if chosen.order == nil {
		return chosen.record, chosen.ok
	}
	return chosen.order[c.counted(i).nth[i]], true
}

// candidates are the places that occurrence i may come from.
func (c *chooser) candidates(i int) []link.Source {
	class := c.class[i]
	shown, known := c.shown[class]
	if !known {
		shown = c.d.x.places(c.found[class])
		c.shown[class] = shown
	}
	return slices.Clone(shown)
}

// counted are the twins of occurrence i, counted.
func (c *chooser) counted(i int) *twins {
	t := c.twins[c.group[i]]
	if t.counted {
		return t
	}
	t.counted = true
	t.regions, t.headings, t.surroundings, t.nth = map[bool]int{}, map[under]int{}, map[surroundings]int{}, map[int]int{}
	for _, j := range t.members {
		view := c.d.views.at(&c.on[j])
		where := outside(view.region)
		t.regions[where]++
		t.headings[under{view.heading, where}]++
		around := surroundings{view.heading, view.region}
		t.nth[j] = t.surroundings[around]
		t.surroundings[around]++
	}
	return t
}
