package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// twenty is a site whose start page leads to twenty pages, /p0 to /p19, all of which
// one function answers. Of other paths it says that they do not exist.
func twenty(public livetest.Site, answer http.HandlerFunc) http.HandlerFunc {
	start := "<title>Home</title>"
	for i := range 20 {
		start += livetest.Links(fmt.Sprintf("/p%d", i))
	}
	return func(w http.ResponseWriter, r *http.Request) {
		switch handle := public[r.URL.Path]; {
		case handle != nil:
			handle(w, r)
		case r.URL.Path == "/":
			livetest.Page(start)(w, r)
		case strings.HasPrefix(r.URL.Path, "/p"):
			answer(w, r)
		default:
			http.NotFound(w, r)
		}
	}
}

// TestLiveWhatStandsBeforeMostPages holds runs to a problem when most pages do not show
// themselves, are no pages, or send readers to a login, though the site says of paths which do
// not exist that they do not.
func TestLiveWhatStandsBeforeMostPages(t *testing.T) {
	t.Parallel()
	other := handler(t, livetest.Page("<h1>Status</h1>"))
	script := livetest.Typed("text/javascript", "")
	sitemap := livetest.Typed("application/xml", `<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url></urlset>`)
	const signIn = `<title>Acme</title><h1>Please sign in to continue</h1><form><input type=email></form>`
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"a login without a password": {answer: twenty(nil, livetest.Page(signIn)), says: []string{"20 of 21 pages show the same text", "set header to let linkvet in"}},
		"an age gate in many languages": {
			answer: twenty(nil, livetest.Page(`<h1>Are you over 18?</h1>`+strings.Repeat(`<a href="/">a language</a> `, 40))),
			says:   []string{"20 of 21 pages show the same text"},
		},
		"a limit of requests": {
			answer: twenty(nil, func(w http.ResponseWriter, r *http.Request) {
				livetest.Page(fmt.Sprintf("<h1>Too many requests</h1><p>Request 8af%013d", len(r.URL.Path)))(w, r)
			}), says: []string{"20 of 21 pages show the same text", "lower concurrency"},
		},
		"redirects to a page of the site": {
			answer: twenty(livetest.Site{"/choices": livetest.Page("<h1>We value your privacy</h1>")}, livetest.Redirect(http.StatusFound, "/choices")),
			says:   []string{"20 of 22 pages redirect to /choices"},
		},
		"redirects to the start page": {answer: twenty(nil, livetest.Redirect(http.StatusFound, "/")), says: []string{"pages redirect to /, such as"}},
		"redirects to a page of another site": {
			answer: twenty(nil, livetest.Redirect(http.StatusTemporaryRedirect, other.URL+"/status")),
			says:   []string{"20 of 21 pages redirect to " + other.URL + "/status, such as"},
		},
		"redirects to another site": {
			answer: twenty(nil, func(w http.ResponseWriter, r *http.Request) {
				livetest.Redirect(http.StatusMovedPermanently, other.URL+r.URL.Path)(w, r)
			}), says: []string{"20 of 21 pages redirect to " + other.URL + "/, such as"},
		},
		"a meta refresh to a login on another site": {
			answer: twenty(nil, livetest.Page(`<meta http-equiv=refresh content="0; url=http://127.0.0.1:1/oauth2/authorize">`)),
			says:   []string{"20 of 21 pages ask for a login", "redirects to http://127.0.0.1:1/oauth2/authorize"},
		},
		"scripts that lead to a login": {answer: twenty(nil, livetest.Page(`<script>location.href="/login"</script>`)), says: []string{"20 of 21 pages redirect to other pages by scripts"}},
		"nothing at all":               {answer: twenty(nil, livetest.Page(" ")), says: []string{"20 of 21 pages are empty"}},
		"a start page that scripts fill": {
			answer: livetest.Site{"/": shell(), "/index.js": script, "/sitemap.xml": sitemap, "/a": livetest.FullPage("A", ""), "/b": livetest.FullPage("B", ""), "/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", "")}.Answer,
			says:   []string{"the start page has no text or links until scripts run"},
		},
		"the same behind a redirect": {
			answer: livetest.Site{"/": livetest.Redirect(http.StatusFound, "/en/"), "/en/": shell(), "/index.js": script}.Answer,
			says:   []string{"the start page has no text or links until scripts run"},
		},
		"the same behind a forward": {
			answer: livetest.Site{"/": livetest.Page(`<meta http-equiv=refresh content="0; url=/en/">`), "/en/": shell(), "/index.js": script}.Answer,
			says:   []string{"the start page has no text or links until scripts run"},
		},
		"a start page with a script that leads on": {
			answer: livetest.Site{"/": livetest.Page(`<script>location.href = "/en/"</script>`)}.Answer, says: []string{"a script on the start page redirects to another page"},
		},
		"pages that scripts fill": {
			answer: livetest.Site{"/": livetest.Page(livetest.Links("/a", "/b", "/c")), "/a": shell(), "/b": shell(), "/c": livetest.FullPage("C", ""), "/guide/": shell(), "/install": shell(), "/index.js": script}.Answer,
			says:   []string{`4 of 6 pages have no text or links until scripts run, such as "/a", "/b", "/guide/"`},
		},
		"an empty start page": {answer: livetest.Site{"/": livetest.Page("")}.Answer, says: []string{"the start page is empty"}},
		"a start page with a meta refresh to another site": {
			answer: livetest.Site{"/": livetest.Page(`<meta http-equiv=refresh content="0; url=http://127.0.0.1:1/en/">`)}.Answer,
			says:   []string{"the start page forwards to another site, http://127.0.0.1:1/en/"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := livetest.Check(t, "--allow-private", "--retries=0", s.URL+"/")
			closed(t, r, tt.says...)
			if len(r.Problems) != 1 {
				t.Errorf("%d problems, want one: %q", len(r.Problems), r.Problems)
			}
		})
	}
}

// TestLivePagesAlikeArePages holds runs to no problem for sites whose pages resemble
// each other, or lead to one page for a reason, or to files which are no pages.
func TestLivePagesAlikeArePages(t *testing.T) {
	t.Parallel()
	numbered := func(format string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { livetest.Page(fmt.Sprintf(format, r.URL.Path))(w, r) }
	}
	files := func(name, kind string) http.HandlerFunc {
		all, start := livetest.Site{}, ""
		for i := range 20 {
			path := fmt.Sprintf(name, i)
			name, _, _ := strings.Cut(path, "?")
			all[name] = livetest.Typed(kind, "{}")
			start += livetest.Links(path)
		}
		all["/"] = livetest.Page("<h1>Downloads</h1>" + start)
		return all.Answer
	}
	other := handler(t, livetest.Page("<h1>Elsewhere</h1>"))
	for name, answer := range map[string]http.HandlerFunc{
		"incidents":                  twenty(nil, numbered("<h1>Maintenance of %s</h1>")),
		"other languages":            twenty(nil, numbered(`<h1>%[1]s</h1><a href="%[1]s?lang=de">de</a><a href="%[1]s?lang=fr">fr</a>`)),
		"redirects to many places":   twenty(nil, func(w http.ResponseWriter, r *http.Request) { livetest.Redirect(302, other.URL+"/to"+r.URL.Path)(w, r) }),
		"an action on each page":     twenty(livetest.Site{"/cart": livetest.Page("<p>Cart")}, cart),
		"pages that have moved":      twenty(livetest.Site{"/new": livetest.Page("<p>New")}, livetest.Redirect(http.StatusMovedPermanently, "/new")),
		"a slash behind each page":   twenty(nil, slashed),
		"JSON by name":               files("/data/%d.json", "application/json"),
		"text by name":               files("/rfc/rfc%d.txt", "text/plain"),
		"sources":                    files("/src/f%d.go", "text/plain"),
		"pictures without extension": files("/pictures/%d", "image/png"),
		"one page with many queries": files("/api?id=%d", "application/json"),
		"some of many pages": twenty(nil, func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Path) == len("/p0") {
				livetest.Typed("text/plain", "a text")(w, r)
				return
			}
			livetest.Page("<h1>"+r.URL.Path+"</h1>")(w, r)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, answer)
			r := livetest.Check(t, "--allow-private", "--redirects", "none", s.URL+"/")
			if r.Status != 0 {
				t.Errorf("exit status %d, want 0:\n%s", r.Status, r.Text)
			}
		})
	}
}

// cart answers for a page of a shop, and for the link that puts it into the cart.
func cart(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/add") {
		livetest.Redirect(http.StatusFound, "/cart")(w, r)
		return
	}
	livetest.Page("<h1>"+r.URL.Path+"</h1>"+livetest.Links(r.URL.Path+"/add"))(w, r)
}

// slashed redirects to the path with a slash, and answers there.
func slashed(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/") {
		livetest.Redirect(http.StatusMovedPermanently, r.URL.Path+"/")(w, r)
		return
	}
	livetest.Page("<h1>"+r.URL.Path+"</h1>")(w, r)
}

// shell is the page of an application that scripts fill.
func shell() http.HandlerFunc {
	return livetest.Page(`<!doctype html><title>App</title><div id="root"></div><script type="module" src="/index.js"></script>`)
}
