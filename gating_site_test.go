package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

// served is a site of pages by path; any other path does not exist.
type served map[string]string

func (s served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, ok := s[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	page(w, body)
}

// linked is a start page that links to pages called /a, /b and so on, which last
// answers.
func linked(n int, last http.HandlerFunc) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		var b strings.Builder
		b.WriteString("<h1>Welcome to our home page</h1>")
		for i := range n {
			fmt.Fprintf(&b, ` <a href="/%[1]c">page %[1]c</a>`, 'a'+i)
		}
		page(w, b.String())
	})
	mux.HandleFunc("/{page}", func(w http.ResponseWriter, r *http.Request) {
		if name := r.PathValue("page"); len(name) != 1 || name[0]-'a' >= byte(n) {
			http.NotFound(w, r)
			return
		}
		last(w, r)
	})
	return mux
}

// answering sends header fields, in pairs, with a status.
func answering(status int, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(fields); i += 2 {
			w.Header().Add(fields[i], fields[i+1])
		}
		w.WriteHeader(status)
	}
}

// refreshing sends the readers of a page to a login by a header.
func refreshing(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Refresh", "0; url=https://login.example/oauth2/authorize")
	page(w, "<h1>"+r.URL.Path+"</h1>")
}

// siteGates are live sites that cannot be read, or not completely.
func siteGates() []gateCase {
	login := `<title>Log in</title><form action="/login" method="post"><input name="user"><input type="password" name="password"><button>Log in</button></form>`
	moved := http.NewServeMux()
	moved.HandleFunc("/login", func(w http.ResponseWriter, _ *http.Request) { page(w, login) })
	moved.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
	})
	robots := http.NewServeMux()
	robots.HandleFunc("/robots.txt", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "Sitemap: http://%s/pages.xml\n", r.Host)
	})
	robots.HandleFunc("/pages.xml", answering(http.StatusInternalServerError))
	robots.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { page(w, "<p>Welcome to our home page") })
	var reached atomic.Bool
	hanging := linked(1, func(_ http.ResponseWriter, r *http.Request) {
		reached.Store(true)
		<-r.Context().Done()
	})
	vercel := answering(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=abc; Path=/")
	const secret = "x-vercel-protection-bypass: "
	return []gateCase{
		{way: "the host cuts the connection", site: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), status: 3},
		{way: "the start page answers with status 404", site: http.NotFoundHandler(), status: 3},
		{way: "the start page answers with status 500", site: answering(http.StatusInternalServerError), status: 3},
		{way: "the host shows a placeholder", site: served{"/": "<title>Deployment is building</title><h1>Deployment is building</h1>"}, status: 3},
		{
			way: "the start page is that of an earlier deployment", site: served{"/": `<title>Docs</title><meta name="commit" content="0ddba11"><p>Welcome to our home page`},
			args: []string{"--expect=5ca1ab1e"}, status: 3,
		},
		{way: "the start page never answers", site: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }), args: []string{"--timeout=1s"}, status: 3},
		{way: "a preview on Vercel is protected", site: vercel, status: 3},
		{way: "… and its secret is empty", site: vercel, args: []string{"--header=" + secret}, status: 3},
		{way: "… or wrong", site: vercel, args: []string{"--header=" + secret + "wrong"}, status: 3},
		{way: "a site has basic authentication", site: answering(http.StatusUnauthorized, "WWW-Authenticate", `Basic realm="preview"`), status: 3},
		{way: "the start page is forbidden (status 403)", site: answering(http.StatusForbidden), status: 3},
		{way: "every page redirects to a login page", site: moved, status: 3},
		{way: "every path shows a login page", site: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { page(w, login) }), status: 3},
		{way: "most pages require a login", site: linked(5, answering(http.StatusUnauthorized)), status: 3},
		{way: "pages answer with status 503", site: linked(5, answering(http.StatusServiceUnavailable)), status: 3},
		{way: "pages are rate limited", site: linked(5, answering(http.StatusTooManyRequests, "Retry-After", "3600")), status: 3},
		{way: "a sitemap in `robots.txt` cannot be read", site: robots, status: 3},
		{way: "every path shows the same page", site: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				linked(8, nil).ServeHTTP(w, r)
				return
			}
			page(w, "<h1>Down for maintenance</h1><p>We will be back in an hour. Thank you for your patience.")
		}), status: 3},
		{way: "most pages are not HTML", site: linked(8, answering(http.StatusOK, "Content-Type", "application/json")), status: 3},
		{way: "every page has a `Refresh` header to a login page", site: linked(8, refreshing), status: 3},
		{way: "the start page of a live site is empty until scripts run", site: served{"/": `<title>App</title><div id="root"></div><script type="module" src="/app.js"></script>`, "/app.js": ""}, status: 3},
		{way: "the time limit is over", site: hanging, args: []string{"--time-limit=$LIMIT"}, inTime: reached.Load, status: 3},
	}
}

// directoryGates are build directories of which too little can be read, and calls
// that would leave too much of them out.
func directoryGates() []gateCase {
	home := map[string]string{"public/index.html": `<title>Home</title><p>Welcome to our <a href="index.html">home page</a>.</p>`}
	with := func(name, content string) map[string]string {
		return map[string]string{"public/index.html": home["public/index.html"], name: content}
	}
	return []gateCase{
		{way: "no target", isBare: true, status: 2},
		{way: "the directory does not exist", status: 2},
		{way: "too many rules of the host without fixed text", files: map[string]string{
			"public/index.html": `<h1>Welcome to our home page</h1> <a href="/a/b/c/d">one</a>`, "public/_redirects": strings.Repeat("/:a/:b/:c /\n", 2000),
		}, args: []string{"--hosting=netlify"}, status: 3},
		{way: "a file of the host's rules is too large", files: map[string]string{
			"public/index.html": `<h1>Welcome to our home page</h1> <a href="/a">one</a>`, "netlify.toml": strings.Repeat("#\n", 1<<19),
		}, args: []string{"--hosting=netlify"}, status: 3},
		{way: "the directory has no page", files: map[string]string{"public/a.txt": "text"}, status: 3},
		{way: "fewer pages than `min-pages`", files: home, args: []string{"--min-pages=10"}, status: 3},
		{
			way: "the start page of a directory is empty until scripts run", files: map[string]string{
				"public/index.html": `<title>Docs</title><div id="app"></div><script>window.$docsify = {}</script><script src="docsify.js"></script>`,
				"public/docsify.js": "",
			}, status: 3,
		},
		{
			way: "no external host can be reached", files: map[string]string{
				"public/index.html": `<a href="http://a.example/">a</a> <a href="http://b.example/">b</a> <a href="http://c.example/">c</a> ` +
					`<a href="http://d.example/">d</a> <a href="http://e.example/">e</a>`,
			}, env: []string{"http_proxy=http://127.0.0.1:1"}, status: 3,
		},
		{way: "`include` leaves no link", files: home, args: []string{"--include=/drafts/**"}, status: 3},
		{way: "a pattern that can never match", files: home, args: []string{"--exclude=drafts/**"}, status: 2},
		{way: "an unknown setting", files: with(".linkvet.yml", "max-page: 3\n"), status: 2},
		{way: "a bad value", files: home, args: []string{"--timeout=20"}, status: 2},
	}
}
