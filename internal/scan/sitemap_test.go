package scan

import (
	"encoding/xml"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSitemap(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name            string
		src             string // the marks are the places of pages, then of sitemaps
		pages, sitemaps []string
	}{
		{
			name: "pages", src: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>¦https://a.test/</loc><lastmod>2026-01-01</lastmod></url><url><priority>1</priority><loc>¦https://a.test/é</loc></url></urlset>`,
			pages:    []string{"https://a.test/", "https://a.test/é"},
			sitemaps: nil,
		},
		{name: "sitemaps", src: `<sitemapindex><sitemap><loc>¦https://a.test/1.xml.gz</loc></sitemap></sitemapindex>`, pages: nil, sitemaps: []string{"https://a.test/1.xml.gz"}},
		{name: "prefixed", src: `<s:urlset xmlns:s="odd"><s:url><s:loc>¦x</s:loc></s:url></s:urlset>`, pages: []string{"x"}, sitemaps: nil},
		{name: "undeclared prefix", src: `<urlset><s:url><s:loc>¦x</s:loc></s:url></urlset>`, pages: []string{"x"}, sitemaps: nil},
		{name: "images and videos", src: `<urlset><url><loc>¦x</loc><image:image><image:loc>no</image:loc></image:image><loc>¦y</loc></url></urlset>`, pages: []string{"x", "y"}, sitemaps: nil},
		{name: "white space", src: "<urlset><url><loc>\r\n ¦x y\n</loc></url></urlset>", pages: []string{"x y"}, sitemaps: nil},
		{name: "entities", src: `<urlset><url><loc>¦x?a&amp;b</loc></url></urlset>`, pages: []string{"x?a&b"}, sitemaps: nil},
		{name: "CDATA", src: `<urlset><url><loc> <![CDATA[ ¦x?a&b ]]></loc></url></urlset>`, pages: []string{"x?a&b"}, sitemaps: nil},
		{name: "comments", src: `<urlset><!-- <url><loc>no</loc></url> --><url><loc>¦x<!-- no --></loc></url></urlset>`, pages: []string{"x"}, sitemaps: nil},
		{name: "empty", src: `<urlset/>`, pages: nil, sitemaps: nil},
		{name: "empty places", src: `<urlset><url><loc/><loc> </loc></url></urlset>`, pages: nil, sitemaps: nil},
		{name: "places out of place", src: `<urlset><loc>no</loc><sitemap><loc>no</loc></sitemap><url><x><loc>no</loc></x></url></urlset>`, pages: nil, sitemaps: nil},
		{name: "another encoding", src: `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>¦x</loc></url></urlset>`, pages: []string{"x"}, sitemaps: nil},
		{name: "byte order mark", src: "\ufeff<urlset><url><loc>¦x</loc></url></urlset>", pages: []string{"x"}, sitemaps: nil},
		{name: "text", src: "\ufeff¦https://a.test/\r\n\n  ¦http://a.test/é \n", pages: []string{"https://a.test/", "http://a.test/é"}},
		{name: "RSS", src: `<rss version="2.0"><channel><link>¦https://a.test/</link><item><link>¦https://a.test/1</link></item></channel></rss>`, pages: []string{"https://a.test/", "https://a.test/1"}},
		{name: "Atom", src: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="¦https://a.test/1"/></entry></feed>`, pages: []string{"https://a.test/1"}},
		{name: "bare ampersand", src: `<urlset><url><loc>¦x?a&b</loc></url></urlset>`, pages: []string{"x?a&b"}, sitemaps: nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			src, offsets := unmark(test.src)
			want := [2][]Loc{}
			for i, url := range test.pages {
				want[0] = append(want[0], Loc{URL: url, Offset: offsets[i]})
			}
			for i, url := range test.sitemaps {
				want[1] = append(want[1], Loc{URL: url, Offset: offsets[len(test.pages)+i]})
			}
			pages, sitemaps, err := Sitemap([]byte(src))
			if err != nil {
				t.Error(err)
			}
			for _, locs := range [][]Loc{pages, sitemaps} {
				for i := range locs {
					locs[i].Origin = nil
				}
			}
			if diff := cmp.Diff(want, [2][]Loc{pages, sitemaps}); diff != "" {
				t.Errorf("Sitemap(%q) (-want +got):\n%s", src, diff)
			}
		})
	}
}

func TestSitemapSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{"HTML": `<!doctype html><html><body><p>x</p></body></html>`, "another document": `<data><url><loc>x</loc></url></data>`, "nothing": "", "text": "not found"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, sitemaps, err := Sitemap([]byte(src))
			if !errors.Is(err, ErrNotSitemap) || pages != nil || sitemaps != nil {
				t.Errorf("Sitemap(%q) = %v, %v, %v, want ErrNotSitemap", src, pages, sitemaps, err)
			}
		})
	}
	for name, src := range map[string]string{
		"cut off": `<urlset><url><loc>x</loc></url><url><loc>htt`,
		"broken":  `<urlset><url><loc>x</loc></url><url <<`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages, _, err := Sitemap([]byte(src))
			if _, ok := errors.AsType[*xml.SyntaxError](err); !ok || !strings.HasPrefix(err.Error(), "could not read the sitemap: ") {
				t.Errorf("error is %v, want a syntax error", err)
			}
			if len(pages) != 1 || pages[0].URL != "x" || pages[0].Offset != 18 {
				t.Errorf("pages: %+v", pages)
			}
		})
	}
}

func FuzzSitemap(f *testing.F) {
	for _, seed := range []string{
		`<urlset><url><loc>x</loc></url></urlset>`, `<sitemapindex><sitemap><loc><![CDATA[x]]></loc>`,
		`<urlset><url><loc>x</url></loc></urlset>`, `<?xml version="1.0" encoding="utf-16"?><urlset>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		pages, sitemaps, _ := Sitemap(src)
		for _, l := range append(pages, sitemaps...) {
			if l.URL == "" || l.Offset < 0 || l.Offset >= len(src) {
				t.Errorf("%+v is no place in %q", l, src)
			}
		}
	})
}

func TestRobotsSitemaps(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want []string
	}{
		{name: "nothing", src: ""},
		{name: "one", src: "User-agent: *\nDisallow: /x\nSitemap: https://a.test/sitemap.xml\n", want: []string{"https://a.test/sitemap.xml"}},
		{name: "several", src: "Sitemap: a\r\nsitemap:b\rSITEMAP : c", want: []string{"a", "b", "c"}},
		{name: "spaces", src: " \tSitemap \t: \t a b \t\n", want: []string{"a b"}},
		{name: "comments", src: "#Sitemap: no\nSitemap: a # here\nSitemap: # no\n", want: []string{"a"}},
		{name: "byte order mark", src: "\ufeffSitemap: a", want: []string{"a"}},
		{name: "empty", src: "Sitemap:\nSitemap: \n"},
		{name: "other fields", src: "Sitemaps: a\nX-Sitemap: b\nSitemap c\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, slices.Collect(RobotsSitemaps([]byte(test.src)))); diff != "" {
				t.Errorf("RobotsSitemaps(%q) (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func FuzzRobotsSitemaps(f *testing.F) {
	f.Add([]byte("Sitemap: a\nUser-agent: *"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for url := range RobotsSitemaps(src) {
			if url == "" {
				t.Errorf("RobotsSitemaps(%q) has an empty one", src)
			}
		}
	})
}
