package scan

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/json"
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
	switch path.Ext(strings.TrimSuffix(name, ".gz")) {
	case ".xml", ".rss", ".atom", ".rdf":
		return link.XMLKind
	}
	switch path.Ext(name) {
	case ".html", ".htm":
		return link.HTMLKind
	case ".xhtml", ".xht":
		return link.XHTMLKind
	case ".css":
		return link.CSSKind
	case ".svg":
		return link.SVGKind
	case ".webmanifest":
		return link.ManifestKind
	}
	return link.NoKind
}

// KindOfMedia returns the kind of document that a media type stands for, whose
// parameters do not count; link.NoKind for a kind without links.
func KindOfMedia(mediaType string) link.Kind {
	essence, _, _ := strings.Cut(mediaType, ";")
	switch strings.ToLower(strings.Trim(essence, ascii.Space)) {
	case "text/html":
		return link.HTMLKind
	case "application/xhtml+xml":
		return link.XHTMLKind
	case "text/css":
		return link.CSSKind
	case "text/xml", "application/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml":
		return link.XMLKind
	case "image/svg+xml":
		return link.SVGKind
	case "application/manifest+json":
		return link.ManifestKind
	case "application/feed+json":
		return link.JSONFeedKind
	}
	return link.NoKind
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

// member is a member of a JSON document that holds a URL.
type member struct {
	path []string
	// element is what the link has for its element; its attribute is the last
	// key of the path.
	element string
	follow  bool
}

// The members with URLs of web app manifests. A scope is a prefix, and not a link.
var manifestMembers = []member{
	{path: []string{"start_url"}, element: "manifest", follow: true},
	{path: []string{"icons", "src"}, element: "icons"},
	{path: []string{"screenshots", "src"}, element: "screenshots"},
	{path: []string{"shortcuts", "url"}, element: "shortcuts", follow: true},
	{path: []string{"shortcuts", "icons", "src"}, element: "icons"},
}

// Manifest reads the links of a web app manifest into page, and replaces the page's earlier
// content. The element of a link is the list that it is in ("icons") and its attribute the
// key ("src"). A start_url has the element "manifest". With an error, page has the links
// before the fault.
func Manifest(src []byte, page *Page) error {
	page.reset()
	err := json.Strings(src, func(path []string, value string, offset int) {
		page.addMember(manifestMembers, path, value, offset)
	})
	if err != nil {
		return fmt.Errorf("could not read the manifest: %w", err)
	}
	return nil
}

// addMember records a string of a JSON document when it is the value of one of those
// members.
func (p *Page) addMember(members []member, path []string, value string, offset int) {
	for _, m := range members {
		if slices.Equal(path, m.path) && !ascii.IsBlank(value) {
			p.add(link.Link{
				Origin: &link.Origin{Element: m.element, Attribute: path[len(path)-1]}, Raw: value, Offset: offset, Follow: m.follow,
			})
		}
	}
}

// The members with URLs of JSON Feed.
var feedMembers = []member{
	{path: []string{"home_page_url"}, element: "feed", follow: true},
	{path: []string{"feed_url"}, element: "feed"},
	{path: []string{"next_url"}, element: "feed"},
	{path: []string{"icon"}, element: "feed"},
	{path: []string{"favicon"}, element: "feed"},
	{path: []string{"items", "url"}, element: "items", follow: true},
	{path: []string{"items", "external_url"}, element: "items", follow: true},
	{path: []string{"items", "image"}, element: "items"},
	{path: []string{"items", "banner_image"}, element: "items"},
	{path: []string{"items", "attachments", "url"}, element: "attachments"},
}

// JSONFeed reads the links of a JSON Feed into page, and replaces the page's earlier
// content. The element of a link is the list that it is in ("items", "attachments") and its
// attribute the key ("url"). Links of the feed itself have the element "feed". JSON without
// the version of such a feed has no links. With an error, page has the links before the
// fault.
func JSONFeed(src []byte, page *Page) error {
	page.reset()
	isFeed := false
	err := json.Strings(src, func(path []string, value string, offset int) {
		isFeed = isFeed || slices.Equal(path, []string{"version"}) && strings.Contains(value, "//jsonfeed.org/version/")
		page.addMember(feedMembers, path, value, offset)
	})
	if !isFeed {
		page.reset()
	}
	if err != nil {
		return fmt.Errorf("could not read the feed: %w", err)
	}
	return nil
}
