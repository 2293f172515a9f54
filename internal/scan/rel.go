package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// namesResource reports whether a <link> names a document that must exist. A preconnect
// names a host alone. A <link> without a rel names a property of microdata.
func (t *tag) namesResource() bool {
	return t.names(attrRel, resourceRels) || t.names(attrItemprop, urlItems)
}

// resourceRels are the link types whose href is a document.
var resourceRels = intern(
	"stylesheet", "icon", "shortcut-icon", "apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image",
	"mask-icon", "fluid-icon", "image_src", "canonical", "alternate", "amphtml", "next", "prev", "previous", "first", "last", "up",
	"index", "contents", "preload", "modulepreload", "prefetch", "prerender", "manifest", "sitemap", "license", "copyright",
	"privacy-policy", "terms-of-service", "search", "author", "help",
)

// identity returns what a <link> says of its page. An alternate style sheet says nothing
// of it.
func (t *tag) identity() link.Identity {
	rel, _ := t.get(attrRel)
	says := link.NoIdentity
	for word := range words(rel) {
		switch {
		case ascii.EqualFold(word, "stylesheet"):
			return link.NoIdentity
		case ascii.EqualFold(word, "canonical"):
			says = link.Canonical
		case says == link.NoIdentity && (ascii.EqualFold(word, "alternate") || ascii.EqualFold(word, "amphtml")):
			says = link.Variant
		}
	}
	return says
}

// held returns the kind of document that a <link> says its target is, as far as browsers
// and readers of feeds go by it.
func (t *tag) held() link.Kind {
	rel, _ := t.get(attrRel)
	isAlternate := false
	for word := range words(rel) {
		switch {
		case ascii.EqualFold(word, "stylesheet"):
			return link.CSSKind
		case ascii.EqualFold(word, "manifest"):
			return link.ManifestKind
		case ascii.EqualFold(word, "sitemap"):
			return link.XMLKind
		case ascii.EqualFold(word, "alternate"):
			isAlternate = true
		}
	}
	if isAlternate {
		return t.feed()
	}
	return link.NoKind
}

// feed returns the kind of feed that the type of a <link> stands for.
func (t *tag) feed() link.Kind {
	media, _ := t.get(attrType)
	kind := KindOfMedia(media)
	switch {
	case kind == link.XMLKind, kind == link.JSONFeedKind:
		return kind
	case ascii.EqualFold(strings.Trim(media, ascii.Space), "application/json"):
		return link.JSONFeedKind // as the first version of JSON Feed had it
	}
	return link.NoKind
}

// urlItems are the properties of microdata whose values are URLs of documents.
var urlItems = intern("image", "url", "logo", "contenturl", "thumbnailurl")
