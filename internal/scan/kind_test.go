package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestKindOfName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]link.Kind{
		"index.html": link.HTMLKind, "a/B.HTM": link.HTMLKind, "x.xhtml": link.XHTMLKind, "a/B.XHT": link.XHTMLKind,
		"/css/site.min.css": link.CSSKind, "app.webmanifest": link.ManifestKind, "a/manifest.json": link.ManifestKind,
		"feed.json": link.JSONFeedKind, "feed.xml": link.XMLKind, "a.rss": link.XMLKind, "a.atom": link.XMLKind, "index.rdf": link.XMLKind,
		"sitemap.xml.gz": link.XMLKind, "style.css.gz": link.NoKind, "a.gz": link.NoKind, "data.json": link.NoKind, "css": link.NoKind,
		"css/": link.NoKind, "": link.NoKind, "a.svg": link.SVGKind, "a/B.SVG": link.SVGKind, "a.svgz": link.NoKind,
	} {
		if got := KindOfName(name); got != want {
			t.Errorf("KindOfName(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestKindOfMedia(t *testing.T) {
	t.Parallel()
	for media, want := range map[string]link.Kind{
		"text/html": link.HTMLKind, " Text/HTML ; charset=utf-8": link.HTMLKind, "application/xhtml+xml": link.XHTMLKind,
		"text/css": link.CSSKind, "application/manifest+json": link.ManifestKind, "application/feed+json": link.JSONFeedKind,
		"text/xml": link.XMLKind, "application/xml": link.XMLKind, "application/rss+xml": link.XMLKind, "application/atom+xml": link.XMLKind,
		"application/rdf+xml": link.XMLKind, "application/json": link.NoKind, "image/svg+xml; charset=utf-8": link.SVGKind, "": link.NoKind,
	} {
		if got := KindOfMedia(media); got != want {
			t.Errorf("KindOfMedia(%q) = %v, want %v", media, got, want)
		}
	}
}

func TestReadOfNoKindHasNoLinks(t *testing.T) {
	t.Parallel()
	page := Page{Links: []link.Link{{Raw: "n"}}}
	if err := Read(link.NoKind, []byte(`<a href=n>`), Options{}, &page); err != nil || len(page.Links) != 0 {
		t.Errorf("got %v and %d links, want none", err, len(page.Links))
	}
}

func TestReadEmptiesThePage(t *testing.T) {
	t.Parallel()
	for _, kind := range []link.Kind{link.HTMLKind, link.XHTMLKind, link.CSSKind, link.XMLKind, link.ManifestKind, link.JSONFeedKind, link.SVGKind} {
		var page Page
		HTML([]byte(`<base href=b><a id=i href=n><map name=m>`), Options{}, &page)
		_ = Read(kind, []byte(" "), Options{}, &page)
		if len(page.Links)+len(page.Anchors)+len(page.Maps) > 0 || page.HasBase {
			t.Errorf("kind %v keeps %+v", kind, page)
		}
	}
}
