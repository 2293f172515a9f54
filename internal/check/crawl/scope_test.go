package crawl_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveScopeIsTheStartPagesDirectory(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/docs/start.html": livetest.Page(livetest.Links("/docs/in/", "/out", "../blog/", "/lost", "/docs2/", "in/#c", "gone")),
		"/docs/in/":        livetest.Page(livetest.Links("../deep")),
		"/docs/deep":       livetest.Page("deep"),
		"/out":             livetest.Page(livetest.Links("/never")),
		"/blog/":           livetest.Page(livetest.Links("/never")),
		"/docs2/":          livetest.Page(livetest.Links("/never")),
	})
	r := livetest.Check(t, s.URL+"/docs/start.html")
	// Outside of the base path a target keeps its whole URL.
	r.Found(t, livetest.Failed, map[string]link.Reason{s.URL + "/lost": link.NotFound, "/in/#c": link.FragmentNotFound, "/gone": link.NotFound})
	if got := r.Finding(t, "/gone").Occurrences[0].Page; got != "/start.html" {
		t.Errorf("the page is %q", got)
	}
	r.Pages(t, 3)
	livetest.Says(t, r.Notes, "4 targets on the same host are outside /docs/: checked, but their links are not")
	s.Once(t, "HEAD /out", "HEAD /blog/", "HEAD /docs2/")
	s.Never(t, "GET /out", "GET /never", "HEAD /never")
	if got := r.Report.SiteURL; got != s.URL+"/docs/" {
		t.Errorf("site_url is %q", got)
	}
}

func TestLiveStartThatRedirectsOutOfItsDirectory(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/latest/":  livetest.Redirect(http.StatusFound, "/v2/"),
		"/v2/":      livetest.Page(livetest.Links("guide", "/v1/")),
		"/v2/guide": livetest.Page("guide"),
		"/v1/":      livetest.Page(livetest.Links("/v1/old")),
		"/":         livetest.Redirect(http.StatusFound, "/v2/"),
	})
	moved := livetest.Check(t, s.URL+"/latest/")
	moved.Found(t, livetest.Clean, nil)
	moved.Pages(t, 2)
	livetest.Says(t, moved.Notes, "1 target on the same host is outside /v2/")
	// Where the redirect stays inside, the directory is the one that was given.
	whole := livetest.Check(t, s.URL+"/")
	whole.Found(t, livetest.Failed, map[string]link.Reason{"/v1/old": link.NotFound})
	whole.Pages(t, 3)
}

func TestLiveAnotherPortIsAnotherSite(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/never")), "/b": livetest.Page("b")})
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links(other.URL+"/", other.URL+"/lost", other.URL+"/b#nowhere"))})
	r := livetest.Check(t, "--allow-private", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{other.URL + "/lost": link.NotFound})
	if r.Finding(t, other.URL+"/lost").Internal {
		t.Error("a target on another port is called internal")
	}
	r.Pages(t, 1)
	other.Once(t, "HEAD /", "HEAD /b")
	other.Never(t, "GET /", "GET /b", "HEAD /never", "GET /robots.txt", "GET /sitemap.xml")
}

func TestLivePagesAreKnownByTheirAnswer(t *testing.T) {
	t.Parallel()
	script := `var a = '<a href="/never">'`
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/only#there", "/bare", "/index.php", "/notes.txt", "/feed", "/plain", "/guess", "/upper") +
			`<script src="/app.js"></script>`),
		"/only":      livetest.Page(`<p id="there">` + livetest.Links("/lost/only")),
		"/bare":      livetest.Typed("", "<!doctype html>"+livetest.Links("/lost/bare")),
		"/index.php": livetest.Page(livetest.Links("/lost/php")),
		"/notes.txt": livetest.Page(livetest.Links("/lost/txt")),
		"/upper":     livetest.Typed("TEXT/HTML;charset=x", livetest.Links("/lost/upper")),
		// These are no pages, with any content.
		"/feed":   livetest.Typed("application/rss+xml", livetest.Links("/never")),
		"/plain":  livetest.Typed("text/plain", "<!doctype html>"+livetest.Links("/never")),
		"/guess":  livetest.Typed("", "\x00\x01"+livetest.Links("/never")),
		"/app.js": livetest.Typed("text/javascript", script),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/lost/only": link.NotFound, "/lost/bare": link.NotFound, "/lost/php": link.NotFound,
		"/lost/txt": link.NotFound, "/lost/upper": link.NotFound,
	})
	r.Pages(t, 6)
	s.Never(t, "HEAD /never", "GET /never")
	// What may be a page is got at once, and what may be none is asked for first.
	s.Never(t, "HEAD /index.php")
	s.Once(t, "HEAD /notes.txt", "GET /notes.txt")
}

func TestLiveOnlyWhatLeadsReadersOnIsRead(t *testing.T) {
	t.Parallel()
	dead := livetest.Page(livetest.Links("/never"))
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(`<form action="/form"></form> <link rel="alternate" href="/link"> <img src="/img">` +
			`<object data="/object"></object> <area href="/area"> <iframe src="/iframe"></iframe>`),
		"/form": dead, "/link": dead, "/img": dead, "/object": dead,
		"/area": livetest.Page("area"), "/iframe": livetest.Page("iframe"),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 3)
	s.Once(t, "HEAD /form", "HEAD /link", "HEAD /img", "HEAD /object", "GET /area", "GET /iframe")
	s.Never(t, "GET /form", "GET /link", "GET /img", "GET /object", "HEAD /never", "GET /never")
}

func TestLiveRobotsRulesDoNotBindTheOwner(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/robots.txt": livetest.Typed("text/plain", "User-agent: *\nDisallow: /\n"),
		"/":           livetest.Page(`<meta name="robots" content="noindex, nofollow"><a rel="nofollow" href="/hidden">x</a>`),
		"/hidden": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Robots-Tag", "none")
			livetest.TypedStatus(http.StatusOK, livetest.Links("/lost"))(w, r)
		},
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 2)
}

func TestLiveSiteURL(t *testing.T) {
	t.Parallel()
	const production = "https://example.invalid/docs/"
	s := livetest.Serve(t, livetest.Site{
		"/pr/7/": livetest.Page(`<link rel="canonical" href="` + production + `">` +
			livetest.Links(production+"guide#here", production+"lost", "https://example.invalid/blog/")),
		"/pr/7/guide": livetest.Page(livetest.Links(production + "guide#nowhere")),
	})
	r := livetest.Check(t, "--external=false", "--site-url="+production, s.URL+"/pr/7/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/lost": link.NotFound, "/guide#here": link.FragmentNotFound, "/guide#nowhere": link.FragmentNotFound,
	})
	if f := r.Finding(t, "/lost"); !f.Internal || f.Occurrences[0].Link != production+"lost" {
		t.Errorf("%+v", f)
	}
	r.Pages(t, 2)
	if r.Report.Stats.Skipped != 1 || r.Report.SiteURL != production {
		t.Errorf("%+v, site_url %q", r.Report.Stats, r.Report.SiteURL)
	}
}

func TestLiveExcludedPagesAreNotRead(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":         livetest.Page(livetest.Links("/drafts/a#here", "/moved", "/x.pdf")),
		"/moved":    livetest.Redirect(http.StatusFound, "/drafts/b"),
		"/drafts/a": livetest.Page(livetest.Links("/never") + `<p id="here">`),
		"/drafts/b": livetest.Page(livetest.Links("/never")),
	})
	r := livetest.Check(t, "--exclude-pages=/drafts/**", "--exclude=/x.pdf", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 1)
	s.Never(t, "GET /never", "HEAD /never", "HEAD /x.pdf", "GET /x.pdf")
}

// TestLiveNavigation sees to it that what is known of a reference is used for the
// pages for which it holds, and for no others: the same references are on each
// of many pages, some of which lie elsewhere or have another base.
func TestLiveNavigation(t *testing.T) {
	t.Parallel()
	const pages = 12
	same := livetest.Links("next.html", "next.html#there", "next.html#gone", "../up.html", "#own", "#lost", "?q", "mailto:a@example.com",
		"https://example.com/", "kept.html", "kept.html#not") + `<link rel="stylesheet" href="style.css">`
	content := livetest.Site{
		"/a/next.html": livetest.Page(`<p id="there">`), "/b/next.html": livetest.Page(`<p id="gone">`), "/up.html": livetest.Page(""),
		"/a/style.css": livetest.Typed("text/css", ""), "/a/kept.html": livetest.Page(""), "/b/kept.html": livetest.Page(""),
		"/based/next.html": livetest.Page(`<p id="there"><p id="gone">`), "/based/kept.html": livetest.Page(`<p id="not">`), "/based/style.css": livetest.Typed("text/css", ""),
	}
	start := ""
	for i := range pages {
		for path, head := range map[string]string{
			fmt.Sprintf("/a/%d.html", i): `<p id="own">`,
			fmt.Sprintf("/b/%d.html", i): `<p id="lost">`,
			fmt.Sprintf("/c/%d.html", i): `<base href="/based/"><p id="own">`,
		} {
			content[path] = livetest.Page(head + same + path)
			content[path+"?q"] = livetest.Page("")
			start += livetest.Links(path)
		}
	}
	content["/"] = livetest.Page(start)
	want := map[string]link.Reason{
		"/a/next.html#gone": link.FragmentNotFound, "/a/kept.html#not": link.FragmentNotFound,
		"/b/next.html#there": link.FragmentNotFound, "/b/kept.html#not": link.FragmentNotFound, "/b/style.css": link.NotFound,
		"/based/": link.NotFound, "/based/?q": link.NotFound,
	}
	for i := range pages {
		want[fmt.Sprintf("/a/%d.html#lost", i)] = link.FragmentNotFound
		want[fmt.Sprintf("/b/%d.html#own", i)] = link.FragmentNotFound
	}
	s := livetest.Serve(t, content)
	r := livetest.Check(t, "--external=false", s.URL+"/")
	r.Found(t, livetest.Failed, want)
	for target, occurrences := range map[string]int{
		"/a/next.html#gone": pages, "/b/next.html#there": pages, "/b/style.css": pages, "/based/": 2 * pages, "/a/3.html#lost": 1,
	} {
		if got := len(r.Finding(t, target).Occurrences); got != occurrences {
			t.Errorf("%s has %d occurrences, want %d", target, got, occurrences)
		}
	}
	if skipped := r.Report.Stats.Skipped; skipped != 2 {
		t.Errorf("%d targets were skipped, want 2", skipped)
	}
	delete(want, "/b/next.html#there")
	patterned := livetest.Check(t, "--external=false", "--exclude=**/next.html#there", s.URL+"/")
	patterned.Found(t, livetest.Failed, want)
	if got := len(patterned.Finding(t, "/a/next.html#gone").Occurrences); got != pages {
		t.Errorf("beside an excluded fragment another one has %d occurrences, want %d", got, pages)
	}
}

func TestLiveAsksOnceForWhatAPageNamesInSeveralWays(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":  livetest.Page(`<link rel="next" href="/b"><link rel="prev" href="/c">` + livetest.Links("/b", "/b#x")),
		"/b": livetest.Page(`<p id="x">`),
		"/c": livetest.Page(""),
	})
	r := livetest.Check(t, "--concurrency=1", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	s.Once(t, "GET /b", "HEAD /c")
	s.Never(t, "HEAD /b", "GET /c")
}
