package scan

import "github.com/linkvet/linkvet/internal/link"

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
