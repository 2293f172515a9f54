package scan

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	feed "github.com/linkvet/linkvet/internal/scan/xml"
)

func TestXMLReadsSitemaps(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XMLKind, []linkTest{
		{
			name: "pages", src: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>¦a</loc><lastmod>n</lastmod>` +
				`<image:image><image:loc>¦b</image:loc></image:image><video:video><video:thumbnail_loc>¦c</video:thumbnail_loc><video:content_loc>¦d</video:content_loc><video:player_loc>¦e</video:player_loc></video:video>` +
				`<xhtml:link rel="alternate" hreflang="de" href="¦f"/></url></urlset>`,
			want: []string{"loc@ a follow", "loc@ b", "thumbnail_loc@ c", "content_loc@ d", "player_loc@ e", "link@href f follow"},
		},
		{name: "sitemaps", src: `<sitemapindex><sitemap><loc>¦a.xml.gz</loc></sitemap></sitemapindex>`, want: []string{"loc@ a.xml.gz xml"}},
		{name: "places out of place", src: `<urlset><loc>n</loc><sitemap><loc>n</loc></sitemap></urlset>`},
	})
}

func TestXMLReadsRSS(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XMLKind, []linkTest{
		{
			name: "RSS 2", src: `<rss version="2.0"><channel><link>¦a</link><atom:link href="¦b" rel="self" type="application/rss+xml"/><atom:link rel="hub" href="n"/>` +
				`<image><url>¦c</url><link>¦d</link></image><itunes:image href="¦e"/><item><link>¦f</link><comments>¦g</comments><enclosure length="1" url='¦h'/>` +
				`<media:content url="¦i"><media:thumbnail url="¦j"/></media:content><description>n</description><source url="n">n</source></item></channel></rss>`,
			want: []string{
				"link@ a follow", "link@href b", "url@ c", "link@ d follow", "image@href e", "link@ f follow", "comments@ g follow",
				"enclosure@url h", "content@url i", "thumbnail@url j",
			},
		},
		{
			name: "guids", src: `<rss><channel><item><guid isPermaLink="true">¦a</guid></item><item><guid>¦https://a.test/</guid></item><item><guid>tag:n</guid></item><item><guid>7</guid></item><item><guid isPermaLink="false">https://n.test/</guid></item></channel></rss>`,
			want: []string{"guid@ a follow", "guid@ https://a.test/ follow"},
		},
		{name: "RDF", src: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="n"><link>¦a</link></item></rdf:RDF>`, want: []string{"link@ a follow"}},
	})
}

func TestXMLReadsAtom(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XMLKind, []linkTest{
		{
			name: "links", src: `<feed xmlns="http://www.w3.org/2005/Atom"><id>n</id><link href="¦a"/><link rel="self" href="¦b"/><link rel="hub" href="n"/><icon>¦c</icon><logo>¦d</logo>` +
				`<entry><link rel="alternate" href="¦e"/><link rel="enclosure" href="¦f"/><content type="image/png" src="¦g"/><id>n</id></entry></feed>`,
			want: []string{"link@href a follow", "link@href b", "icon@ c", "logo@ d", "link@href e follow", "link@href f", "content@src g"},
		},
		{
			name: "bases", src: `<feed xml:base="/a/"><entry xml:base="b/"><link xml:base="c/" href="¦x"/><link href="¦y"/></entry><link href="¦z"/></feed>`,
			want: []string{"link@href x follow in /a/ in b/ in c/", "link@href y follow in /a/ in b/", "link@href z follow in /a/"},
		},
	})
}

func TestXMLReadsAttributesAndTextInPlace(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XMLKind, []linkTest{
		{name: "text", src: "<feed><icon>\r\n\t¦a\n</icon><logo> <!-- n --> <![CDATA[ ¦b?c&d ]]></logo><icon>¦é<!-- n -->e</icon></feed>", want: []string{"icon@ a", "logo@ b?c&d", "icon@ ée"}},
		{name: "entities", src: `<feed><icon>¦?a&amp;b&eacute;</icon><link href="¦?a&amp;b"/></feed>`, want: []string{"icon@ ?a&bé", "link@href ?a&b follow"}},
		{name: "attributes in any order", src: "<feed><link\r\n\ttitle='href=\"n\"' xhref=\"n\"\n href = '¦a'/><link rel=\"self\" href=\"¦b\"></link></feed>", want: []string{"link@href a follow", "link@href b"}},
		{name: "prefixed attributes", src: `<feed><link x:href="n" href="¦a"/></feed>`, want: []string{"link@href a follow"}},
		{name: "no quotes", src: `<feed><link disabled href=¦a /></feed>`, want: []string{"link@href a follow"}},
		{name: "empty", src: `<feed><link href=""/><link/><icon/><icon> </icon></feed>`},
		{name: "another encoding", src: "<?xml version='1.0' encoding='ISO-8859-1'?><feed><title>caf\xe9</title><icon>¦a</icon></feed>", want: []string{"icon@ a"}},
		{name: "byte order mark", src: "\ufeff<feed><icon>¦a</icon></feed>", want: []string{"icon@ a"}},
		{name: "other documents", src: `<html><link href="n"/></html>`},
		{name: "nothing", src: ``},
	})
}

func TestXMLSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	var page Page
	err := XML([]byte(`<feed><icon>x</icon><entry></feed`), &page)
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) || len(page.Links) != 1 {
		t.Errorf("got %d links and %v, want one and a syntax error", len(page.Links), err)
	}
	if err := XML([]byte(`<feed><icon>x</icon>`+strings.Repeat("<a>", feed.MaxDepth)), &page); !errors.Is(err, feed.ErrTooDeep) || len(page.Links) != 1 {
		t.Errorf("got %d links and %v of a document that nests too deep", len(page.Links), err)
	}
	if err := XML([]byte(`<!-- a -- b --><feed><icon>x</icon></feed>`), &page); err != nil || len(page.Links) != 0 {
		t.Errorf("a fault before the outermost element: %v, %d links, want no error and none", err, len(page.Links))
	}
	if err := XML([]byte(`<other><x`), &page); err != nil || len(page.Links) != 0 {
		t.Errorf("got %d links and %v of a document of another kind", len(page.Links), err)
	}
}
