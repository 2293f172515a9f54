package scan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// element describes the elements of one name.
type element struct {
	// name is in lower case. It is empty for all elements without a record. exact is how XML
	// writes it.
	name, exact string
	// html and svg say which of its attributes are links in HTML and in SVG.
	html, svg []rule
	// wants are the attributes that are looked at.
	wants attributes
	// raw is name when the content of the HTML element is text up to its end tag.
	raw string
	// simple reports whether only the attributes of the start tag matter, outside of
	// foreign content.
	simple bool
	// breaksOut reports whether the start tag ends the foreign content that it is in.
	breaksOut bool
	// isContext reports whether the element changes the namespace of what is in it.
	isContext bool
	// isTablePart reports whether the element is in tables alone.
	isTablePart bool
	// mayDrop reports whether browsers drop the start tag in some places.
	mayDrop bool
}

// elementNames are the names of the elements that matter here, each once. The
// first stands for all others.
var elementNames = append([]string{""}, slices.Compact(slices.Sorted(slices.Values(slices.Concat([]string{
	"a", "annotation-xml", "area", "audio", "base", "button", "col", "colgroup", "del", "desc", "font", "foreignobject", "form", "frame", "frameset", "iframe",
	"feimage", "filter", "html", "image", "input", "ins", "lineargradient", "link", "map", "math", "mi", "mn", "mo", "mpath", "ms", "mtext", "noembed", "noframes", "noscript",
	"object", "pattern", "plaintext", "q", "radialgradient", "script", "source", "style", "svg", "td", "template", "textarea", "textpath", "th",
	"title", "track", "use", "video", "xmp",
}, breakouts, tableParts))))...)

// breakouts are the elements whose start tags end the foreign content that they
// are in; <font> does so with some attributes only, and is not among them.
var breakouts = []string{
	"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
	"h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
	"ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
}

// tableParts are the elements that are in tables alone.
var tableParts = []string{"caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"}

// elementTable finds the indexes of elementNames, and elements are the records
// by these.
var (
	elementTable = newNameTable(elementNames)
	elements     = newElements()
	imgElement   = &elements[elementTable.find([]byte("img"))]
)

// newElements makes the records.
func newElements() *[256]element {
	all := new([256]element)
	for i, name := range elementNames {
		all[i] = newElement(name)
	}
	return all
}

// newElement makes the record of the elements of that name.
func newElement(name string) element {
	e := element{name: name, exact: cmp.Or(exactNames[name], name), html: rulesOf(name, htmlRules), svg: rulesOf(name, svgRules), raw: rawTextName(name), simple: true}
	e.breaksOut = slices.Contains(breakouts, name)
	e.isTablePart = slices.Contains(tableParts, name)
	e.mayDrop = e.isTablePart || slices.Contains([]string{"body", "form", "frame", "frameset", "head", "html", "table"}, name)
	switch name {
	case "svg", "math", "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml":
		e.isContext = true
	}
	switch name {
	case "body", "form", "frame", "frameset", "head", "html", "image", "input", "math", "noscript", "script", "style", "svg", "table", "template":
		e.simple = false
	}
	e.simple = e.simple && e.raw == ""
	e.wants = everyElement | setOf(furtherAttributes[name])
	for _, r := range slices.Concat(e.html, e.svg) {
		e.wants |= setOf(r.name)
	}
	if name == "image" {
		e.wants |= newElement("img").wants // which it is in HTML
	}
	return e
}

// exactNames has the names of XML that are not in lower case.
var exactNames = map[string]string{
	"feimage": "feImage", "foreignobject": "foreignObject", "lineargradient": "linearGradient", "radialgradient": "radialGradient", "textpath": "textPath",
}

// rulesOf returns the rules of the elements of that name, with the origin of
// their links.
func rulesOf(name string, all map[string][]rule) []rule {
	rules := slices.Clone(all[name])
	for i := range rules {
		rules[i].attribute = attribute(attributeTable.find([]byte(rules[i].name)))
		rules[i].origin = &link.Origin{Element: name, Attribute: rules[i].name}
	}
	return rules
}

// everyElement are the attributes that are looked at wherever they are.
var everyElement = setOf("id style data-linkvet-ignore data-proofer-ignore")

// furtherAttributes are those of certain elements, by the name of the element,
// that are not links themselves: they decide what is a link, or are read for another
// purpose.
var furtherAttributes = map[string]string{
	"a": "name", "annotation-xml": "encoding", "button": "type form formmethod", "font": "color face size", "form": "method",
	"iframe": "srcdoc", "img": "alt", "input": "type form formmethod", "link": "itemprop rel type", "map": "name",
	"meta": "http-equiv itemprop name property", "script": "type", "style": "type", "template": "shadowrootmode",
}

// rawTextName returns the name of an HTML element whose content is text up to
// its end tag, and "" for any other. A <noscript> is not
// among them: its content is read for links, too.
func rawTextName(name string) string {
	switch name {
	case "script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title", "plaintext":
		return name
	}
	return ""
}

// attribute is the number of the name of an attribute that matters here.
type attribute uint8

// The attributes that most tags are asked for. noAttribute stands for all that do not matter.
const (
	noAttribute attribute = iota
	attrID
	attrStyle
	attrIgnore
	attrProoferIgnore
	attrHref
	attrXlinkHref
	attrName
	attrSrcdoc
)

// attributeNames are the names of all in lower case, by their numbers.
var attributeNames = append([]string{"", "id", "style", "data-linkvet-ignore", "data-proofer-ignore", "href", "xlink:href", "name", "srcdoc"},
	strings.Fields(`action alt background cite color content data data-src data-srcset encoding face form formaction formmethod http-equiv
	imagesrcset itemprop longdesc manifest method ping poster property rel shadowrootmode size src srcset type usemap`)...)

// attributeTable finds them.
var attributeTable = newAttributeTable()

func newAttributeTable() *nameTable {
	t := newNameTable(attributeNames)
	t.add("xl:href", uint8(attrXlinkHref)) // as OmniGraffle writes it
	return t
}

// String returns the name in lower case; "" for noAttribute.
func (a attribute) String() string { return attributeNames[a] }

// attributes is a set of them: bit n stands for attribute n.
type attributes uint64

// setOf returns the set of the attributes of those names.
func setOf(names string) attributes {
	var set attributes
	for name := range strings.FieldsSeq(names) {
		set |= 1 << attributeTable.find([]byte(name))
	}
	return set
}

// has reports whether a is in the set.
func (set attributes) has(a attribute) bool { return set>>a&1 != 0 }

// rule says that an attribute of some element holds links.
type rule struct {
	name string
	// attribute is the number of the name. The records of elements have it.
	attribute attribute
	// follow is that of link.Link.
	follow bool
	// empty reports whether an empty value links to the page itself. In other
	// attributes an empty value is not a link.
	empty bool
	// when limits the rule to some of the tags.
	when condition
	// value is what the attribute holds.
	value valueKind
	// origin is shared by all links of the rule. The records of elements have it.
	origin *link.Origin
}

// condition says in which tags an attribute is a link.
type condition uint8

const (
	always condition = iota
	// hasNoHref holds for SVG elements without the href that would make browsers
	// ignore the xlink:href.
	hasNoHref
	// isResource holds for a <link> that names a document.
	isResource
	// isImageInput holds for an <input> that shows an image.
	isImageInput
	// isGetForm holds for a <form> that requests its action by GET.
	isGetForm
	// submitsByGet holds for a button that requests its formaction by GET.
	submitsByGet
)

// valueKind says what an attribute with links holds.
type valueKind uint8

const (
	// oneURL is a URL, and nothing else.
	oneURL valueKind = iota
	// urlList is a list of URLs, separated by white space.
	urlList
	// srcsetList is a list of images with their sizes.
	srcsetList
	// resourceURL is the href of a <link>, whose rel says what the target is.
	resourceURL
	// baseURL is what the URLs of the document resolve against, and not a link.
	baseURL
	// metaContent is the content of a <meta>, whose other attributes say what it is.
	metaContent
	// mapReference is "#" and the name of a <map>.
	mapReference
	// pictureURL is the URL of an image, which may be an SVG file with links, or refers
	// to an element of such a file or of the page.
	pictureURL
	// shapeURL refers to an SVG element. It is a link when that is in another
	// document.
	shapeURL
)

// These are the attributes of HTML and of SVG elements that hold links. The action of a
// <form> that posts is not a link, as a GET of its URL is not what the form does. Images
// that a script loads late have the links of those that browsers load.
var (
	htmlRules = map[string][]rule{
		"html":       {{name: "manifest"}},
		"a":          {{name: "href", follow: true, empty: true}, {name: "ping", value: urlList}},
		"area":       {{name: "href", follow: true, empty: true}, {name: "ping", value: urlList}},
		"iframe":     {{name: "src", follow: true}, {name: "data-src", follow: true}},
		"frame":      {{name: "src", follow: true}},
		"link":       {{name: "href", value: resourceURL}, {name: "imagesrcset", when: isResource, value: srcsetList}},
		"img":        slices.Concat([]rule{{name: "longdesc"}, {name: "usemap", value: mapReference}}, imageRules),
		"source":     imageRules,
		"video":      {{name: "src"}, {name: "poster"}},
		"audio":      {{name: "src"}},
		"track":      {{name: "src"}},
		"embed":      {{name: "src", value: pictureURL}},
		"script":     {{name: "src"}},
		"object":     {{name: "data", value: pictureURL}, {name: "usemap", value: mapReference}},
		"input":      {{name: "src", when: isImageInput}, {name: "formaction", when: submitsByGet}},
		"button":     {{name: "formaction", when: submitsByGet}},
		"form":       {{name: "action", when: isGetForm}},
		"blockquote": {{name: "cite"}},
		"q":          {{name: "cite"}},
		"ins":        {{name: "cite"}},
		"del":        {{name: "cite"}},
		"body":       {{name: "background"}},
		"table":      {{name: "background"}},
		"td":         {{name: "background"}},
		"th":         {{name: "background"}},
		"base":       {{name: "href", value: baseURL}},
		"meta":       {{name: "content", value: metaContent}},
	}
	imageRules = []rule{
		{name: "src", value: pictureURL},
		{name: "srcset", value: srcsetList},
		{name: "data-src", value: pictureURL},
		{name: "data-srcset", value: srcsetList},
	}
	svgRules = map[string][]rule{
		"a": {
			{name: "href", follow: true, empty: true},
			{name: "xlink:href", follow: true, empty: true, when: hasNoHref},
		},
		"image":   pictureRules,
		"use":     pictureRules,
		"feimage": pictureRules,
		"script":  {{name: "href"}, {name: "xlink:href", when: hasNoHref}},
		// These refer to shapes and colors, most of them in their own document.
		"textpath":       shapeRules,
		"mpath":          shapeRules,
		"lineargradient": shapeRules,
		"radialgradient": shapeRules,
		"pattern":        shapeRules,
		"filter":         shapeRules,
	}
	pictureRules = []rule{{name: "href", value: pictureURL}, {name: "xlink:href", when: hasNoHref, value: pictureURL}}
	shapeRules   = []rule{{name: "href", value: shapeURL}, {name: "xlink:href", when: hasNoHref, value: shapeURL}}
)
