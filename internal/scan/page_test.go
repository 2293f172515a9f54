package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/testutil"
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

// TestPageKeepsNothingButLinks writes over a document that was read: what the Page
// holds besides the Raw and the Text of links is its own.
func TestPageKeepsNothingButLinks(t *testing.T) {
	t.Parallel()
	const document = `<base href="base/"><meta http-equiv="refresh" content="0;url=away"><meta property="og:image" content="image">
		<a href="link" id="anchor">text</a><unknown style="background:url(style)"><img usemap="#m"><map name="m"></map>
		<style>p{background:url(sheet)}</style><iframe srcdoc="<base href=inner><a href='nested'>nested</a>"></iframe>
		<svg><a xlink:href="drawn" xml:base="no">drawn</a></svg><p data-linkvet-ignore><a href="ignored">`
	var want, got Page
	HTML([]byte(document), Options{Text: true}, &want)
	src := []byte(document)
	HTML(src, Options{Text: true}, &got)
	for i := range src {
		src[i] = '*'
	}
	if len(got.Links) != len(want.Links) || len(want.Links) != 9 {
		t.Fatalf("the document has %d links, want %d", len(got.Links), len(want.Links))
	}
	for i := range got.Links {
		got.Links[i].Raw, want.Links[i].Raw = "", ""
		got.Links[i].Text, want.Links[i].Text = "", ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("page of a document that was written over (-want +got):\n%s", diff)
	}
}

func TestIDsAreTheTextsOfAnchors(t *testing.T) {
	t.Parallel()
	src := []byte(`<p id=a><a name="b&amp;c" id='d e'>x</a><div id="">y</div><iframe srcdoc="<p id=no>"></iframe>` +
		`<template><p id=inert></template><svg id=ü>`)
	var page Page
	HTML(src, Options{IDs: true}, &page)
	if diff := cmp.Diff([]string{"a", "b&c", "d e", "ü"}, page.IDs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, id := range page.IDs {
		if page.Anchors[i] != HashAnchor(id) {
			t.Errorf("anchor %d is not that of %q", i, id)
		}
	}
	if HTML(src, Options{}, &page); page.IDs != nil {
		t.Errorf("IDs without the option: %q", page.IDs)
	}
}

func TestPageKnowsAPassword(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		`<form><input name=user><input type="password"></form>`: true,
		`<INPUT TYPE = 'PASSWORD'>`:                             true,
		`<noscript><input type=password></noscript>`:            true,
		`<svg/><input type=password>`:                           true,
		`<input type=text name=password>`:                       false,
		`<button type=password>`:                                false,
		`<template><input type=password></template>`:            false,
		`<!-- <input type=password> -->`:                        false,
		`<script>'<input type=password>'</script>`:              false,
	} {
		var page Page
		HTML([]byte(src), Options{}, &page)
		if page.Password != want {
			t.Errorf("%s: got %v", src, page.Password)
		}
		if content.Read([]byte(src), 0).Password && !page.Password {
			t.Errorf("%s: a login that its page does not know", src)
		}
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tag string
		want      link.Identity
	}{
		{name: "canonical", tag: `<link rel=canonical href=x>`, want: link.Canonical},
		{name: "in upper case, among others", tag: `<LINK REL=" next CANONICAL " HREF=x>`, want: link.Canonical},
		{name: "alternate", tag: `<link rel=alternate hreflang=de href=x>`, want: link.Variant},
		{name: "amphtml", tag: `<link rel=amphtml href=x>`, want: link.Variant},
		{name: "both", tag: `<link rel="alternate canonical" href=x>`, want: link.Canonical},
		{name: "both, the other way round", tag: `<link rel="canonical alternate" href=x>`, want: link.Canonical},
		{name: "alternate style sheet", tag: `<link rel="alternate stylesheet" href=x>`, want: link.NoIdentity},
		{name: "next", tag: `<link rel=next href=x>`, want: link.NoIdentity},
		{name: "og:url", tag: `<meta property=og:url content=x>`, want: link.OpenGraph},
		{name: "og:url by name", tag: `<meta name="OG:URL" content=x>`, want: link.OpenGraph},
		{name: "og:image", tag: `<meta property=og:image content=x>`, want: link.NoIdentity},
		{name: "a link", tag: `<a rel=canonical href=x>x</a>`, want: link.NoIdentity},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var html Page
			HTML([]byte(test.tag), Options{}, &html)
			if len(html.Links) != 1 {
				t.Fatalf("got %d links", len(html.Links))
			}
			if diff := cmp.Diff(test.want, html.Links[0].Identity); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// A page can be used again.
			HTML([]byte("<a href=x>"), Options{}, &html)
			if got := html.Links[0].Identity; got != link.NoIdentity {
				t.Errorf("the next document's link is taken for %v", got)
			}
		})
	}
	var page Page
	const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="canonical" href="x"/></head></html>`
	if err := Read(link.XHTMLKind, []byte(xhtml), Options{}, &page); err != nil || page.Links[0].Identity != link.Canonical {
		t.Errorf("in XML: %+v, %v", page.Links, err)
	}
}

func TestPagesHaveBoundedLinks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind             link.Kind
		begin, one, rest string
	}{
		"HTML":        {kind: link.HTMLKind, one: "<a href=a>"},
		"srcset":      {kind: link.HTMLKind, begin: "<img srcset='", one: "a,\n", rest: "'>"},
		"style sheet": {kind: link.CSSKind, one: "@import 'a';"},
		"sitemap":     {kind: link.XMLKind, begin: "<urlset>", one: "<url><loc>a</loc></url>", rest: "</urlset>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if name != "HTML" {
				testutil.Nightly(t)
			}
			var page Page
			text := test.begin + strings.Repeat(test.one, MaxLinks+1) + test.rest
			if err := Read(test.kind, []byte(text), Options{}, &page); err != nil {
				t.Fatal(err)
			}
			if len(page.Links) != MaxLinks || !page.Full {
				t.Errorf("%d links, full is %t", len(page.Links), page.Full)
			}
			if err := Read(test.kind, []byte(test.begin+test.one+test.rest), Options{}, &page); err != nil || page.Full {
				t.Errorf("the next page is full: %t, %v", page.Full, err)
			}
		})
	}
}
