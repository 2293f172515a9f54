package scan

import (
	"slices"
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
// left out: asking for its URL is not what the form does. Pictures that a script
// loads late have the links of those that browsers load.
var (
	htmlRules = map[string][]rule{
		"html":       {{attribute: "manifest"}},
		"a":          {{attribute: "href", follow: true, empty: true}, {attribute: "ping", read: readPing}},
		"area":       {{attribute: "href", follow: true, empty: true}, {attribute: "ping", read: readPing}},
		"iframe":     {{attribute: "src", follow: true}, {attribute: "data-src", follow: true}},
		"frame":      {{attribute: "src", follow: true}},
		"link":       {{attribute: "href", when: linksResource, read: readResource}, {attribute: "imagesrcset", when: linksResource, read: readSrcset}},
		"img":        slices.Concat([]rule{{attribute: "longdesc"}, {attribute: "usemap", read: readUsemap}}, imageRules),
		"source":     imageRules,
		"video":      {{attribute: "src"}, {attribute: "poster"}},
		"audio":      {{attribute: "src"}},
		"track":      {{attribute: "src"}},
		"embed":      {{attribute: "src"}},
		"script":     {{attribute: "src"}},
		"object":     {{attribute: "data"}, {attribute: "usemap", read: readUsemap}},
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
	imageRules = []rule{
		{attribute: "src"},
		{attribute: "srcset", read: readSrcset},
		{attribute: "data-src"},
		{attribute: "data-srcset", read: readSrcset},
	}
	svgRules = map[string][]rule{
		"a": {
			{attribute: "href", follow: true, empty: true},
			{attribute: "xlink:href", follow: true, empty: true, when: lacksHref},
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
	pictureRules = []rule{{attribute: "href"}, {attribute: "xlink:href", when: lacksHref}}
	shapeRules   = []rule{{attribute: "href", read: readShape}, {attribute: "xlink:href", when: lacksHref, read: readShape}}
)

// collect takes the links and anchors from the start tag of an element of the
// given kind.
func (s *scanner) collect(in namespace) {
	t := &s.tag
	if len(t.attrs) == 0 {
		return
	}
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
		switch a.name {
		case "id":
			s.anchor(a)
			s.mapName(a, in)
		case "name":
			if t.name == "a" && in == inHTML {
				s.anchor(a)
			}
			s.mapName(a, in)
		case "style":
			s.styleAttribute(a)
		case "srcdoc":
			if t.name == "iframe" && in == inHTML {
				s.srcdoc(a)
			}
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
	s.put(link.Link{Element: s.tag.element(), Attribute: a.name, Raw: raw, Offset: offset, Follow: follow})
	if s.opt.Text && s.tag.name == "a" && (a.name == "href" || a.name == "xlink:href") {
		s.text.start(len(s.page.Links) - 1)
	}
}

// put takes in one link of the tag or of its content.
func (s *scanner) put(l link.Link) {
	s.marks.note(len(s.page.Links), s.tag.nameEnd)
	l.Ignored = l.Ignored || s.marks.own
	s.page.Links = append(s.page.Links, l)
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
