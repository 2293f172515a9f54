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
