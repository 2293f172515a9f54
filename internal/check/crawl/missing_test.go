package crawl_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// soft is a site that answers what it does not have in a way of its own.
func soft(t *testing.T, pages livetest.Site, otherwise http.HandlerFunc) (origin string, asked *sync.Map) {
	t.Helper()
	asked = &sync.Map{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.Method+" "+r.RequestURI, r.Header.Get("X-Preview"))
		switch answer := pages[r.RequestURI]; {
		case r.URL.Path == "/robots.txt", r.URL.Path == "/sitemap.xml":
			http.NotFound(w, r)
		case answer != nil:
			answer(w, r)
		default:
			otherwise(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// What a server answers 200 for what does not exist is told by its page, however
// it repeats the path, the time and tokens.
func TestLiveSoftNotFound(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	for name, body := range map[string]func(r *http.Request) string{
		"the same each time": func(*http.Request) string { return "<h1>Oops</h1><p>No such page." },
		"with the path": func(r *http.Request) string {
			return fmt.Sprintf(`<link rel=canonical href="%s"><h1>%s</h1><p>No such page: “%s”.<a href="/login?to=%s">Log in</a>`,
				r.URL.Path, strings.Trim(r.URL.Path, "/"), r.URL.Path, url.QueryEscape(r.URL.Path))
		},
		"with times and tokens": func(*http.Request) string {
			i := n.Add(1)
			return fmt.Sprintf(`<meta name=csrf content="%x"><script nonce=%d>x(%d)</script><input type=hidden value="t%d">
				<h1>No such page</h1><footer data-id="%d">made in %d.%d ms, request %x-7</footer>`, i*7919, i, i, i, i, i, i*3, i*104729)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, asked := soft(t, livetest.Site{
				"/":          livetest.FullPage("Home", livetest.Links("/guide/", "/install", "/a.pdf", "/lost", "/deep/lost?x=1#y")+`<img src="/lost.png"><img src="/there.png">`),
				"/guide/":    livetest.FullPage("Guide", "<h1>How to go on</h1>"+livetest.Links("/old")),
				"/install":   livetest.FullPage("Install", "<h1>Install</h1>"),
				"/a.pdf":     livetest.Typed("application/pdf", "%PDF"),
				"/there.png": livetest.Typed("image/png", "png"),
				"/old":       livetest.Redirect(http.StatusMovedPermanently, "/nowhere/at-all"),
			}, func(w http.ResponseWriter, r *http.Request) { livetest.FullPage("Not found", body(r))(w, r) })
			r := livetest.Check(t, "--header=X-Preview: on", origin+"/")
			r.Found(t, livetest.Failed, map[string]link.Reason{
				"/lost": link.NotFound, "/deep/lost?x=1": link.NotFound, "/lost.png": link.NotFound, "/old": link.NotFound,
			})
			if f := r.Finding(t, "/lost"); f.Status != http.StatusOK || !strings.Contains(f.Message, "answer for a path that does not exist") {
				t.Errorf("the finding does not say why: %+v", f)
			}
			r.Pages(t, 3)
			livetest.Says(t, r.Notes, "this site answers 200 for a path that does not exist")
			if len(r.Notes) != 1 {
				t.Errorf("more than one note: %q", r.Notes)
			}
			probes := 0
			asked.Range(func(request, header any) bool {
				if strings.Contains(request.(string), "linkvet-") {
					probes++
					if header != "on" {
						t.Errorf("%s went without the header", request)
					}
				}
				return true
			})
			if probes != 1 || strings.Contains(r.Text, "linkvet-") || strings.Contains(r.JSON, "linkvet-") {
				t.Errorf("%d made-up paths were asked for, in\n%s", probes, r.Text)
			}
		})
	}
}

// Where what does not exist looks as the start page does, or as nothing, no link
// is called broken.
func TestLiveSoftNotFoundThatCannotBeTold(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		start, otherwise http.HandlerFunc
		says             string
	}{
		"one page for all":      {start: livetest.FullPage("App", "<div id=app>Loading the app</div>"), otherwise: livetest.FullPage("App", "<div id=app>Loading the app</div>"), says: "with its start page"},
		"one that scripts fill": {start: livetest.FullPage("App", "<h1>The start page was made before</h1>"), otherwise: livetest.Page("<title>App</title><div id=root>Loading</div><script src=/app.js></script>"), says: "the frame of all pages"},
		"the frame of all":      {start: livetest.FullPage("App", "<header>My shop</header><main><h1>Welcome</h1></main><script src=/app.js></script>"), otherwise: livetest.FullPage("App", "<header>My shop</header><main></main><script src=/app.js></script>"), says: "the frame of all pages"},
		"blank":                 {start: livetest.FullPage("Home", ""), otherwise: livetest.Page("<div id=app></div><script src=/app.js></script>"), says: "the frame of all pages"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, _ := soft(t, livetest.Site{"/": test.start, "/guide/": livetest.FullPage("Guide", "<h1>The guide</h1>"), "/install": livetest.FullPage("Install", "<h1>Install</h1>")}, test.otherwise)
			r := livetest.Check(t, origin+"/")
			r.Found(t, livetest.Clean, nil)
			livetest.Says(t, r.Notes, test.says)
		})
	}
}

// Readers of what does not exist may be sent to the home page, or to a page that
// says so.
func TestLiveSoftNotFoundByRedirect(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]string{"home": "/", "a page for it": "/404", "a page that is told the path": "/404?from="} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, _ := soft(t, livetest.Site{
				"/":           livetest.FullPage("Home", livetest.Links("/lost", "/index.html", "/moved", "/en/", "/404")+`<img src="/lost.png">`),
				"/guide/":     livetest.FullPage("Guide", ""),
				"/install":    livetest.FullPage("Install", ""),
				"/404":        livetest.FullPage("Not found", "<h1>Not found</h1>"),
				"/index.html": livetest.Redirect(http.StatusFound, to),
				"/en/":        livetest.Redirect(http.StatusFound, to),
				"/moved":      livetest.Redirect(http.StatusMovedPermanently, to),
			}, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasPrefix(r.RequestURI, "/404"):
					livetest.FullPage("Not found", "")(w, r)
				case !strings.Contains(r.URL.Path, ".") && !strings.HasSuffix(r.URL.Path, "/"):
					livetest.Redirect(http.StatusMovedPermanently, r.URL.Path+"/")(w, r)
				case strings.HasSuffix(to, "="):
					livetest.Redirect(http.StatusFound, to+url.QueryEscape(r.URL.Path))(w, r)
				default:
					livetest.Redirect(http.StatusFound, to)(w, r)
				}
			})
			r := livetest.Check(t, "--redirects=none", origin+"/")
			r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound, "/lost.png": link.NotFound})
			livetest.Says(t, r.Notes, "this site redirects a path that does not exist to "+strings.TrimSuffix(to, "?from="))
			if strings.Contains(r.Text+r.JSON, "linkvet-") {
				t.Errorf("the made-up path is shown in\n%s", r.Text)
			}
		})
	}
}

// What ends a session, or sets a language, leads home on any site.
func TestLiveDeedsThatLeadHome(t *testing.T) {
	t.Parallel()
	origin, _ := soft(t, livetest.Site{
		"/":       livetest.FullPage("Home", livetest.Links("/lost", "/logout", "/account/sign-out", "/view?lang=en", "/language/en")),
		"/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", ""),
	}, livetest.Redirect(http.StatusFound, "/"))
	r := livetest.Check(t, origin+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
}

// A door before all pages says nothing of any, and neither does a failure.
func TestLiveMadeUpPathThatTellsNothing(t *testing.T) {
	t.Parallel()
	for name, otherwise := range map[string]http.HandlerFunc{
		"a login": func(w http.ResponseWriter, r *http.Request) {
			livetest.Redirect(http.StatusFound, "/login?to="+url.QueryEscape(r.URL.Path))(w, r)
		},
		"a failure":    livetest.Status(http.StatusServiceUnavailable),
		"not found":    livetest.Status(http.StatusNotFound),
		"another site": livetest.Redirect(http.StatusFound, "http://linkvet.invalid/"),
		"no page":      livetest.Typed("text/plain", "ok"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := livetest.Site{"/": livetest.FullPage("Home", ""), "/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", "")}
			origin, asked := soft(t, pages, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.RequestURI, "/login") {
					livetest.FullPage("Log in", "")(w, r)
					return
				}
				otherwise(w, r)
			})
			r := livetest.Check(t, origin+"/")
			r.Found(t, livetest.Clean, nil)
			if len(r.Notes) != 0 {
				t.Errorf("notes %q", r.Notes)
			}
			probes := 0
			for _, request := range probesOf(asked) {
				if strings.HasPrefix(request, "GET /linkvet-") {
					probes++
				}
			}
			if probes != 1 {
				t.Errorf("%d made-up paths were asked for, want one", probes)
			}
		})
	}
}

// What the settings say of an answer of 404 holds for one that only means it.
func TestLiveSoftNotFoundBySettings(t *testing.T) {
	t.Parallel()
	origin, _ := soft(t, livetest.Site{
		"/": livetest.FullPage("Home", livetest.Links("/lost", "/also/lost")), "/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", ""),
	}, livetest.FullPage("Not found", "<h1>No such page</h1>"))
	r := livetest.Check(t, "--accept=/lost=404", origin+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/also/lost": link.NotFound})
	r = livetest.Check(t, "--exclude=/also/**", "--accept=404", origin+"/")
	r.Found(t, livetest.Clean, nil)
}

// probesOf returns the requests for made-up paths among those that were asked.
func probesOf(asked *sync.Map) (requests []string) {
	asked.Range(func(request, _ any) bool {
		if strings.Contains(request.(string), "linkvet-") {
			requests = append(requests, request.(string))
		}
		return true
	})
	return requests
}

// many are the paths of n pages.
func many(prefix string, n int) []string {
	paths := make([]string, n)
	for i := range paths {
		paths[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return paths
}

// Where most pages look like the answer for a made-up path, something is in front of
// them: they are not missing, and the site was not checked.
func TestLiveCatchAll(t *testing.T) {
	t.Parallel()
	consent := livetest.FullPage("Your privacy", `<h1>We value your privacy</h1><p>We and our partners use cookies.<button>Accept all</button>`)
	twenty := livetest.Page(livetest.Links(many("/p/", 20)...))
	frame := `<header>Shop ` + livetest.Links("/a", "/b", "/c") + `</header>`
	down := livetest.Page("<h1>Down for maintenance</h1><p>We will be back at noon.")
	for name, test := range map[string]struct {
		start, otherwise http.HandlerFunc
		problem          string
	}{
		"consent": {
			start: twenty, otherwise: consent,
			problem: `22 of 23 pages look the same as the site's answer for a path that does not exist ("Your privacy Home`,
		},
		"consent before many pages": {
			start: livetest.Page(livetest.Links(append(many("/p/", 199), "/good")...)), otherwise: consent,
			problem: "201 of 203 pages look the same",
		},
		"age gate, with the path": {start: twenty, otherwise: func(w http.ResponseWriter, r *http.Request) {
			livetest.FullPage("Age check", `<h1>Are you over 18?</h1><a href="/yes?to=`+html.EscapeString(r.URL.Path)+`">Yes</a>`)(w, r)
		}, problem: "pages look the same as the site's answer for a path that does not exist (\"Age check"},
		"stubs":                        {start: livetest.Page(livetest.Links(many("/p/", 8)...)), otherwise: livetest.Page("<title>Shop</title><h1>Shop</h1><p>This page is a stub."), problem: "8 of 9 pages look the same"},
		"the home page, by a redirect": {start: twenty, otherwise: livetest.Redirect(http.StatusFound, "/"), problem: "20 of 21 pages redirect to /, and so does a path that does not exist"},
		"a consent page, by a redirect": {start: twenty, otherwise: func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/consent" {
				consent(w, r)
			} else {
				livetest.Redirect(http.StatusFound, "/consent?to="+r.URL.Path)(w, r)
			}
		}, problem: `22 of 45 pages show the same text ("Your privacy`},
		"its start page, which routes by scripts": {
			start: livetest.FullPage("Shop", "<main><h1>Shop</h1></main>"), otherwise: livetest.FullPage("Shop", "<main><h1>Shop</h1></main>"),
			problem: "3 of 3 pages look the same",
		},
		"a frame that scripts fill": {
			start: livetest.Page(frame + `<h1>Welcome to the shop</h1>`), otherwise: livetest.Page(frame), problem: "3 of 4 pages look the same",
		},
		"maintenance at each path": {start: down, otherwise: down, problem: "the start page stands in front of the site (\"Down for maintenance"},
		"a consent page, from the start page on": {start: livetest.Redirect(http.StatusFound, "/consent"), otherwise: func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/consent" {
				livetest.Page("<h1>We value your privacy</h1><button>Accept all</button>")(w, r)
			} else {
				livetest.Redirect(http.StatusFound, "/consent")(w, r)
			}
		}, problem: "the start page stands in front of the site (\"We value your privacy"},
		"a page that says itself that most is gone": {
			start: livetest.Page(livetest.Links(many("/p/", 30)...)), otherwise: livetest.Page("<title>Not found</title><h1>Not found</h1>"), problem: "30 of 31 pages look the same",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, asked := soft(t, livetest.Site{"/": test.start, "/good": livetest.Page("<h1>A good page</h1>")}, test.otherwise)
			r := livetest.Check(t, "--redirects=none", origin+"/")
			r.Found(t, livetest.Incomplete, nil)
			livetest.Says(t, r.Problems, test.problem)
			if len(r.Problems) != 1 || strings.Contains(strings.Join(r.Notes, " "), "count as not found") || strings.Contains(r.Text, "linkvet-") {
				t.Errorf("more than one problem in\n%s", r.Text)
			}
			if n := len(probesOf(asked)); n > 2 {
				t.Errorf("%d made-up paths were asked for", n)
			}
		})
	}
}

// What is dead stays dead: half of the site at most, or all of a small site where the
// answer says so itself.
func TestLiveCatchAllOfDeadLinks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		good, dead int
		otherwise  http.HandlerFunc
	}{
		"two of three, which say so":       {good: 0, dead: 2, otherwise: livetest.Page("<title>Oops</title><h1>This page could not be found</h1>")},
		"two of three, in another way":     {good: 0, dead: 2, otherwise: livetest.Page("<h1>Seite nicht gefunden</h1>")},
		"three of four, at a page for it":  {good: 0, dead: 3, otherwise: livetest.Redirect(http.StatusFound, "/404")},
		"ten of twenty-one, in any words":  {good: 10, dead: 10, otherwise: livetest.Page("<h1>Whatever</h1>")},
		"a quarter, sent to the home page": {good: 6, dead: 2, otherwise: livetest.Redirect(http.StatusFound, "/")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := livetest.Site{"/": livetest.Page(livetest.Links(append(many("/good/", test.good), many("/dead/", test.dead)...)...)), "/404": livetest.Page("<h1>404</h1>")}
			for i, path := range many("/good/", test.good) {
				pages[path] = livetest.Page(fmt.Sprintf("<h1>A good page about %c</h1>", 'a'+i))
			}
			want := map[string]link.Reason{}
			for _, path := range many("/dead/", test.dead) {
				want[path] = link.NotFound
			}
			origin, _ := soft(t, pages, test.otherwise)
			r := livetest.Check(t, "--redirects=none", origin+"/")
			r.Found(t, livetest.Failed, want)
		})
	}
}

// A page without links and scripts at each path is in front of a site, or in its place.
func TestLiveCatchAllOfOnePage(t *testing.T) {
	t.Parallel()
	party := livetest.Page(`<title>Party</title><h1>Our party</h1><p>On Friday, at noon. <a href="#how">How to get there</a><h2 id=how>How to get there</h2>`)
	origin, _ := soft(t, livetest.Site{}, party)
	r := livetest.Check(t, origin+"/")
	r.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, r.Problems, `the start page looks the same as the site's answer for a path that does not exist ("Party Our party`)
	if strings.Contains(r.Text, "scripts") {
		t.Errorf("there are no scripts:\n%s", r.Text)
	}
	origin, _ = soft(t, livetest.Site{"/": party}, http.NotFound)
	r = livetest.Check(t, origin+"/")
	r.Found(t, livetest.Clean, nil)
}
