package cli_test

import (
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

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

// Where most pages look like the answer for a made-up path, something stands before
// them: they are not missing, and the site was not checked.
func TestLiveCatchAll(t *testing.T) {
	t.Parallel()
	consent := whole("Your privacy", `<h1>We value your privacy</h1><p>We and our partners use cookies.<button>Accept all</button>`)
	for name, test := range map[string]struct {
		start     http.HandlerFunc
		otherwise http.HandlerFunc
		problem   string
	}{
		"consent": {
			page(links(many("/p/", 20)...)), consent,
			`20 of 21 pages look the same as the site's answer for a path that does not exist, such as "/p/0", "/p/1", "/p/10"; `,
		},
		"consent before many pages": {
			page(links(append(many("/p/", 499), "/good")...)), consent,
			"499 of 501 pages look the same",
		},
		"age gate, with the path": {
			page(links(many("/p/", 20)...)),
			func(w http.ResponseWriter, r *http.Request) {
				whole("Age check", `<h1>Are you over 18?</h1><a href="/yes?to=`+html.EscapeString(r.URL.Path)+`">Yes</a>`)(w, r)
			},
			" of 2",
		},
		"maintenance": {page(links(many("/p/", 20)...)), page("<title>Back soon</title><h1>We are down for maintenance</h1>"), "20 of 21 pages look the same"},
		"coming soon": {page(links(many("/p/", 3)...)), page("<h1>Coming soon</h1>"), "3 of 4 pages look the same"},
		"stubs":       {page(links(many("/p/", 8)...)), page("<title>Shop</title><h1>Shop</h1><p>This page is a stub."), "8 of 9 pages look the same"},
		"the home page, by a redirect": {
			page(links(many("/p/", 20)...)), redirect(http.StatusFound, "/"),
			"20 of 21 pages redirect to /, and so does a path that does not exist",
		},
		"a consent page, by a redirect": {
			page(links(many("/p/", 20)...)),
			func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/consent" {
					consent(w, r)
				} else {
					redirect(http.StatusFound, "/consent?to="+r.URL.Path)(w, r)
				}
			},
			"22 of 23 pages redirect to /consent",
		},
		"its start page, which routes by scripts": {
			whole("Shop", "<main><h1>Shop</h1></main>"), whole("Shop", "<main><h1>Shop</h1></main>"),
			"3 of 3 pages look the same",
		},
		"a frame that scripts fill": {
			page(`<header>Shop ` + links("/a", "/b", "/c") + `</header><h1>Welcome to the shop</h1>`), page(`<header>Shop ` + links("/a", "/b", "/c") + `</header>`),
			"3 of 4 pages look the same",
		},
		"maintenance at each path": {
			page("<h1>Down for maintenance</h1><p>We will be back at noon."), page("<h1>Down for maintenance</h1><p>We will be back at noon."),
			"the start page looks the same as the site's answer for a path that does not exist; ",
		},
		"a consent page, from the start page on": {
			redirect(http.StatusFound, "/consent"),
			func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/consent" {
					page("<h1>We value your privacy</h1><button>Accept all</button>")(w, r)
				} else {
					redirect(http.StatusFound, "/consent")(w, r)
				}
			},
			"the start page redirects to /consent, and so does a path that does not exist",
		},
		"a page that says itself that most is gone": {
			page(links(many("/p/", 30)...)), page("<title>Not found</title><h1>Not found</h1>"),
			"30 of 31 pages look the same",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, asked := soft(t, site{"/": test.start, "/good": page("<h1>A good page</h1>")}, test.otherwise)
			r := check(t, "--redirects=none", origin+"/")
			r.found(t, incomplete, nil)
			says(t, r.problems, test.problem)
			if len(r.problems) != 1 || strings.Contains(strings.Join(r.notes, " "), "count as not found") || strings.Contains(r.text, "linkvet-") {
				t.Errorf("more than one problem in\n%s", r.text)
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
		"two of three, which say so":       {0, 2, page("<title>Oops</title><h1>This page could not be found</h1>")},
		"two of three, in another way":     {0, 2, page("<h1>Seite nicht gefunden</h1>")},
		"three of four, at a page for it":  {0, 3, redirect(http.StatusFound, "/404")},
		"ten of twenty-one, in any words":  {10, 10, page("<h1>Whatever</h1>")},
		"a quarter, sent to the home page": {6, 2, redirect(http.StatusFound, "/")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pages := site{"/": page(links(append(many("/good/", test.good), many("/dead/", test.dead)...)...)), "/404": page("<h1>404</h1>")}
			for i, path := range many("/good/", test.good) {
				pages[path] = page(fmt.Sprintf("<h1>A good page about %c</h1>", 'a'+i))
			}
			want := map[string]link.Reason{}
			for _, path := range many("/dead/", test.dead) {
				want[path] = link.NotFound
			}
			origin, _ := soft(t, pages, test.otherwise)
			r := check(t, "--redirects=none", origin+"/")
			r.found(t, failed, want)
		})
	}
}

// A single page on a host that answers every path with it is a whole site.
func TestLiveCatchAllOfOnePage(t *testing.T) {
	t.Parallel()
	party := page(`<title>Party</title><h1>Our party</h1><p>On Friday, at noon. <a href="#how">How to get there</a><h2 id=how>How to get there</h2>`)
	origin, _ := soft(t, site{}, party)
	r := check(t, origin+"/")
	r.found(t, clean, nil)
	says(t, r.notes, "with its start page")
}

// Pages for what does not exist that recommend others at random are told by what
// they have in common, and good pages that do so are left alone.
func TestLiveSoftNotFoundAtRandom(t *testing.T) {
	t.Parallel()
	words := strings.Fields("apple bear cedar delta eagle fjord grape heron igloo jaguar koala lemon mango newt olive panda quail raven sable tiger")
	recommended := func() string {
		body := "<ul>"
		for _, i := range rand.Perm(len(words))[:5] {
			body += fmt.Sprintf(`<li><a href="/item/%s">All about the %s and its friends</a>`, words[i], words[i])
		}
		return body + "</ul>"
	}
	for name, test := range map[string]struct{ title, says string }{
		"in its words":            {"Shop", "<h1>Page not found</h1><p>You may like:</p>"},
		"in its title":            {"Lost in the shop", "<h1>Oops</h1><p>Have a look at these, dear guest:</p>"},
		"in words that are few":   {"Shop", "<p>404 Not found!</p>"},
		"in words we do not know": {"Oldal", "<h1>Az oldal elveszett</h1><p>Talán ezek:</p>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			paths := []string{"/lost", "/also/lost"}
			pages := site{}
			for _, word := range words {
				paths = append(paths, "/item/"+word)
				pages["/item/"+word] = func(w http.ResponseWriter, r *http.Request) {
					whole("Shop", "<h1>"+word+"</h1><p>You may like:</p>"+recommended())(w, r)
				}
			}
			pages["/"] = whole("Shop", "<h1>Welcome</h1>"+links(paths...))
			pages["/guide/"], pages["/install"] = whole("Shop", "<h1>How to go on</h1>"), whole("Shop", "<h1>Page not found?</h1><p>You may like to install it.")
			origin, asked := soft(t, pages, func(w http.ResponseWriter, r *http.Request) { whole(test.title, test.says+recommended())(w, r) })
			r := check(t, origin+"/")
			r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound, "/also/lost": link.NotFound})
			if n := len(probesOf(asked)); n > 3 {
				t.Errorf("%d made-up paths were asked for", n)
			}
		})
	}
}

// An application below one folder may answer for what does not exist in a way of its
// own. Nothing is asked for unless a page speaks of something missing.
func TestLiveSoftNotFoundBelowFolder(t *testing.T) {
	t.Parallel()
	echo := func(w http.ResponseWriter, r *http.Request) {
		whole("App", "<h1>Page not found</h1><p>There is no "+html.EscapeString(r.URL.Path)+" here")(w, r)
	}
	for name, test := range map[string]struct {
		// below answers for what pages of /app/ do not exist.
		below http.HandlerFunc
		dead  bool
		most  int // requests for made-up paths in the folder
	}{
		"a page that says so":        {echo, true, 2},
		"another language":           {whole("App", "<h2>Cette page est introuvable</h2>"), true, 2},
		"without a heading":          {page("<p>Sorry, we couldn’t find that."), true, 2},
		"a login":                    {whole("Log in", "<h1>Log in</h1><input type=password>"), false, 0},
		"a search":                   {whole("Search", "<h1>Results</h1><p>Your search brought up nothing."), false, 0},
		"a script":                   {page(`<title>App</title><div id=root>Not found</div><script src="/app.js"></script>`), false, 1},
		"the index of the folder":    {whole("App", "<h1>App</h1><p>Your app."), false, 0},
		"not found, with its status": {status(http.StatusNotFound), false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, asked := soft(t, site{
				"/":             whole("Home", links("/app/", "/app/a", "/app/b", "/app/c", "/docs/a", "/docs/404", "/docs/deep/er")),
				"/guide/":       whole("Guide", "<h1>How to go on</h1>"),
				"/install":      whole("Install", "<h1>Install</h1>"),
				"/app/":         whole("App", "<h1>App</h1><p>Your app."),
				"/app/a":        whole("App", "<h1>A</h1>"),
				"/app/b":        whole("App", "<h1>When a page is not found</h1><p>Look elsewhere."),
				"/docs/a":       whole("Docs", "<h1>A</h1>"),
				"/docs/404":     whole("404 Not Found", "<h1>404 Not Found</h1><p>What this status means."),
				"/docs/deep/er": whole("Docs", "<h1>Deeper</h1>"),
				"/app.js":       typed("text/javascript", ""),
			}, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/app/") {
					test.below(w, r)
				} else {
					http.NotFound(w, r)
				}
			})
			r := check(t, origin+"/")
			switch {
			case test.dead:
				r.found(t, failed, map[string]link.Reason{"/app/c": link.NotFound})
				says(t, r.notes, "this site answers 200 for a path that does not exist below /app/: pages there")
			case strings.Contains(name, "status"):
				r.found(t, failed, map[string]link.Reason{"/app/c": link.NotFound})
			default:
				r.found(t, clean, nil)
			}
			top, app, others := 0, 0, 0
			for _, request := range probesOf(asked) {
				switch {
				case strings.HasPrefix(request, "GET /linkvet-"):
					top++
				case strings.HasPrefix(request, "GET /app/"):
					app++
				default:
					others++
				}
			}
			// One page of /app/ and one of /docs/ speak of what is not found.
			if top != 1 || app > max(test.most, 1) || others != 1 {
				t.Errorf("%d made-up paths were asked for at the top, %d below /app/, %d elsewhere", top, app, others)
			}
		})
	}
}

// A folder may have no page of its own, and all links into it may be dead. What lies
// deeper is asked for where it lies, when its top is honest.
func TestLiveSoftNotFoundBelowFolderWithoutIndex(t *testing.T) {
	t.Parallel()
	for name, below := range map[string]string{"at its top": "/app/", "deeper": "/app/v2/"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			origin, _ := soft(t, site{
				"/":       page(links(below+"a", below+"b", below+"c", "/docs/a")),
				"/docs/a": page("<h1>A</h1>"),
			}, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, below) {
					page("<h1>Page not found</h1>")(w, r)
				} else {
					http.NotFound(w, r)
				}
			})
			r := check(t, origin+"/")
			r.found(t, failed, map[string]link.Reason{below + "a": link.NotFound, below + "b": link.NotFound, below + "c": link.NotFound})
			says(t, r.notes, "does not exist below "+below)
		})
	}
}

// However many folders have pages that speak of something missing, few requests are
// spent on them.
func TestLiveSoftNotFoundAsksFewFolders(t *testing.T) {
	t.Parallel()
	pages := site{}
	for _, path := range many("/folder", 60) {
		pages[path+"/"] = page("<h1>404 Not Found</h1><p>What this status means.")
		pages["/"] = page(links(slices.Sorted(maps.Keys(pages))...))
	}
	origin, asked := soft(t, pages, http.NotFound)
	r := check(t, origin+"/")
	r.found(t, clean, nil)
	if n := len(probesOf(asked)); n > 1+20 {
		t.Errorf("%d made-up paths were asked for", n)
	}
}
