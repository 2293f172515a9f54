package compare_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestSitemapOfProduction reads the sitemap of a deployment of the base branch, which lists the
// pages as production will serve them. No link leads to some of them.
func TestSitemapOfProduction(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{"/": livetest.FullPage("Home", livetest.Links("/guide/")), "/guide/": livetest.FullPage("Guide", "guide"), "/was": livetest.FullPage("Was", "was")}
	sitemap := func(urls ...string) *livetest.Server {
		old := livetest.Serve(t, pages)
		old.ServeWithOrigin(pages, "/sitemap.xml", func(string) http.HandlerFunc { return livetest.XML(livetest.Sitemap(urls...)) })
		return old
	}
	now := livetest.Serve(t, newSite())
	old := sitemap("https://example.com/guide/", "https://example.com/was")
	r := livetest.Check(t, "--external=false", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))

	// What cannot be of this site is counted.
	old = sitemap("https://example.com/guide/", "https://other.example/was")
	r = livetest.Check(t, "--external=false", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Notes, "2 URLs are not of this site", "https://example.com/guide/")
	r = livetest.Check(t, "--external=false", "--site-url=https://other.example/", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
}

// TestPublishedForm compares the paths that the links of the old site made known: where a host
// serves a page by two names, readers have bookmarked that one.
func TestPublishedForm(t *testing.T) {
	t.Parallel()
	site := func(file, href string) string {
		return writeSite(t, map[string]string{
			"index.html": "<title>Home</title><h1>Home</h1>" + livetest.Links(href), file: "<title>API</title>" + textOf("apples"),
		})
	}
	names, short, folder := site("api.html", "api.html"), site("api.html", "/docs/api"), site("api/index.html", "api/")
	for _, test := range []struct {
		host, old string
		lost      []string
	}{
		{"netlify", names, []string{"/api.html"}},
		{"netlify", short, nil},
		{"cloudflare-pages", names, []string{"/api.html"}},
		{"github-pages", names, []string{"/api.html"}},
		{"github-pages", short, nil},
		{"plain", names, []string{"/api.html"}},
	} {
		status := livetest.Clean
		if len(test.lost) > 0 {
			status = livetest.Failed
		}
		r := livetest.Check(t, "--external=false", "--hosting="+test.host, "--compare="+test.old, folder)
		r.Found(t, status, lostURLs(test.lost...))
		if t.Failed() {
			t.Fatalf("%s: %s", test.host, r.Text)
		}
	}
}

// TestOldNamesOfNewPages compares sites whose links have the names of files, one of them with a
// dot. Hosts that also serve a page by its short name, or lead to that, get a rule for the folder
// that moved as a whole, and none that leads to a redirect.
func TestOldNamesOfNewPages(t *testing.T) {
	t.Parallel()
	home := func(href string) string { return "<title>Home</title><h1>Home</h1>" + livetest.Links(href) }
	oldSite := writeSite(t, map[string]string{
		"index.html": home("fruit/apples.html"), "fruit/apples.html": textOf("apples"), "fruit/Pear.Tree.html": textOf("pears"),
		"lone.html": textOf("nuts"),
	})
	newSite := writeSite(t, map[string]string{
		"index.html": home("food/fruit/apples.html"), "food/fruit/apples.html": textOf("apples"), "food/fruit/Pear.Tree.html": textOf("pears"),
		"other/nuts.html": textOf("nuts"),
	})
	for host, lone := range map[string]string{
		"netlify": "/lone.html /other/nuts.html 301", "github-pages": "/lone.html /other/nuts.html 301", "cloudflare-pages": "/lone.html /other/nuts 301",
	} {
		rules := filepath.Join(t.TempDir(), "_redirects")
		r := livetest.Check(t, "--external=false", "--hosting="+host, "--compare="+oldSite, "--report=redirects="+rules, newSite)
		text, err := os.ReadFile(rules)
		if err != nil {
			t.Fatalf("%s: %v: %s", host, err, r.Text)
		}
		for _, want := range []string{"/fruit/* /food/fruit/:splat 301", lone} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: want %q in the rules:\n%s", host, want, text)
			}
		}
	}
}
