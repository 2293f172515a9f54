package scan

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
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
