package cli_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLiveScopeIsTheStartPagesDirectory(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/docs/start.html": page(links("/docs/in/", "/out", "../blog/", "/lost", "/docs2/")),
		"/docs/in/":        page(links("../deep")),
		"/docs/deep":       page("deep"),
		"/out":             page(links("/never")),
		"/blog/":           page(links("/never")),
		"/docs2/":          page(links("/never")),
	})
	r := check(t, s.URL+"/docs/start.html")
	// Outside of the base path a target keeps its whole URL.
	r.found(t, failed, map[string]link.Reason{s.URL + "/lost": link.NotFound})
	r.pages(t, 3)
	says(t, r.notes, "4 targets on the same host are outside /docs/: checked, but their links are not")
	s.once(t, "HEAD /out", "HEAD /blog/", "HEAD /docs2/")
	s.never(t, "GET /out", "GET /never", "HEAD /never")
	if got := r.report.SiteURL; got != s.URL+"/docs/" {
		t.Errorf("site_url is %q", got)
	}
}

func TestLiveTargetsAreBelowTheBasePath(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/pr/7/": page(links("a?b#c", "lost")), "/pr/7/a?b": page("no c")})
	r := check(t, s.URL+"/pr/7/")
	r.found(t, failed, map[string]link.Reason{"/a?b#c": link.FragmentNotFound, "/lost": link.NotFound})
	if got := r.finding(t, "/lost").Occurrences[0].Page; got != "/" {
		t.Errorf("the page is %q", got)
	}
}

func TestLiveStartThatRedirectsOutOfItsDirectory(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/latest/":  redirect(http.StatusFound, "/v2/"),
		"/v2/":      page(links("guide", "/v1/")),
		"/v2/guide": page("guide"),
		"/v1/":      page(links("/v1/old")),
		"/":         redirect(http.StatusFound, "/v2/"),
	})
	moved := check(t, s.URL+"/latest/")
	moved.found(t, clean, nil)
	moved.pages(t, 2)
	says(t, moved.notes, "1 target on the same host is outside /v2/")
	// Where the redirect stays inside, the directory is the one that was given.
	whole := check(t, s.URL+"/")
	whole.found(t, failed, map[string]link.Reason{"/v1/old": link.NotFound})
	whole.pages(t, 3)
}

func TestLiveAnotherPortIsAnotherSite(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/": page(links("/never")), "/b": page("b")})
	s := serve(t, site{"/": page(links(other.URL+"/", other.URL+"/lost", other.URL+"/b#nowhere"))})
	r := check(t, "--allow-private", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{other.URL + "/lost": link.NotFound})
	if r.finding(t, other.URL+"/lost").Internal {
		t.Error("a target on another port is called internal")
	}
	r.pages(t, 1)
	other.once(t, "HEAD /", "HEAD /b")
	other.never(t, "GET /", "GET /b", "HEAD /never", "GET /robots.txt", "GET /sitemap.xml")
}

func TestLivePagesAreKnownByTheirAnswer(t *testing.T) {
	t.Parallel()
	script := `var a = '<a href="/never">'`
	s := serve(t, site{
		"/": page(links("/only#there", "/bare", "/index.php", "/notes.txt", "/feed", "/plain", "/guess", "/upper") +
			`<script src="/app.js"></script>`),
		"/only":      page(`<p id="there">` + links("/lost/only")),
		"/bare":      typed("", "<!doctype html>"+links("/lost/bare")),
		"/index.php": page(links("/lost/php")),
		"/notes.txt": page(links("/lost/txt")),
		"/upper":     typed("TEXT/HTML;charset=x", links("/lost/upper")),
		// These are none, whatever they hold.
		"/feed":   typed("application/rss+xml", links("/never")),
		"/plain":  typed("text/plain", "<!doctype html>"+links("/never")),
		"/guess":  typed("", "\x00\x01"+links("/never")),
		"/app.js": typed("text/javascript", script),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/lost/only": link.NotFound, "/lost/bare": link.NotFound, "/lost/php": link.NotFound,
		"/lost/txt": link.NotFound, "/lost/upper": link.NotFound,
	})
	r.pages(t, 6)
	s.never(t, "HEAD /never", "GET /never")
	// What may be a page is got at once, and what may be none is asked for first.
	s.never(t, "HEAD /index.php")
	s.once(t, "HEAD /notes.txt", "GET /notes.txt")
}

func TestLiveOnlyWhatLeadsReadersOnIsRead(t *testing.T) {
	t.Parallel()
	dead := page(links("/never"))
	s := serve(t, site{
		"/": page(`<form action="/form"></form> <link rel="alternate" href="/link"> <img src="/img">` +
			`<object data="/object"></object> <area href="/area"> <iframe src="/iframe"></iframe>`),
		"/form": dead, "/link": dead, "/img": dead, "/object": dead,
		"/area": page("area"), "/iframe": page("iframe"),
	})
	r := check(t, s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 3)
	s.once(t, "HEAD /form", "HEAD /link", "HEAD /img", "HEAD /object", "GET /area", "GET /iframe")
	s.never(t, "GET /form", "GET /link", "GET /img", "GET /object", "HEAD /never", "GET /never")
}

func TestLiveRobotsRulesDoNotBindTheOwner(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/robots.txt": typed("text/plain", "User-agent: *\nDisallow: /\n"),
		"/":           page(`<meta name="robots" content="noindex, nofollow"><a rel="nofollow" href="/hidden">x</a>`),
		"/hidden": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Robots-Tag", "none")
			typedStatus(http.StatusOK, links("/lost"))(w, r)
		},
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 2)
}

func TestLiveSiteURL(t *testing.T) {
	t.Parallel()
	const production = "https://example.invalid/docs/"
	s := serve(t, site{
		"/pr/7/": page(`<link rel="canonical" href="` + production + `">` +
			links(production+"guide#here", production+"lost", "https://example.invalid/blog/")),
		"/pr/7/guide": page(links(production + "guide#nowhere")),
	})
	r := check(t, "--external=false", "--site-url="+production, s.URL+"/pr/7/")
	r.found(t, failed, map[string]link.Reason{
		"/lost": link.NotFound, "/guide#here": link.FragmentNotFound, "/guide#nowhere": link.FragmentNotFound,
	})
	if f := r.finding(t, "/lost"); !f.Internal || f.Occurrences[0].Link != production+"lost" {
		t.Errorf("%+v", f)
	}
	r.pages(t, 2)
	if r.report.Stats.Skipped != 1 || r.report.SiteURL != production {
		t.Errorf("%+v, site_url %q", r.report.Stats, r.report.SiteURL)
	}
}

func TestLiveExcludedPagesAreNotRead(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":         page(links("/drafts/a#here", "/moved", "/x.pdf")),
		"/moved":    redirect(http.StatusFound, "/drafts/b"),
		"/drafts/a": page(links("/never") + `<p id="here">`),
		"/drafts/b": page(links("/never")),
	})
	r := check(t, "--exclude-pages=/drafts/**", "--exclude=/x.pdf", s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 1)
	s.never(t, "GET /never", "HEAD /never", "HEAD /x.pdf", "GET /x.pdf")
}
