package scan

import (
	"encoding/xml"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// xmlRule says that an element of some kind of document holds a URL.
type xmlRule struct {
	// attribute is what holds it; empty for the element's text.
	attribute string
	// follow and holds are those of link.Link.
	follow bool
	holds  link.Kind
	// when tells whether this element is meant; nil means always. The element is
	// the innermost.
	when func(*xmlReader, xml.StartElement) bool
	// accepts tells whether the element's text is a URL; nil means always.
	accepts func(text string) bool
}

// The elements with links, by the name of the outermost element and by their
// own. Names count and namespaces do not, as feeds are careless with them.
var (
	xmlRules = map[string]map[string][]xmlRule{
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
	rssRules = map[string][]xmlRule{
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

// isIn tells whether an element stands right in one of that name.
func isIn(parent string) func(*xmlReader, xml.StartElement) bool {
	return func(r *xmlReader, _ xml.StartElement) bool { return r.parent() == parent }
}

// leadsReaders tells whether a <link> of Atom is to what an entry is about.
func leadsReaders(_ *xmlReader, e xml.StartElement) bool {
	switch xmlValue(e, "rel") {
	case "", "alternate", "related", "via":
		return true
	}
	return false
}

// namesFile tells whether a <link> of Atom is to anything else that must exist.
// A hub is where programs subscribe.
func namesFile(r *xmlReader, e xml.StartElement) bool {
	return !leadsReaders(r, e) && xmlValue(e, "rel") != "hub"
}

// isPermalink tells whether a <guid> says that it is the URL of its entry.
func isPermalink(_ *xmlReader, e xml.StartElement) bool {
	return xmlValue(e, "isPermaLink") == "true"
}

// mayBePermalink tells whether a <guid> leaves that open. Then it is one by the
// book, but many that are not say nothing.
func mayBePermalink(_ *xmlReader, e xml.StartElement) bool {
	return xmlValue(e, "isPermaLink") == ""
}
