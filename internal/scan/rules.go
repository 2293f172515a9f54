package scan

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

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
