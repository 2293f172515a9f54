package xml

import (
	"encoding/xml"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// rule says that an element of some kind of document holds a URL.
type rule struct {
	// attribute is what holds it; empty for the element's text.
	attribute string
	// follow and holds are those of link.Link.
	follow bool
	holds  link.Kind
	// when reports whether the rule holds for this element; nil means always. The element is
	// the innermost.
	when func(*reader, xml.StartElement) bool
	// accepts reports whether the element's text is a URL; nil means always.
	accepts func(text string) bool
}

// The elements with links, by the name of the outermost element and by their
// own. Names count and namespaces do not, as feeds are careless with them.
var (
	rulesOfRoot = map[string]map[string][]rule{
		"urlset": {
			"loc":           {{follow: true, when: isIn("url")}, {when: isIn("image")}},
			"content_loc":   {{}},
			"player_loc":    {{}},
			"thumbnail_loc": {{}},
			"link":          {{attribute: "href", follow: true}},
		},
		"sitemapindex": {"loc": {{holds: link.XMLKind, when: isIn("sitemap")}}},
		"rss":          rssRules,
		"RDF":          rssRules,
		"feed": {
			"link":    {{attribute: "href", follow: true, when: leadsReaders}, {attribute: "href", when: namesFile}},
			"content": {{attribute: "src"}},
			"icon":    {{}},
			"logo":    {{}},
		},
	}
	rssRules = map[string][]rule{
		"link":      {{follow: true}, {attribute: "href", when: namesFile}, {attribute: "href", follow: true, when: leadsReaders}},
		"guid":      {{follow: true, when: isPermalink}, {follow: true, when: mayBePermalink, accepts: weburl.LooksLikeURL}},
		"comments":  {{follow: true}},
		"enclosure": {{attribute: "url"}},
		"url":       {{when: isIn("image")}},
		"content":   {{attribute: "url"}},
		"thumbnail": {{attribute: "url"}},
		"image":     {{attribute: "href"}},
	}
)

// isIn reports whether the parent of an element has that name.
func isIn(parent string) func(*reader, xml.StartElement) bool {
	return func(r *reader, _ xml.StartElement) bool { return r.parent() == parent }
}

// leadsReaders reports whether a <link> of Atom is to what an entry is about.
func leadsReaders(_ *reader, e xml.StartElement) bool {
	switch attribute(e, "rel") {
	case "", "alternate", "related", "via":
		return true
	}
	return false
}

// namesFile reports whether a <link> of Atom is to anything else that must exist.
// A hub is where programs subscribe.
func namesFile(r *reader, e xml.StartElement) bool {
	return !leadsReaders(r, e) && attribute(e, "rel") != "hub"
}

// isPermalink reports whether a <guid> says that it is the URL of its entry.
func isPermalink(_ *reader, e xml.StartElement) bool {
	return attribute(e, "isPermaLink") == "true"
}

// mayBePermalink reports whether a <guid> leaves that open. By the specification it is
// then a URL, but many feeds leave it open for other identifiers.
func mayBePermalink(_ *reader, e xml.StartElement) bool {
	return attribute(e, "isPermaLink") == ""
}
