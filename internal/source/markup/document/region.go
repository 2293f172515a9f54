package document

import "strings"

// Region is the part of a page that a link is in.
type Region uint8

// The regions that count for attribution. NoRegion is that of all other elements.
const (
	NoRegion Region = iota
	MainRegion
	NavRegion
	HeaderRegion
	FooterRegion
	AsideRegion
)

// RegionOf returns the region that an element opens. What a component of such a name
// opens is not known.
func RegionOf(element string) Region {
	lower := strings.ToLower(element)
	if element != lower && element != strings.ToUpper(element) {
		return NoRegion
	}
	switch lower {
	case "main", "article":
		return MainRegion
	case "nav":
		return NavRegion
	case "header":
		return HeaderRegion
	case "footer":
		return FooterRegion
	case "aside":
		return AsideRegion
	}
	return NoRegion
}

// Landmarks follows which regions are open.
type Landmarks struct{ open []Region }

// maxOpen bounds how deep regions nest: hostile pages open without end.
const maxOpen = 64

// Start opens a region.
func (l *Landmarks) Start(r Region) {
	if r != NoRegion && len(l.open) < maxOpen {
		l.open = append(l.open, r)
	}
}

// Close closes the innermost open region of that kind and all inside it.
func (l *Landmarks) Close(r Region) {
	for i := len(l.open) - 1; i >= 0 && r != NoRegion; i-- {
		if l.open[i] == r {
			l.open = l.open[:i]
			return
		}
	}
}

// Innermost returns the innermost open region.
func (l *Landmarks) Innermost() Region {
	if len(l.open) == 0 {
		return NoRegion
	}
	return l.open[len(l.open)-1]
}

// Current returns the region that counts: header and footer of an article belong to its
// content, navigation inside it does not.
func (l *Landmarks) Current() Region {
	found := NoRegion
	for _, r := range l.open {
		if found == MainRegion && (r == HeaderRegion || r == FooterRegion) {
			continue
		}
		found = r
	}
	return found
}
