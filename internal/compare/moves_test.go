package compare_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// textOf is a page about something of its own.
func textOf(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>About %s</title><main><h1>About %s</h1><p>", name, name)
	for i := range 120 {
		fmt.Fprintf(&b, "%s%d of %d ", name, i, i*i)
	}
	b.WriteString("</p></main>")
	return b.String()
}

// TestMoves proposes redirects to where the content of lost pages is now, by any way of
// reading both sites, and none where that is not clear.
func TestMoves(t *testing.T) {
	t.Parallel()
	home := "<title>Home</title><h1>Home</h1>"
	oldPages := map[string]string{"index.html": home, "a/apples.html": textOf("apples"), "a/pears.html": textOf("pears"), "a/gone.html": textOf("gone")}
	newPages := map[string]string{
		"index.html":       home + livetest.Links("fruit/red.html", "fruit/green.html", "unlike.html"),
		"fruit/red.html":   textOf("apples"),
		"fruit/green.html": strings.Replace(textOf("pears"), "</p>", " and a little more</p>", 1),
		"unlike.html":      textOf("unlike"),
	}
	oldSite, newSite := livetest.Site{}, livetest.Site{}
	for name, text := range oldPages {
		oldSite["/"+strings.TrimSuffix(name, "index.html")] = livetest.Page(text + livetest.Links("/a/apples.html", "/a/pears.html", "/a/gone.html"))
	}
	for name, text := range newPages {
		newSite["/"+strings.TrimSuffix(name, "index.html")] = livetest.Page(text)
	}
	oldServer := livetest.Serve(t, oldSite)
	for name, test := range map[string]struct{ old, now string }{
		"directories":      {sourcetest.Write(t, oldPages), sourcetest.Write(t, newPages)},
		"an old live site": {oldServer.URL, sourcetest.Write(t, newPages)},
		"live sites":       {oldServer.URL, livetest.Serve(t, newSite).URL},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := livetest.Check(t, "--hosting=plain", "--compare="+test.old, test.now)
			r.Found(t, livetest.Failed, lostURLs("/a/apples.html", "/a/pears.html", "/a/gone.html"))
			for from, want := range map[string][2]string{
				"/a/apples.html": {"/fruit/red.html", "the same"}, "/a/pears.html": {"/fruit/green.html", "the same"}, "/a/gone.html": {},
			} {
				f := r.Finding(t, from)
				if f.Suggestion != want[0] || !strings.Contains(f.Message, want[1]) {
					t.Errorf("%s: got %q, %s; want %q", from, f.Suggestion, f.Message, want)
				}
			}
		})
	}
}

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
	livetest.Says(t, r.Notes, "1 URL is not of this site", "https://other.example/was")
	r = livetest.Check(t, "--external=false", "--site-url=https://other.example/", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
}

// TestPublishedForm compares the paths that the links of the old site made known: where a host
// serves a page by two names, readers have bookmarked that one.
func TestPublishedForm(t *testing.T) {
	t.Parallel()
	site := func(file, href string) string {
		return sourcetest.Write(t, map[string]string{
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
	oldSite := sourcetest.Write(t, map[string]string{
		"index.html": home("fruit/apples.html"), "fruit/apples.html": textOf("apples"), "fruit/Pear.Tree.html": textOf("pears"),
		"lone.html": textOf("nuts"),
	})
	newSite := sourcetest.Write(t, map[string]string{
		"index.html": home("food/fruit/apples.html"), "food/fruit/apples.html": textOf("apples"), "food/fruit/Pear.Tree.html": textOf("pears"),
		"other/nuts.html": textOf("nuts"),
	})
	for host, want := range map[string][]string{
		"netlify":          {"/lone.html /other/nuts 301", "/fruit/apples.html /food/fruit/apples 301", "/fruit/Pear.Tree /food/fruit/Pear.Tree 301"},
		"github-pages":     {"/lone.html /other/nuts.html 301", "/fruit/apples.html /food/fruit/apples.html 301"},
		"cloudflare-pages": {"/lone.html /other/nuts 301", "/fruit/apples.html /food/fruit/apples 301", "/fruit/apples /food/fruit/apples 301"},
	} {
		rules := filepath.Join(t.TempDir(), "_redirects")
		r := livetest.Check(t, "--external=false", "--hosting="+host, "--compare="+oldSite, "--report=redirects="+rules, newSite)
		text, err := os.ReadFile(rules)
		if err != nil {
			t.Fatalf("%s: %v: %s", host, err, r.Text)
		}
		for _, want := range want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: want %q in the rules:\n%s", host, want, text)
			}
		}
	}
}

// TestRedirectedAsBefore does not call a URL lost that the old site redirected to the same
// place: a site loses nothing when it is compared with itself.
func TestRedirectedAsBefore(t *testing.T) {
	t.Parallel()
	refresh := func(to string) string { return `<meta http-equiv=refresh content="0; url=` + to + `">` }
	pages := map[string]string{
		"index.html": "<title>Home</title><h1>Home</h1>" + livetest.Links("away.html", "home.html", "two.html"),
		"away.html":  refresh("https://other.invalid/page"), "home.html": refresh("./"), "two.html": refresh("home.html"),
		"search.json.gz": "x", "data.tar.gz": "x",
	}
	site := livetest.Site{}
	for name, text := range pages {
		site["/"+name] = livetest.Page(text)
	}
	site["/"] = livetest.Page(pages["index.html"])
	server := livetest.Serve(t, site)
	dir := sourcetest.Write(t, pages)
	for name, test := range map[string][2]string{"directory": {dir, dir}, "live": {server.URL, server.URL}} {
		r := livetest.Check(t, "--external=false", "--hosting=plain", "--compare="+test[0], test[1])
		r.Found(t, livetest.Clean, nil)
		livetest.Says(t, r.Notes, "redirected as on the old site")
		if t.Failed() {
			t.Fatalf("%s: %s", name, r.Text)
		}
	}
	was := maps.Clone(pages)
	was["away.html"], was["two.html"] = textOf("apples"), refresh("https://other.invalid/")
	was["index.html.gz"], was["book.zip"], was["more.tar.gz"] = "x", "x", "x" // packed forms of a page come and go with the build
	r := livetest.Check(t, "--external=false", "--hosting=plain", "--compare="+sourcetest.Write(t, was), dir)
	r.Found(t, livetest.Failed, lostURLs("/away.html", "/two.html", "/book.zip", "/more.tar.gz"))
}
