package scan

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/srcset"
)

// rule says that an attribute of some element holds links.
type rule struct {
	attribute attribute
	// follow is that of link.Link.
	follow bool
	// empty tells that an empty value links to the page itself. It links to
	// nothing elsewhere.
	empty bool
	// when tells whether this tag's attribute is a link at all; nil means always.
	when func(*scanner) bool
	// read takes the value apart; nil means that all of it is one URL.
	read func(*scanner, *attr)
	// origin is what all of its links share. The records of elements have it.
	origin *link.Origin
}

// The attributes with links of HTML and of SVG elements. A <form> that posts is
// left out: asking for its URL is not what the form does. Pictures that a script
// loads late have the links of those that browsers load.
var (
	htmlRules = map[string][]rule{
		"html":       {{attribute: attrManifest}},
		"a":          {{attribute: attrHref, follow: true, empty: true}, {attribute: attrPing, read: readPing}},
		"area":       {{attribute: attrHref, follow: true, empty: true}, {attribute: attrPing, read: readPing}},
		"iframe":     {{attribute: attrSrc, follow: true}, {attribute: attrDataSrc, follow: true}},
		"frame":      {{attribute: attrSrc, follow: true}},
		"link":       {{attribute: attrHref, when: linksResource, read: readResource}, {attribute: attrImagesrcset, when: linksResource, read: readSrcset}},
		"img":        slices.Concat([]rule{{attribute: attrLongdesc}, {attribute: attrUsemap, read: readUsemap}}, imageRules),
		"source":     imageRules,
		"video":      {{attribute: attrSrc}, {attribute: attrPoster}},
		"audio":      {{attribute: attrSrc}},
		"track":      {{attribute: attrSrc}},
		"embed":      {{attribute: attrSrc}},
		"script":     {{attribute: attrSrc}},
		"object":     {{attribute: attrData}, {attribute: attrUsemap, read: readUsemap}},
		"input":      {{attribute: attrSrc, when: isImageInput}, {attribute: attrFormaction, when: submitsByGet}},
		"button":     {{attribute: attrFormaction, when: submitsByGet}},
		"form":       {{attribute: attrAction, when: isGetForm}},
		"blockquote": {{attribute: attrCite}},
		"q":          {{attribute: attrCite}},
		"ins":        {{attribute: attrCite}},
		"del":        {{attribute: attrCite}},
		"body":       {{attribute: attrBackground}},
		"table":      {{attribute: attrBackground}},
		"td":         {{attribute: attrBackground}},
		"th":         {{attribute: attrBackground}},
		"base":       {{attribute: attrHref, read: readBase}},
		"meta":       {{attribute: attrContent, read: readMeta}},
	}
	imageRules = []rule{
		{attribute: attrSrc},
		{attribute: attrSrcset, read: readSrcset},
		{attribute: attrDataSrc},
		{attribute: attrDataSrcset, read: readSrcset},
	}
	svgRules = map[string][]rule{
		"a": {
			{attribute: attrHref, follow: true, empty: true},
			{attribute: attrXlinkHref, follow: true, empty: true, when: lacksHref},
		},
		"image":   pictureRules,
		"use":     pictureRules,
		"feimage": pictureRules,
		"script":  pictureRules,
		// These point to shapes and colours, most of them in their own document.
		"textpath":       shapeRules,
		"mpath":          shapeRules,
		"lineargradient": shapeRules,
		"radialgradient": shapeRules,
		"pattern":        shapeRules,
		"filter":         shapeRules,
	}
	pictureRules = []rule{{attribute: attrHref}, {attribute: attrXlinkHref, when: lacksHref}}
	shapeRules   = []rule{{attribute: attrHref, read: readShape}, {attribute: attrXlinkHref, when: lacksHref, read: readShape}}
)

// collect takes the links and anchors from the start tag of an element of the
// given kind.
func (s *scanner) collect(in namespace) {
	t := &s.tag
	var rules []rule
	switch in {
	case inHTML:
		rules = t.element.html
	case inSVG:
		rules = t.element.svg
	case inMathML:
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		switch a.name {
		case attrID:
			s.anchor(a)
			s.mapName(a, in)
		case attrName:
			if t.element.name == "a" && in == inHTML {
				s.anchor(a)
			}
			s.mapName(a, in)
		case attrStyle:
			s.styleAttribute(a)
		case attrSrcdoc:
			if t.element.name == "iframe" && in == inHTML {
				s.srcdoc(a)
			}
		}
		for j := range rules {
			if rules[j].attribute == a.name {
				t.origin = rules[j].origin
				s.apply(&rules[j], a)
			}
		}
	}
}

// apply takes the links from an attribute that r is about.
func (s *scanner) apply(r *rule, a *attr) {
	if r.when != nil && !r.when(s) {
		return
	}
	if r.read != nil {
		r.read(s, a)
		return
	}
	value := s.tag.value(a)
	if r.empty || !ascii.IsBlank(value) {
		s.add(a, value, a.start, r.follow)
	}
}

// add takes in one link of the tag. Raw is its URL and offset the place of that.
func (s *scanner) add(a *attr, raw string, offset int, follow bool) {
	l := s.next()
	l.Origin, l.Raw, l.Offset, l.Follow = s.tag.origin, raw, offset, follow
	if s.opt.Text && !s.once && s.tag.element.name == "a" && (a.name == attrHref || a.name == attrXlinkHref) {
		s.text.start(len(s.page.Links) - 1)
	}
}

// put takes in one link of the content of the tag.
func (s *scanner) put(l link.Link) {
	next := s.next()
	l.Ignored = l.Ignored || next.Ignored
	*next = l
}

// next adds a link of the tag or of its content, which is still to be told.
func (s *scanner) next() *link.Link {
	s.marks.note(len(s.page.Links), s.tag.nameEnd)
	if !s.page.hasRoom() {
		// The last one makes way, so that what follows has a place to write to.
		s.page.Links = s.page.Links[:len(s.page.Links)-1]
	}
	if n := len(s.page.Links); n == cap(s.page.Links) && n > 0 {
		s.page.Links = slices.Grow(s.page.Links, min(s.moreLinks(n), MaxLinks-n))
	}
	s.page.Links = append(s.page.Links, link.Link{})
	next := s.last()
	next.Ignored = s.marks.own
	return next
}

// moreLinks guesses how many links follow the first n, from how much of the
// document these took: a list of links that grows little by little is copied
// many times. Documents that begin with all their links are told by the bounds.
func (s *scanner) moreLinks(n int) int {
	read := max(s.tag.nameEnd, 1)
	rest := n * max(len(s.src)-read, 0) / read
	return min(max(rest+rest/16, n/4, 8), 3*n)
}

// last returns the link that was taken in last.
func (s *scanner) last() *link.Link { return &s.page.Links[len(s.page.Links)-1] }

// addPart takes in a link that starts at index of the attribute's decoded
// value. Where decoding moved the bytes, the link's place is the value's.
func (s *scanner) addPart(a *attr, raw string, index int) {
	offset := a.start
	if a.plain {
		offset += index
	}
	s.add(a, raw, offset, false)
}

// readSrcset takes one link from each candidate of a srcset.
func readSrcset(s *scanner, a *attr) {
	for _, c := range srcset.Parse(s.tag.value(a)) {
		s.addPart(a, c.URL, c.Index)
	}
}

// readBase takes in the href of a <base>. The first counts. One in a <noscript>
// does not, as browsers run scripts.
func readBase(s *scanner, a *attr) {
	if !s.page.HasBase && !s.script {
		s.page.Base, s.page.HasBase = strings.Clone(s.tag.value(a)), true
	}
}

// lacksHref tells whether an SVG element is without the href that would make
// browsers disregard its xlink:href.
func lacksHref(s *scanner) bool { return !s.tag.have.has(attrHref) }

// isImageInput tells whether an <input> shows an image.
func isImageInput(s *scanner) bool {
	kind, _ := s.tag.get(attrType)
	return ascii.EqualFold(kind, "image")
}
