package crawl_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func zipped(t *testing.T, body string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestLiveSitemap(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{"/": livetest.Page("start"), "/orphan": livetest.Page(livetest.Links("/lost/a"))}
	s := livetest.Serve(t, pages)
	s.ServeWithOrigin(pages, "/sitemap.xml", func(origin string) http.HandlerFunc {
		return livetest.XML(livetest.Sitemap(origin+"/orphan", origin+"/lost/b", "https://example.invalid/"))
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost/a": link.NotFound, "/lost/b": link.NotFound})
	r.Pages(t, 2)
	s.Once(t, "GET /orphan")
	livetest.Says(t, r.Notes, "1 URL in sitemaps and feeds is outside this site", "site-url")
	want := []link.Occurrence{{Page: "/sitemap.xml", Line: 4, Column: 11, Element: "loc", Link: s.URL + "/lost/b"}}
	if diff := cmp.Diff(want, r.Finding(t, "/lost/b").Occurrences); diff != "" {
		t.Errorf("occurrences (-want +got):\n%s", diff)
	}
}

func TestLiveSitemapsThatRobotsNames(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{
		"/":      livetest.Page("start"),
		"/one":   livetest.Page("one"),
		"/two":   livetest.Page("two"),
		"/three": livetest.Page("three"),
	}
	s := livetest.Serve(t, pages)
	for path, make := range map[string]func(origin string) http.HandlerFunc{
		"/robots.txt": func(origin string) http.HandlerFunc {
			return livetest.Typed("text/plain", "User-agent: *\nDisallow: /\nsitemap: "+origin+"/maps/index.xml\nSitemap: /three.xml\n")
		},
		"/maps/index.xml": func(origin string) http.HandlerFunc {
			// An index that names itself must not continue for ever.
			return livetest.XML(livetest.SitemapIndex(origin+"/maps/index.xml", origin+"/maps/1.xml", origin+"/maps/2.xml.gz"))
		},
		"/maps/1.xml": func(origin string) http.HandlerFunc { return livetest.XML(livetest.Sitemap(origin + "/one")) },
		"/maps/2.xml.gz": func(origin string) http.HandlerFunc {
			return livetest.Typed("application/gzip", zipped(t, livetest.Sitemap(origin+"/two")))
		},
		"/three.xml": func(origin string) http.HandlerFunc { return livetest.XML(livetest.Sitemap(origin + "/three")) },
	} {
		s.ServeWithOrigin(pages, path, make)
	}
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 4)
	s.Once(t, "GET /maps/index.xml", "GET /maps/1.xml", "GET /maps/2.xml.gz", "GET /three.xml")
}

func TestLiveSitemapsOfProduction(t *testing.T) {
	t.Parallel()
	const production = "https://example.invalid/"
	s := livetest.Serve(t, livetest.Site{
		"/":           livetest.Page("start"),
		"/robots.txt": livetest.Typed("text/plain", "Sitemap: "+production+"map.xml\nSitemap: https://elsewhere.invalid/map.xml\n"),
		"/map.xml":    livetest.XML(livetest.SitemapIndex(production+"map/1.xml", "https://elsewhere.invalid/1.xml")),
		"/map/1.xml":  livetest.XML(livetest.Sitemap(production+"orphan", "https://elsewhere.invalid/")),
		"/orphan":     livetest.Page("orphan"),
	})
	mapped := livetest.Check(t, "--site-url="+production, s.URL+"/")
	mapped.Found(t, livetest.Clean, nil)
	mapped.Pages(t, 2)
	livetest.Says(t, mapped.Notes, "3 URLs in sitemaps and feeds are outside this site")
	// No setting says where this preview will be served.
	lone := livetest.Check(t, s.URL+"/")
	lone.Found(t, livetest.Clean, nil)
	lone.Pages(t, 1)
	livetest.Says(t, lone.Notes, "2 URLs in sitemaps and feeds are outside this site", "site-url")
}

func TestLiveSitemapFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pages  livetest.Site
		status int
		says   string
	}{
		"no sitemap": {pages: nil, status: livetest.Clean, says: ""},
		// Single-page applications answer every request with that page.
		"page at the usual place": {pages: livetest.Site{"/sitemap.xml": livetest.Page("start")}, status: livetest.Clean, says: ""},
		"page for robots":         {pages: livetest.Site{"/robots.txt": livetest.Page("Sitemap: /lost.xml")}, status: livetest.Clean, says: ""},
		"no answer": {
			pages:  livetest.Site{"/sitemap.xml": livetest.Status(http.StatusInternalServerError)},
			status: livetest.Clean, says: `could not check for a sitemap at "/sitemap.xml": status 500`,
		},
		"named and missing": {
			pages:  livetest.Site{"/robots.txt": livetest.Typed("text/plain", "Sitemap: /lost.xml")},
			status: livetest.Incomplete, says: "/lost.xml\": status 404",
		},
		"named and a page": {
			pages:  livetest.Site{"/robots.txt": livetest.Typed("text/plain", "Sitemap: /map"), "/map": livetest.Page("start")},
			status: livetest.Incomplete, says: "/map\"",
		},
		"named at the usual place and missing": {
			pages:  livetest.Site{"/robots.txt": livetest.Typed("text/plain", "Sitemap: /sitemap.xml")},
			status: livetest.Incomplete, says: "/sitemap.xml\": status 404",
		},
		"cut off":     {pages: livetest.Site{"/sitemap.xml": livetest.XML("<urlset><url><loc>/a</loc></url><url>")}, status: livetest.Incomplete, says: `"/sitemap.xml" completely`},
		"other XML":   {pages: livetest.Site{"/sitemap.xml": livetest.XML("<other/>")}, status: livetest.Incomplete, says: `"/sitemap.xml"`},
		"broken gzip": {pages: livetest.Site{"/sitemap.xml": livetest.XML("\x1f\x8b\x08 no gzip")}, status: livetest.Incomplete, says: `/sitemap.xml"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := livetest.Site{"/": livetest.Page("start"), "/a": livetest.Page("a")}
			for path, answer := range tt.pages {
				pages[path] = answer
			}
			s := livetest.Serve(t, pages)
			r := livetest.Check(t, "--retries=0", s.URL+"/")
			r.Found(t, tt.status, nil)
			switch {
			case tt.status == livetest.Incomplete:
				livetest.Says(t, r.Problems, "could not read the sitemap", tt.says)
			case tt.says != "":
				livetest.Says(t, r.Notes, tt.says)
			}
		})
	}
}
