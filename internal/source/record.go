package source

import "strings"

// record is one link as a source file writes it.
type record struct {
	// file is the number of the file.
	file int32
	// offset and end are the byte range of the destination; the lines and columns
	// are found once, when the whole file was read.
	offset, end             int
	line, column, endColumn int
	// order is one more than the offset of the place that readers see, which for a
	// link by reference is not that of its destination; 0 until that is known.
	order int
	// raw is the destination as it stands there, with the escapes of its syntax
	// undone, and dest what it reads.
	raw  string
	dest dest
	// text is what the link reads, folded; loose when it holds expressions, or
	// need not be what is shown.
	text  string
	loose bool
	// heading is the folded heading above.
	heading string
	role    role
	// region is the part of the page that counts, and inner the innermost one.
	region, inner region
	// keyed is true when the text is the key of the value, and front when the link
	// stands in front matter.
	keyed, front bool
	// bare is true for a URL that stands in the text without any mark.
	bare bool
}

// role tells what kind of element a link becomes.
type role uint8

const (
	anyRole role = iota
	linkRole
	embedRole
)

// roleOf is the role of an element of a built page.
func roleOf(element string) role {
	switch element {
	case "a", "area":
		return linkRole
	case "img", "source", "video", "audio", "track", "embed", "object", "iframe", "input", "image":
		return embedRole
	}
	return anyRole
}

// fits tells whether a link of the role r can become one of the role of an
// occurrence.
func (r role) fits(of role) bool { return r == anyRole || of == anyRole || r == of }

// region is the part of a page that a link stands in.
type region uint8

const (
	noRegion region = iota
	mainRegion
	navRegion
	headerRegion
	footerRegion
	asideRegion
)

// regionOf is the region that an element opens. What a component opens that has such
// a name is not known.
func regionOf(element string) region {
	if lower := strings.ToLower(element); element != strings.ToUpper(element) && element != lower {
		return noRegion
	}
	switch strings.ToLower(element) {
	case "main", "article":
		return mainRegion
	case "nav":
		return navRegion
	case "header":
		return headerRegion
	case "footer":
		return footerRegion
	case "aside":
		return asideRegion
	}
	return noRegion
}

// landmarks follows which region is open.
type landmarks struct{ open []region }

// mostOpen bounds how deep regions nest: hostile pages open without end.
const mostOpen = 64

func (l *landmarks) start(r region) {
	if r != noRegion && len(l.open) < mostOpen {
		l.open = append(l.open, r)
	}
}

// end closes the innermost open region of that kind and all within.
func (l *landmarks) end(r region) {
	for i := len(l.open) - 1; i >= 0 && r != noRegion; i-- {
		if l.open[i] == r {
			l.open = l.open[:i]
			return
		}
	}
}

// inner is the innermost region.
func (l *landmarks) inner() region {
	if len(l.open) == 0 {
		return noRegion
	}
	return l.open[len(l.open)-1]
}

// current is the region that counts: header and footer of an article are of its
// content, navigation inside it is not.
func (l *landmarks) current() region {
	found := noRegion
	for _, r := range l.open {
		if found == mainRegion && (r == headerRegion || r == footerRegion) {
			continue
		}
		found = r
	}
	return found
}
