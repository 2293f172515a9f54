package source

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// fitsHeading reports whether occurrence i may be the link of the text below a heading,
// where the page has several that read alike: the others may be those of a menu, in any
// place. heading is "" for a link above the headings of the text. The heading of the page
// may stand above that, and be none of the text.
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

// mainTag begins the element that holds the content of a page.
var mainTag = []byte("<main")

// hasMain reports whether a page has an element for its content.
func hasMain(src []byte) bool {
	for {
		i := bytes.Index(src, mainTag)
		if i < 0 || i+len(mainTag) >= len(src) {
			return false
		}
		if src = src[i+len(mainTag):]; src[0] == '>' || src[0] <= ' ' {
			return true
		}
	}
}
