package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// rule says that an attribute of some element holds links.
type rule struct {
	attribute string
	// follow is that of link.Link.
	follow bool
	// empty tells that an empty value links to the page itself. It links to
	// nothing elsewhere.
	empty bool
	// when tells whether this tag's attribute is a link at all; nil means always.
	when func(*scanner) bool
	// read takes the value apart; nil means that all of it is one URL.
	read func(*scanner, *attr)
}

// The attributes with links of HTML and of SVG elements. A <form> that posts is
// left out: asking for its URL is not what the form does.
var (
	htmlRules = map[string][]rule{
		"a":          {{attribute: "href", follow: true, empty: true}},
		"area":       {{attribute: "href", follow: true, empty: true}},
		"iframe":     {{attribute: "src", follow: true}},
		"frame":      {{attribute: "src", follow: true}},
		"link":       {{attribute: "href", when: linksResource}, {attribute: "imagesrcset", when: linksResource, read: readSrcset}},
		"img":        {{attribute: "src"}, {attribute: "srcset", read: readSrcset}, {attribute: "longdesc"}},
		"source":     {{attribute: "src"}, {attribute: "srcset", read: readSrcset}},
		"video":      {{attribute: "src"}, {attribute: "poster"}},
		"audio":      {{attribute: "src"}},
		"track":      {{attribute: "src"}},
		"embed":      {{attribute: "src"}},
		"script":     {{attribute: "src"}},
		"object":     {{attribute: "data"}},
		"input":      {{attribute: "src", when: isImageInput}, {attribute: "formaction", when: submitsByGet}},
		"button":     {{attribute: "formaction", when: submitsByGet}},
		"form":       {{attribute: "action", when: isGetForm}},
		"blockquote": {{attribute: "cite"}},
		"q":          {{attribute: "cite"}},
		"ins":        {{attribute: "cite"}},
		"del":        {{attribute: "cite"}},
		"body":       {{attribute: "background"}},
		"table":      {{attribute: "background"}},
		"td":         {{attribute: "background"}},
		"th":         {{attribute: "background"}},
		"base":       {{attribute: "href", read: readBase}},
		"meta":       {{attribute: "content", read: readMeta}},
	}
	svgRules = map[string][]rule{
		"a": {
			{attribute: "href", follow: true, empty: true},
			{attribute: "xlink:href", follow: true, empty: true, when: lacksHref},
		},
		"image": {{attribute: "href"}, {attribute: "xlink:href", when: lacksHref}},
		"use":   {{attribute: "href"}, {attribute: "xlink:href", when: lacksHref}},
	}
)

// collect takes the links and anchors from the start tag of an element of the
// given kind.
func (s *scanner) collect(in namespace) {
	t := &s.tag
	var rules []rule
	switch in {
	case inHTML:
		rules = htmlRules[t.name]
	case inSVG:
		rules = svgRules[t.name]
	case inMathML:
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		if a.name == "id" || a.name == "name" && t.name == "a" && in == inHTML {
			s.anchor(a)
		}
		for j := range rules {
			if rules[j].attribute == a.name {
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
	if r.empty || !isBlank(value) {
		s.add(a, value, a.start, r.follow)
	}
}

// add takes in one link of the tag. Raw is its URL and offset the place of that.
func (s *scanner) add(a *attr, raw string, offset int, follow bool) {
	s.marks.note(len(s.page.Links), s.tag.nameEnd)
	s.page.Links = append(s.page.Links, link.Link{
		Element:   s.tag.name,
		Attribute: a.name,
		Raw:       raw,
		Offset:    offset,
		Follow:    follow,
		Ignored:   s.marks.own,
	})
	if s.opt.Text && s.tag.name == "a" {
		s.text.start(len(s.page.Links) - 1)
	}
}

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
	for _, c := range parseSrcset(s.tag.value(a)) {
		s.addPart(a, c.url, c.index)
	}
}

// readBase takes in the href of a <base>. The first counts. One in a <noscript>
// does not, as browsers run scripts.
func readBase(s *scanner, a *attr) {
	if !s.page.HasBase && !s.script {
		s.page.Base, s.page.HasBase = s.tag.value(a), true
	}
}

// isBlank tells whether s holds nothing but white space.
func isBlank(s string) bool { return strings.Trim(s, " \n\t\r\f") == "" }

// lacksHref tells whether an SVG element is without the href that would make
// browsers disregard its xlink:href.
func lacksHref(s *scanner) bool { return s.tag.find("href") == nil }

// isImageInput tells whether an <input> shows an image.
func isImageInput(s *scanner) bool {
	kind, _ := s.tag.get("type")
	return equalFold(kind, "image")
}
