package crawl_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// A page's depth is the shortest way to it, however late that is found; links to
// what redirects to a page count for it.
func TestLiveInventory(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":            livetest.Page(`<title>Home</title><a href="/a">a</a> <a href="/old">old</a> <img src="/p.png"> <a href="/new#x">new</a>`),
		"/a":           livetest.Page(`<title>A <b></title><a href="/b">b</a> <a href="#here">self</a> <a id=here href="/lost">lost</a>`),
		"/b":           livetest.Page(`<a href="/">home</a> <a href="/new">new</a>`),
		"/old":         livetest.Redirect(301, "/new"),
		"/new":         livetest.Page(`<title>New</title><p id=x>`),
		"/more":        livetest.Page(`<title>In no page</title><a href="/b">b</a>`),
		"/sitemap.xml": livetest.XML(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/more</loc></url></urlset>`),
		"/p.png":       livetest.Page(``),
	})
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	livetest.Check(t, "--report=pages="+file, s.URL+"/")
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"page":"/","title":"Home","status":200,"depth":0,"links_in":1,"links_out":4}
{"page":"/a","title":"A <b>","status":200,"depth":1,"links_in":1,"links_out":3}
{"page":"/b","status":200,"depth":2,"links_in":2,"links_out":2}
{"page":"/more","title":"In no page","status":200,"links_in":0,"links_out":1}
{"page":"/new","title":"New","status":200,"depth":1,"links_in":3,"links_out":0}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLiveSuggestions: on a live site what is known to be there is suggested, and
// other spellings of a fragment.
func TestLiveSuggestions(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(`<h2 id="getting-started">`)})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/guide/install", "/guide/use", "/about", "/moved", "/de/price", "/fr/price",
			"/old/install", "/guid/use", "/abuot?q", "/pricing", "/price", "/old/moved",
			"/about#The_Team", "/about#what-s-new", "/about#nothing", other.URL+"/#Getting_Started")),
		"/guide/install": livetest.Page("x"), "/guide/use": livetest.Page("x"), "/de/price": livetest.Page("x"), "/fr/price": livetest.Page("x"),
		"/about": livetest.Page(`<h2 id="the-team"><h2 id="whats-new">`),
		"/moved": livetest.Redirect(http.StatusMovedPermanently, "/about"),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	got := map[string]string{}
	for _, f := range r.Report.Findings {
		got[f.Target] = f.Suggestion
	}
	want := map[string]string{
		"/old/install":                  "/guide/install",
		"/guid/use":                     "/guide/use",
		"/abuot?q":                      "", // the query may select another page
		"/pricing":                      "",
		"/price":                        "", // in two languages
		"/old/moved":                    "", // and what redirects is not where to send anybody
		"/moved":                        "/about",
		"/about#The_Team":               "/about#the-team",
		"/about#what-s-new":             "/about#whats-new",
		"/about#nothing":                "",
		other.URL + "/#Getting_Started": other.URL + "/#getting-started",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
}

// TestLiveSVGFiles reads the SVG files that a page uses, for their links and for the ids
// that fragments ask of them.
func TestLiveSVGFiles(t *testing.T) {
	t.Parallel()
	const svg = "image/svg+xml"
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(`<svg><use href="#late"/><use href="sprite.svg#icon"/><use href="sprite.svg#missing"/></svg>` +
			`<img src="picture.svg#only-dark"><object data="object.svg#object"></object><a href="drawing#box">box</a><a href="drawing#nobox">no box</a>` +
			`<svg><use href="#both"/></svg><a href="#both">both</a><a href="still.html">still</a><script src="app.js"></script>`),
		"/still.html":  livetest.Page(`<svg><use href="#never"/></svg><script type="application/ld+json">{}</script>`),
		"/app.js":      livetest.Typed("text/javascript", ""),
		"/sprite.svg":  livetest.Typed(svg, `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon"/><use href="#icon"/><use href="#gone"/></svg>`),
		"/picture.svg": livetest.Typed(svg, `<svg><image href="lost.png"/></svg>`),
		"/object.svg":  livetest.Typed(svg, `<svg id="object"><a href="still.html"/></svg>`),
		"/drawing":     livetest.Typed(svg, `<svg><a id="box" xlink:href="lost.html"><text>lost</text></a></svg>`),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/sprite.svg#missing": link.FragmentNotFound, "/sprite.svg#gone": link.FragmentNotFound, "/drawing#nobox": link.FragmentNotFound,
		"/#both": link.FragmentNotFound, "/still.html#never": link.FragmentNotFound, "/#late": link.FragmentNotFound,
		"/lost.png": link.NotFound, "/lost.html": link.NotFound,
	})
	r.Pages(t, 2)
	for target, want := range map[string]link.Verdict{"/#late": link.Unverified, "/#both": link.Broken, "/still.html#never": link.Broken} {
		if got := r.Finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
}

// TestLivePagesThatAreXML serves one document as both of the syntaxes of HTML,
// each by the name of the other: what a page is served as says how to read it.
func TestLivePagesThatAreXML(t *testing.T) {
	t.Parallel()
	const document = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>` +
		`<body><a id="there"/><a href="/lost">x</a></body></html>`
	const xhtml = "application/xhtml+xml"
	other := livetest.Serve(t, livetest.Site{
		"/a.html":  livetest.Typed(xhtml, document),
		"/b.xhtml": livetest.Page(document),
	})
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/a.html#there", "/b.xhtml#there", "/c#there", "/d#größe", "/a.html#nowhere",
			other.URL+"/a.html#there", other.URL+"/b.xhtml#there")),
		"/a.html":  livetest.Typed(xhtml, document),
		"/b.xhtml": livetest.Page(document),
		"/c":       livetest.Typed(xhtml+";charset=utf-8", `<p><script src="/s"/><svg><style/></svg><a id="there"/><a href="/gone"/></p>`),
		"/d":       livetest.Typed(xhtml, "<?xml version='1.0' encoding='iso-8859-1'?><title/><p id='gr\xf6\xdfe'/>"),
		"/s":       livetest.Typed("text/javascript", ""),
	})
	r := livetest.Check(t, "--allow-private", "--fragments=all", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/lost": link.NotFound, "/gone": link.NotFound, "/a.html#nowhere": link.FragmentNotFound, "/b.xhtml#there": link.FragmentNotFound,
		other.URL + "/b.xhtml#there": link.FragmentNotFound,
	})
	r.Pages(t, 5)
	if got := r.Finding(t, "/lost").Occurrences; len(got) != 1 || got[0].Page != "/a.html" || got[0].Text != "x" {
		t.Errorf("the page that is XML has the occurrences %+v", got)
	}
}

// TestLiveStyleSheetsAreReadBeforePages requests one URL at a time of a site whose style sheets
// import each other: the last one must not wait for all pages.
func TestLiveStyleSheetsAreReadBeforePages(t *testing.T) {
	t.Parallel()
	const pages = 10
	site := livetest.Site{
		"/1.css": livetest.Typed("text/css", `@import "2.css";`),
		"/2.css": livetest.Typed("text/css", `@import "3.css";`),
		"/3.css": livetest.Typed("text/css", `p { color: red }`),
	}
	var targets []string
	for i := range pages {
		path := fmt.Sprintf("/page%d", i)
		targets = append(targets, path)
		site[path] = livetest.Page("a page at " + path)
	}
	site["/"] = livetest.Page(livetest.Links(targets...) + `<link rel=stylesheet href="/1.css">`)
	var mu sync.Mutex
	var order []string
	for path, answer := range site {
		site[path] = func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			order = append(order, r.URL.Path)
			mu.Unlock()
			answer(w, r)
		}
	}
	s := livetest.Serve(t, site)
	r := livetest.Check(t, s.URL+"/", "--concurrency", "1")
	r.Pages(t, pages+1)
	r.Found(t, 0, nil)
	mu.Lock()
	defer mu.Unlock()
	if last := slices.Index(order, "/3.css"); last < 0 || last > len(order)-pages/2 {
		t.Errorf("the last style sheet was requested too late: %q", order)
	}
}
