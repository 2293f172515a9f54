package scan

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// element describes the elements of one name.
type element struct {
	// name is in lower case. It is empty for all elements without a record.
	name string
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
	e := element{name: name, html: rulesOf(name, htmlRules), svg: rulesOf(name, svgRules), raw: rawTextName(name), simple: true}
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
	e.wants = everyElement | furtherAttributes[name]
	for _, r := range slices.Concat(e.html, e.svg) {
		e.wants |= setOf(r.attribute)
	}
	if name == "image" {
		e.wants |= newElement("img").wants // which it is in HTML
	}
	return e
}

// rulesOf returns the rules of the elements of that name, with the origin of
// their links.
func rulesOf(name string, all map[string][]rule) []rule {
	rules := slices.Clone(all[name])
	for i := range rules {
		rules[i].origin = &link.Origin{Element: name, Attribute: rules[i].attribute.String()}
	}
	return rules
}

// everyElement are the attributes that are looked at wherever they are.
var everyElement = setOf(attrID, attrStyle, attrIgnore, attrProoferIgnore)

// furtherAttributes are those of certain elements, by the name of the element,
// that are not links themselves: they decide what is a link, or are read for another
// purpose.
var furtherAttributes = map[string]attributes{
	"a":              setOf(attrName),
	"annotation-xml": setOf(attrEncoding),
	"button":         setOf(attrType, attrForm, attrFormmethod),
	"font":           setOf(attrColor, attrFace, attrSize),
	"form":           setOf(attrMethod),
	"iframe":         setOf(attrSrcdoc),
	"img":            setOf(attrAlt),
	"input":          setOf(attrType, attrForm, attrFormmethod),
	"link":           setOf(attrItemprop, attrRel, attrType),
	"map":            setOf(attrName),
	"meta":           setOf(attrHTTPEquiv, attrItemprop, attrName, attrProperty),
	"script":         setOf(attrType),
	"style":          setOf(attrType),
	"template":       setOf(attrShadowrootmode),
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

// attribute is the name of an attribute that matters here.
type attribute uint8

// The attributes that matter here. noAttribute stands for all others.
const (
	noAttribute attribute = iota
	attrAction
	attrAlt
	attrBackground
	attrCite
	attrColor
	attrContent
	attrData
	attrDataSrc
	attrDataSrcset
	attrEncoding
	attrFace
	attrForm
	attrFormaction
	attrFormmethod
	attrHref
	attrHTTPEquiv
	attrID
	attrIgnore
	attrImagesrcset
	attrItemprop
	attrLongdesc
	attrManifest
	attrMethod
	attrName
	attrPing
	attrPoster
	attrProoferIgnore
	attrProperty
	attrRel
	attrShadowrootmode
	attrSize
	attrSrc
	attrSrcdoc
	attrSrcset
	attrStyle
	attrType
	attrUsemap
	attrXlinkHref
)

// attributeNames are their names in lower case.
var attributeNames = [...]string{
	attrAction:         "action",
	attrAlt:            "alt",
	attrBackground:     "background",
	attrCite:           "cite",
	attrColor:          "color",
	attrContent:        "content",
	attrData:           "data",
	attrDataSrc:        "data-src",
	attrDataSrcset:     "data-srcset",
	attrEncoding:       "encoding",
	attrFace:           "face",
	attrForm:           "form",
	attrFormaction:     "formaction",
	attrFormmethod:     "formmethod",
	attrHref:           "href",
	attrHTTPEquiv:      "http-equiv",
	attrID:             "id",
	attrIgnore:         "data-linkvet-ignore",
	attrImagesrcset:    "imagesrcset",
	attrItemprop:       "itemprop",
	attrLongdesc:       "longdesc",
	attrManifest:       "manifest",
	attrMethod:         "method",
	attrName:           "name",
	attrPing:           "ping",
	attrPoster:         "poster",
	attrProoferIgnore:  "data-proofer-ignore",
	attrProperty:       "property",
	attrRel:            "rel",
	attrShadowrootmode: "shadowrootmode",
	attrSize:           "size",
	attrSrc:            "src",
	attrSrcdoc:         "srcdoc",
	attrSrcset:         "srcset",
	attrStyle:          "style",
	attrType:           "type",
	attrUsemap:         "usemap",
	attrXlinkHref:      "xlink:href",
}

// attributeTable finds them.
var attributeTable = newNameTable(attributeNames[:])

// String returns the name in lower case; "" for noAttribute.
func (a attribute) String() string { return attributeNames[a] }

// attributes is a set of them: bit n stands for attribute n.
type attributes uint64

// setOf returns the set of those attributes.
func setOf(all ...attribute) attributes {
	var set attributes
	for _, a := range all {
		set |= 1 << a
	}
	return set
}

// has reports whether a is in the set.
func (set attributes) has(a attribute) bool { return set>>a&1 != 0 }

// rule says that an attribute of some element holds links.
type rule struct {
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
		"html":       {{attribute: attrManifest}},
		"a":          {{attribute: attrHref, follow: true, empty: true}, {attribute: attrPing, value: urlList}},
		"area":       {{attribute: attrHref, follow: true, empty: true}, {attribute: attrPing, value: urlList}},
		"iframe":     {{attribute: attrSrc, follow: true}, {attribute: attrDataSrc, follow: true}},
		"frame":      {{attribute: attrSrc, follow: true}},
		"link":       {{attribute: attrHref, when: isResource, value: resourceURL}, {attribute: attrImagesrcset, when: isResource, value: srcsetList}},
		"img":        slices.Concat([]rule{{attribute: attrLongdesc}, {attribute: attrUsemap, value: mapReference}}, imageRules),
		"source":     imageRules,
		"video":      {{attribute: attrSrc}, {attribute: attrPoster}},
		"audio":      {{attribute: attrSrc}},
		"track":      {{attribute: attrSrc}},
		"embed":      {{attribute: attrSrc, value: pictureURL}},
		"script":     {{attribute: attrSrc}},
		"object":     {{attribute: attrData, value: pictureURL}, {attribute: attrUsemap, value: mapReference}},
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
		"base":       {{attribute: attrHref, value: baseURL}},
		"meta":       {{attribute: attrContent, value: metaContent}},
	}
	imageRules = []rule{
		{attribute: attrSrc, value: pictureURL},
		{attribute: attrSrcset, value: srcsetList},
		{attribute: attrDataSrc, value: pictureURL},
		{attribute: attrDataSrcset, value: srcsetList},
	}
	svgRules = map[string][]rule{
		"a": {
			{attribute: attrHref, follow: true, empty: true},
			{attribute: attrXlinkHref, follow: true, empty: true, when: hasNoHref},
		},
		"image":   pictureRules,
		"use":     pictureRules,
		"feimage": pictureRules,
		"script":  {{attribute: attrHref}, {attribute: attrXlinkHref, when: hasNoHref}},
		// These refer to shapes and colors, most of them in their own document.
		"textpath":       shapeRules,
		"mpath":          shapeRules,
		"lineargradient": shapeRules,
		"radialgradient": shapeRules,
		"pattern":        shapeRules,
		"filter":         shapeRules,
	}
	pictureRules = []rule{{attribute: attrHref, value: pictureURL}, {attribute: attrXlinkHref, when: hasNoHref, value: pictureURL}}
	shapeRules   = []rule{{attribute: attrHref, value: shapeURL}, {attribute: attrXlinkHref, when: hasNoHref, value: shapeURL}}
)
