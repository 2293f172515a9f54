package cli_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// urlset is a sitemap of pages, and index one of sitemaps.
func urlset(locs ...string) string { return sitemapOf("urlset", "url", locs) }
func index(locs ...string) string  { return sitemapOf("sitemapindex", "sitemap", locs) }

func sitemapOf(root, entry string, locs []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\"?>\n<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", root)
	for _, loc := range locs {
		fmt.Fprintf(&b, "<%s><loc>%s</loc></%s>\n", entry, loc, entry)
	}
	fmt.Fprintf(&b, "</%s>\n", root)
	return b.String()
}

func xml(body string) http.HandlerFunc { return typed("application/xml", body) }

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

// serveWithOrigin adds an answer that needs the server's own URL.
func (s *server) serveWithOrigin(pages site, path string, answer func(origin string) http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages[path] = answer(s.URL)
}

func TestLiveSitemap(t *testing.T) {
	t.Parallel()
	pages := site{"/": page("start"), "/orphan": page(links("/lost/a"))}
	s := serve(t, pages)
	s.serveWithOrigin(pages, "/sitemap.xml", func(origin string) http.HandlerFunc {
		return xml(urlset(origin+"/orphan", origin+"/lost/b", "https://example.invalid/"))
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost/a": link.NotFound, "/lost/b": link.NotFound})
	r.pages(t, 2)
	s.once(t, "GET /orphan")
	says(t, r.notes, "1 URL in sitemaps and feeds is outside this site", "site-url")
	want := []link.Occurrence{{Page: "/sitemap.xml", Line: 4, Column: 11, Element: "loc", Link: s.URL + "/lost/b"}}
	if diff := cmp.Diff(want, r.finding(t, "/lost/b").Occurrences); diff != "" {
		t.Errorf("occurrences (-want +got):\n%s", diff)
	}
}

func TestLiveSitemapsThatRobotsNames(t *testing.T) {
	t.Parallel()
	pages := site{
		"/":      page("start"),
		"/one":   page("one"),
		"/two":   page("two"),
		"/three": page("three"),
	}
	s := serve(t, pages)
	for path, make := range map[string]func(origin string) http.HandlerFunc{
		"/robots.txt": func(origin string) http.HandlerFunc {
			return typed("text/plain", "User-agent: *\nDisallow: /\nsitemap: "+origin+"/maps/index.xml\nSitemap: /three.xml\n")
		},
		"/maps/index.xml": func(origin string) http.HandlerFunc {
			// An index that names itself must not go on for ever.
			return xml(index(origin+"/maps/index.xml", origin+"/maps/1.xml", origin+"/maps/2.xml.gz"))
		},
		"/maps/1.xml": func(origin string) http.HandlerFunc { return xml(urlset(origin + "/one")) },
		"/maps/2.xml.gz": func(origin string) http.HandlerFunc {
			return typed("application/gzip", zipped(t, urlset(origin+"/two")))
		},
		"/three.xml": func(origin string) http.HandlerFunc { return xml(urlset(origin + "/three")) },
	} {
		s.serveWithOrigin(pages, path, make)
	}
	r := check(t, s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 4)
	s.once(t, "GET /maps/index.xml", "GET /maps/1.xml", "GET /maps/2.xml.gz", "GET /three.xml")
}

func TestLiveSitemapsOfProduction(t *testing.T) {
	t.Parallel()
	const production = "https://example.invalid/"
	s := serve(t, site{
		"/":           page("start"),
		"/robots.txt": typed("text/plain", "Sitemap: "+production+"map.xml\nSitemap: https://elsewhere.invalid/map.xml\n"),
		"/map.xml":    xml(index(production+"map/1.xml", "https://elsewhere.invalid/1.xml")),
		"/map/1.xml":  xml(urlset(production+"orphan", "https://elsewhere.invalid/")),
		"/orphan":     page("orphan"),
	})
	mapped := check(t, "--site-url="+production, s.URL+"/")
	mapped.found(t, clean, nil)
	mapped.pages(t, 2)
	says(t, mapped.notes, "3 URLs in sitemaps and feeds are outside this site")
	// A preview of which nobody said where it will be served.
	lone := check(t, s.URL+"/")
	lone.found(t, clean, nil)
	lone.pages(t, 1)
	says(t, lone.notes, "2 URLs in sitemaps and feeds are outside this site", "site-url")
}

func TestLiveSitemapsPastTheBound(t *testing.T) {
	t.Parallel()
	const bound = 1000
	for name, test := range map[string]struct{ named, status int }{
		"as many as are read": {named: bound, status: clean},
		"one more":            {named: bound + 1, status: incomplete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := site{"/": page("start"), "/page": page("page")}
			s := serve(t, pages)
			s.serveWithOrigin(pages, "/robots.txt", func(origin string) http.HandlerFunc {
				var b strings.Builder
				for i := range test.named {
					// Each twice, which makes no difference.
					fmt.Fprintf(&b, "Sitemap: /%d.xml\nSitemap: %[2]s/%[1]d.xml\n", i, origin)
					pages[fmt.Sprintf("/%d.xml", i)] = xml(urlset(origin + "/page"))
				}
				return typed("text/plain", b.String())
			})
			r := check(t, s.URL+"/")
			if r.found(t, test.status, nil); test.status == incomplete {
				says(t, r.problems, "the site names more than 1000 sitemaps", "join the sitemaps")
			}
			r.pages(t, 2)
		})
	}
}

func TestLiveSitemapFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pages  site
		status int
		says   string
	}{
		"no sitemap": {nil, clean, ""},
		// Sites of one page answer whatever is asked for with that page.
		"page at the usual place": {site{"/sitemap.xml": page("start")}, clean, ""},
		"page for robots":         {site{"/robots.txt": page("Sitemap: /lost.xml")}, clean, ""},
		"named and missing": {
			site{"/robots.txt": typed("text/plain", "Sitemap: /lost.xml")},
			incomplete, "/lost.xml\": status 404",
		},
		"named and a page": {
			site{"/robots.txt": typed("text/plain", "Sitemap: /map"), "/map": page("start")},
			incomplete, "/map\"",
		},
		"named at the usual place and missing": {
			site{"/robots.txt": typed("text/plain", "Sitemap: /sitemap.xml")},
			incomplete, "/sitemap.xml\": status 404",
		},
		"cut off":     {site{"/sitemap.xml": xml("<urlset><url><loc>/a</loc></url><url>")}, incomplete, `"/sitemap.xml" completely`},
		"other XML":   {site{"/sitemap.xml": xml("<feed/>")}, incomplete, `"/sitemap.xml"`},
		"broken gzip": {site{"/sitemap.xml": xml("\x1f\x8b\x08 no gzip")}, incomplete, `/sitemap.xml"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := site{"/": page("start"), "/a": page("a")}
			for path, answer := range tt.pages {
				pages[path] = answer
			}
			s := serve(t, pages)
			r := check(t, "--retries=0", s.URL+"/")
			r.found(t, tt.status, nil)
			if tt.says != "" {
				says(t, r.problems, "could not read the sitemap", tt.says)
			}
		})
	}
}

func TestLiveSitemapThatDoesNotAnswerIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page("start"), "/sitemap.xml": status(http.StatusInternalServerError)})
	r := check(t, "--retries=0", s.URL+"/")
	r.found(t, clean, nil)
	says(t, r.notes, `could not check for a sitemap at "/sitemap.xml": status 500`)
}
