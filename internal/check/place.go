package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// places number the own targets that one worker met. Most are a file by its own
// URL, and have that file's number, so that nothing is kept of them but a bit.
// Numbers from dir.Len() on are those of others: what does not exist, and files
// by another URL than their own.
type places struct {
	dir *site.Dir
	// linked tells of each file whether a link leads to it by its own URL.
	linked []bool
	// numbers are those of the others, by what the report calls them.
	numbers map[string]int32
	others  []otherPlace
}

// otherPlace is a target that is no file by its own URL.
type otherPlace struct {
	name  string
	entry site.Entry
}

func newPlaces(dir *site.Dir) places {
	return places{dir: dir, linked: make([]bool, dir.Len()), numbers: map[string]int32{}}
}

// number returns the place that an own target has, and whether it is new and
// does not exist.
func (p *places) number(space *site.Space, d destination) (place int32, newlyMissed bool) {
	entry := p.dir.Find(space.TargetPath(d.url))
	if entry.Own && d.url.Query == "" {
		p.linked[entry.File] = true
		return entry.File, false
	}
	name := space.Target(d.url)
	if place, ok := p.numbers[name]; ok {
		return place, false
	}
	if entry.Kind == site.Found && name[1:] == p.dir.URLPath(entry.File) {
		p.linked[entry.File] = true
		return entry.File, false
	}
	return p.add(otherPlace{strings.Clone(name), entry}), entry.Kind != site.Found
}

// add numbers a target that is not known yet.
func (p *places) add(other otherPlace) int32 {
	place := int32(len(p.linked) + len(p.others))
	p.numbers[other.name] = place
	p.others = append(p.others, other)
	return place
}

// entry is what stands at a place.
func (p *places) entry(place int32) site.Entry {
	if int(place) < len(p.linked) {
		return site.Entry{Kind: site.Found, File: place}
	}
	return p.others[int(place)-len(p.linked)].entry
}

// name is what the report calls a place.
func (p *places) name(place int32) string {
	if int(place) < len(p.linked) {
		return "/" + p.dir.URLPath(place)
	}
	return p.others[int(place)-len(p.linked)].name
}

// merge takes over what another worker met.
func (p *places) merge(other *places) {
	for file, linked := range other.linked {
		p.linked[file] = p.linked[file] || linked
	}
	for _, theirs := range other.others {
		if _, ok := p.numbers[theirs.name]; !ok {
			p.add(theirs)
		}
	}
}

// count counts the places that exist. What does not is in the tally.
func (p *places) count(stats *link.Stats) {
	for _, linked := range p.linked {
		if linked {
			stats.Count(link.OK)
		}
	}
	for _, other := range p.others {
		if other.entry.Kind == site.Found {
			stats.Count(link.OK)
		}
	}
}
