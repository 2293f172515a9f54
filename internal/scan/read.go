package scan

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/xml"
)

// Read reads the links of a UTF-8 document of that kind into page, and replaces the page's
// earlier content. Only feeds, sitemaps and JSON can have errors: those of [XML],
// [Manifest] or [JSONFeed]. With an error, page has the links before the fault. A document
// of link.NoKind has no links.
func Read(kind link.Kind, src []byte, opt Options, page *Page) error {
	switch kind {
	case link.HTMLKind:
		HTML(src, opt, page)
	case link.XHTMLKind, link.SVGKind:
		XHTML(src, opt, page)
	case link.CSSKind:
		CSS(src, page)
	case link.XMLKind:
		return XML(src, page)
	case link.ManifestKind:
		return Manifest(src, page)
	case link.JSONFeedKind:
		return JSONFeed(src, page)
	case link.NoKind:
		page.reset()
	}
	return nil
}

// The kinds of documents, by the endings of their names and by their media types.
var (
	kindsByEnding = map[string]link.Kind{
		".html": link.HTMLKind, ".htm": link.HTMLKind, ".xhtml": link.XHTMLKind, ".xht": link.XHTMLKind,
		".css": link.CSSKind, ".svg": link.SVGKind, ".webmanifest": link.ManifestKind,
		".xml": link.XMLKind, ".rss": link.XMLKind, ".atom": link.XMLKind, ".rdf": link.XMLKind,
	}
	kindsByMedia = map[string]link.Kind{
		"text/html": link.HTMLKind, "application/xhtml+xml": link.XHTMLKind, "text/css": link.CSSKind, "image/svg+xml": link.SVGKind,
		"text/xml": link.XMLKind, "application/xml": link.XMLKind, "application/rss+xml": link.XMLKind,
		"application/atom+xml": link.XMLKind, "application/rdf+xml": link.XMLKind,
		"application/manifest+json": link.ManifestKind, "application/feed+json": link.JSONFeedKind,
	}
)

// KindOfName returns the kind of document that a file of that name or path
// holds; link.NoKind when the name does not say. The ".gz" of a compressed XML file
// does not count: the caller has to decompress it.
func KindOfName(name string) link.Kind {
	name = strings.ToLower(path.Base(name))
	switch name {
	case "manifest.json":
		return link.ManifestKind
	case "feed.json":
		return link.JSONFeedKind
	}
	unpacked, isPacked := strings.CutSuffix(name, ".gz")
	if kind := kindsByEnding[path.Ext(unpacked)]; !isPacked || kind == link.XMLKind {
		return kind
	}
	return link.NoKind
}

// KindOfMedia returns the kind of document that a media type stands for, whose
// parameters do not count; link.NoKind for a kind without links.
func KindOfMedia(mediaType string) link.Kind {
	essence, _, _ := strings.Cut(mediaType, ";")
	return kindsByMedia[strings.ToLower(strings.Trim(essence, ascii.Space))]
}

// CSS reads the links of a UTF-8 style sheet into page, and replaces what page held
// before. Their element is "css", and their attribute "import" or "url".
func CSS(src []byte, page *Page) {
	page.reset()
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	mark := len(src) - len(text)
	css.Sheet(text, func(l css.Link) { page.add(cssLink(l, "css", mark+l.Index)) })
}

// cssLink returns the link that l is in an element, at an offset of the document.
func cssLink(l css.Link, element string, offset int) link.Link {
	found := link.Link{Raw: l.URL, Offset: offset}
	if l.Import {
		found.Origin, found.Holds = &link.Origin{Element: element, Attribute: "import"}, link.CSSKind
	} else {
		found.Origin = &link.Origin{Element: element, Attribute: "url"}
	}
	return found
}

// XML reads the links of a feed or a sitemap into page, as [xml.Links] finds them, and
// replaces the page's earlier content. With an error, page has the links before the fault.
func XML(src []byte, page *Page) error {
	page.reset()
	if _, err := xml.Links(src, page.add); err != nil {
		return fmt.Errorf("could not read the document: %w", err)
	}
	return nil
}
