// Package xml finds the links of feeds and sitemaps.
package xml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"github.com/linkvet/linkvet/internal/weburl"
)

// MaxDepth is how many elements may be nested. No feed and no sitemap needs
// so many.
const MaxDepth = 200

// ErrTooDeep is the cause when a document nests deeper than that.
var ErrTooDeep = fmt.Errorf("it nests deeper than %d levels", MaxDepth)

// rule says that an element of some kind of document holds a URL.
type rule struct {
	// attribute is what holds it; empty for the element's text.
	attribute string
	// follow and holds are those of link.Link.
	follow bool
	holds  link.Kind
	// when reports whether the rule holds for an element in that parent; nil means always.
	when func(parent string, e xml.StartElement) bool
	// isURL is whether only text that looks like a URL is one.
	isURL bool
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
		"link": {{follow: true}, {attribute: "href", when: namesFile}, {attribute: "href", follow: true, when: leadsReaders}},
		// By the specification a <guid> is a URL unless it denies that, but many feeds leave
		// it open for other identifiers.
		"guid":      {{follow: true, when: isPermalink("true")}, {follow: true, when: isPermalink(""), isURL: true}},
		"comments":  {{follow: true}},
		"enclosure": {{attribute: "url"}},
		"url":       {{when: isIn("image")}},
		"content":   {{attribute: "url"}},
		"thumbnail": {{attribute: "url"}},
		"image":     {{attribute: "href"}},
	}
)

// isIn reports whether the parent of an element has that name.
func isIn(name string) func(string, xml.StartElement) bool {
	return func(parent string, _ xml.StartElement) bool { return parent == name }
}

// isPermalink reports whether a <guid> says so of being the URL of its entry.
func isPermalink(value string) func(string, xml.StartElement) bool {
	return func(_ string, e xml.StartElement) bool { return attribute(e, "isPermaLink") == value }
}

// leadsReaders reports whether a <link> of Atom is to what an entry is about.
func leadsReaders(_ string, e xml.StartElement) bool {
	return slices.Contains([]string{"", "alternate", "related", "via"}, attribute(e, "rel"))
}

// namesFile reports whether a <link> of Atom is to anything else that must exist.
// A hub is where programs subscribe.
func namesFile(_ string, e xml.StartElement) bool {
	return !leadsReaders("", e) && attribute(e, "rel") != "hub"
}

// attribute returns the value of an attribute without a prefix; "" when the
// element has none.
func attribute(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Space == "" && a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

// reader is the state of one call of Links.
type reader struct {
	src     []byte
	found   func(link.Link)
	decoder *xml.Decoder
	rules   map[string][]rule // of the kind of document
	open    []element         // outermost first
	// origin is that of the link that was found last; nil before the first.
	origin *link.Origin
}

// element is an open element.
type element struct {
	name string
	// base holds its xml:base and those of the elements around it, outermost first.
	base []string
	// rule is that of its text, nil for none. offset is where the text begins, behind space.
	rule   *rule
	text   []byte
	offset int
}

// Links calls found for each link of a feed (RSS, RDF, Atom) or of a sitemap, that of a text
// at its end, and returns the name of the outermost element. Any other document has no links.
// The element of a link is the name of its element without a prefix. Its attribute is empty
// where the element's text is the URL. The error is a [*xml.SyntaxError] or ErrTooDeep; found
// was called for the links before the fault.
func Links(src []byte, found func(link.Link)) (root string, err error) {
	r := reader{src: src, found: found, decoder: xml.NewDecoder(bytes.NewReader(asUTF8(src)))}
	// It accepts what readers of feeds accept. Links are the same bytes in all encodings that
	// feeds use.
	r.decoder.Strict = false
	r.decoder.Entity = xml.HTMLEntity
	r.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		start := int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) || err != nil && r.rules == nil {
			return root, nil // before the outermost element the document need not be a feed
		}
		if err != nil {
			return root, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if root == "" {
				root = token.Name.Local
				if r.rules = rulesOfRoot[root]; r.rules == nil {
					return root, nil
				}
			}
			if len(r.open) == MaxDepth {
				return root, ErrTooDeep
			}
			r.start(token, start)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			r.chars(token, start)
		}
	}
}

// asUTF8 returns src with a "?" in place of each byte that is not UTF-8, so that
// no byte moves.
func asUTF8(src []byte) []byte {
	if utf8.Valid(src) {
		return src
	}
	valid := bytes.Clone(src)
	for i := 0; i < len(valid); {
		r, size := utf8.DecodeRune(valid[i:])
		if r == utf8.RuneError && size == 1 {
			valid[i] = '?'
		}
		i += size
	}
	return valid
}

// start reads a start tag that is at the offset.
func (r *reader) start(tag xml.StartElement, offset int) {
	e := element{name: tag.Name.Local}
	parent := ""
	if n := len(r.open); n > 0 {
		parent, e.base = r.open[n-1].name, r.open[n-1].base
	}
	for _, a := range tag.Attr {
		if a.Name.Local == "base" && a.Name.Space == "http://www.w3.org/XML/1998/namespace" {
			e.base = append(slices.Clone(e.base), a.Value)
			break
		}
	}
	rules := r.rules[e.name]
	for i := range rules {
		rule := &rules[i]
		if rule.when != nil && !rule.when(parent, tag) {
			continue
		}
		if rule.attribute == "" {
			e.rule = rule
		} else if value := attribute(tag, rule.attribute); !ascii.IsBlank(value) {
			r.add(&e, rule, value, offset+attributeIndex(r.src[offset:r.decoder.InputOffset()], rule.attribute))
		}
	}
	r.open = append(r.open, e)
}

// space holds the white space of XML.
const space = " \t\r\n"

// chars reads text that is at the offset.
func (r *reader) chars(text []byte, offset int) {
	if len(r.open) == 0 || r.open[len(r.open)-1].rule == nil {
		return
	}
	e := &r.open[len(r.open)-1]
	if len(e.text) == 0 {
		if text = bytes.TrimLeft(text, space); len(text) == 0 {
			return
		}
		rest := bytes.TrimLeft(r.src[offset:], space)
		if data, ok := bytes.CutPrefix(rest, []byte("<![CDATA[")); ok {
			rest = bytes.TrimLeft(data, space)
		}
		e.offset = len(r.src) - len(rest)
	}
	e.text = append(e.text, text...)
}

// end reads an end tag.
func (r *reader) end() {
	last := len(r.open) - 1
	e := &r.open[last]
	r.open = r.open[:last]
	if value := string(bytes.TrimRight(e.text, space)); value != "" && (!e.rule.isURL || weburl.LooksLikeURL(value)) {
		r.add(e, e.rule, value, e.offset)
	}
}

// add records a link. Most links of a sitemap share the origin of the one before them.
func (r *reader) add(e *element, rule *rule, value string, offset int) {
	if o := r.origin; o == nil || e.base != nil || o.Base != nil || o.Element != e.name || o.Attribute != rule.attribute {
		r.origin = &link.Origin{Element: e.name, Attribute: rule.attribute, Base: e.base}
	}
	r.found(link.Link{Origin: r.origin, Raw: value, Offset: offset, Follow: rule.follow, Holds: rule.holds})
}

// attributeIndex returns where in a start tag the value of that attribute starts.
func attributeIndex(tag []byte, name string) int {
	for i := bytes.IndexAny(tag, space); i > 0 && i < len(tag); {
		if i = len(tag) - len(bytes.TrimLeft(tag[i:], space)); i == len(tag) {
			break
		}
		nameEnd, value, _, after := markup.Attribute(tag, i)
		if string(tag[i:nameEnd]) == name && value > i {
			return value
		}
		i = after
	}
	return 0
}
