package scan

import (
	"iter"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// linksResource tells whether a <link> names a document that must exist. A
// preconnect names a host alone, and without a rel it names nothing but a
// property of microdata.
func linksResource(s *scanner) bool {
	return s.tag.names(attrRel, resourceRels) || s.tag.names(attrItemprop, urlItems)
}

// resourceRels are the link types whose href is a document.
var resourceRels = intern(
	"stylesheet", "icon", "shortcut-icon", "apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image",
	"mask-icon", "fluid-icon", "image_src", "canonical", "alternate", "amphtml", "next", "prev", "previous", "first", "last", "up",
	"index", "contents", "preload", "modulepreload", "prefetch", "prerender", "manifest", "sitemap", "license", "copyright",
	"privacy-policy", "terms-of-service", "search", "author", "help",
)

// readResource takes in the href of a <link>, and what its target is to be read
// for.
func readResource(s *scanner, a *attr) {
	if value := s.tag.value(a); !ascii.IsBlank(value) {
		s.add(a, value, a.start, false)
		s.last().Holds = s.tag.held()
		s.last().Identity = s.tag.identity()
	}
}

// identity returns what a <link> says of its page. An alternate style sheet says
// nothing of it.
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

// held returns what a <link> says of its target that browsers, or readers of
// feeds, go by.
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

// feed returns what kind of feed the type of a <link> tells of.
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

// words yields the words of an attribute that is a list of them.
func words(value string) iter.Seq[string] {
	return strings.FieldsFuncSeq(value, func(r rune) bool { return r < 0x80 && ascii.IsSpace(byte(r)) })
}
