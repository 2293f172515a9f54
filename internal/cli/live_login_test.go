package cli_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// A login as previews have it, and one line of YAML for each kind that opens it.
const (
	loginForm  = `<title>Log in</title><h1>Log in</h1><form><input name="user"><input type="password" name="p"></form>`
	openVercel = `header: "x-vercel-protection-bypass: ${{ secrets.VERCEL_AUTOMATION_BYPASS_SECRET }}"`
	openAccess = `header: "CF-Access-Client-Id: ${{ secrets.CF_ACCESS_CLIENT_ID }}\nCF-Access-Client-Secret: ${{ secrets.CF_ACCESS_CLIENT_SECRET }}"`
	openBasic  = `header: "Authorization: Basic ${{ secrets.PREVIEW_BASIC_AUTH }}"`
	openOther  = `header: "Authorization: Bearer ${{ secrets.PREVIEW_TOKEN }}"`
)

// handler serves what one function answers for every path.
func handler(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return s
}

// toLogin redirects every path but that of the login and those that are public.
func toLogin(login string, public site) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if answer := public[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		redirect(http.StatusFound, login+"?next="+url.QueryEscape(r.URL.Path))(w, r)
	}
}

// closed is the problem of a run that a login kept from the site.
func (r *result) closed(t *testing.T, words ...string) {
	t.Helper()
	if r.status != incomplete {
		t.Errorf("exit status %d, want %d:\n%s", r.status, incomplete, r.text)
	}
	says(t, r.problems, words...)
}

func TestLiveLoginBeforeTheStartPage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"401":    {status(http.StatusUnauthorized), []string{"asks for a login (unknown type, status 401)", openOther}},
		"403":    {status(http.StatusForbidden), []string{"denies access (status 403)", openOther}},
		"Basic":  {status(http.StatusUnauthorized, "WWW-Authenticate", `Basic realm="x"`), []string{"asks for a login (Basic auth, status 401)", openBasic}},
		"Vercel": {status(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=n; Path=/"), []string{"(Vercel, status 401)", openVercel}},
		"Access": {status(http.StatusForbidden, "Cf-Access-Domain", "x"), []string{"(Cloudflare Access, status 403)", openAccess}},
		"Netlify": {
			status(http.StatusUnauthorized, "Server", "Netlify"),
			[]string{"(Netlify, status 401)", "check the build directory instead"},
		},
		"a form at every path": {
			page(loginForm + links("/forgot", "/docs/", "/about")),
			[]string{"is a login page (unknown type)", openOther},
		},
		"a form without a link":   {page(loginForm), []string{"is a login", "no other page"}},
		"a form without its name": {page(`<form><input type=password></form>`), []string{"is a login"}},
		"a redirect to it":        {toLogin("/login", site{"/login": page(loginForm)}), []string{"the start page redirects to a login page, /login (unknown type)", openOther}},
		"a redirect to a page by another name": {
			toLogin("/welcome", site{"/welcome": page(loginForm)}),
			[]string{"the start page redirects to a login page, /welcome"},
		},
		"a redirect to a page to return from": {
			toLogin("/gate", site{"/gate": page("<p>Are you 18?")}),
			[]string{"the start page redirects to a login page, /gate (unknown type)"},
		},
		"a redirect to one with status 403": {
			toLogin("/oauth2/start", site{"/oauth2/start": typedStatus(http.StatusForbidden, loginForm)}),
			[]string{"asks for a login (unknown type, status 403)"},
		},
		"a meta refresh to it": {
			func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/login" {
					page(loginForm)(w, r)
					return
				}
				page(`<meta http-equiv="refresh" content="0; url=/login">`)(w, r)
			},
			[]string{"the start page forwards to a login page, /login"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := check(t, "--retries=0", s.URL+"/")
			r.closed(t, tt.says...)
			// The line of YAML is told whole, and no address of a login with what it holds.
			if strings.Contains(r.text, "next=") {
				t.Errorf("the text shows a query:\n%s", r.text)
			}
		})
	}
}

func TestLiveLoginOnAnotherHost(t *testing.T) {
	t.Parallel()
	login := handler(t, page(loginForm))
	for name, to := range map[string]string{
		"by its path":          login.URL + "/oauth2/sign_in",
		"by the page to go to": login.URL + "/gate",
		// No request goes to a private address, but it is known where it would go.
		"in a private network": "http://10.255.255.1/sso/login",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--retries=0"}
			if !strings.Contains(to, "10.255") {
				args = append(args, "--allow-private")
			}
			s := handler(t, toLogin(to, nil))
			r := check(t, append(args, s.URL+"/docs/")...)
			r.closed(t, "redirects to a login page, "+to+" (unknown type)", openOther)

			home := page(links("/a", "/b", "/c"))
			s = handler(t, toLogin(to, site{"/": home}))
			r = check(t, append(args, s.URL+"/")...)
			r.closed(t, "3 of 4 pages ask for a login (unknown type)", "/a (redirects to "+to+")", openOther)
		})
	}
}

func TestLiveLoginBeforeMostPages(t *testing.T) {
	t.Parallel()
	home := page(links("/a", "/b", "/c"))
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"a redirect": {toLogin("/login", site{"/": home, "/login": page(loginForm)}), []string{"3 of 4 pages ask for a login (unknown type)", "/a (redirects to /login)", openOther}},
		"a redirect to a form without a name": {
			toLogin("/gate", site{"/": home, "/gate": page(`<form><input type=password></form>`)}),
			[]string{"3 of 4 pages ask for a login", "/a (redirects to /gate)", "exclude-pages"},
		},
		"a redirect to one form without a name": {
			site{"/": page(links("/a", "/b", "/c", "/d", "/e")), "/gate": page(`<form><input type=password></form>`)}.or(redirect(http.StatusFound, "/gate")),
			[]string{"5 of 6 pages ask for a login", "/a (redirects to /gate)"},
		},
		"401": {
			site{"/": home}.or(status(http.StatusUnauthorized, "WWW-Authenticate", "Basic")),
			[]string{"3 of 4 pages ask for a login (Basic auth)", "/a (asks for a login (status 401))", openBasic},
		},
		"403":            {site{"/": home}.or(status(http.StatusForbidden)), []string{"3 of 4 pages ask for a login (unknown type) or deny access", "(status 403)"}},
		"a form":         {site{"/": home}.or(page(loginForm)), []string{"3 of 4 pages ask for a login", "/a (shows a login page)"}},
		"a form unnamed": {site{"/": home}.or(page(`<p>Hello</p><form><input type=password></form>`)), []string{"3 of 4 pages ask for a login"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := check(t, "--retries=0", s.URL+"/")
			r.closed(t, tt.says...)
			if slices.ContainsFunc(r.report.Findings, func(f link.Finding) bool { return f.Verdict == link.Broken }) {
				t.Errorf("a page behind a login is broken:\n%s", r.text)
			}
		})
	}
}

// or answers other paths with one answer.
func (s site) or(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if handle := s[r.URL.Path]; handle != nil {
			handle(w, r)
			return
		}
		answer(w, r)
	}
}

func TestLiveHeaderThatDoesNotOpenALogin(t *testing.T) {
	t.Parallel()
	vercel := status(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=n")
	access := status(http.StatusForbidden, "Cf-Access-Aud", "x")
	basic := status(http.StatusUnauthorized, "WWW-Authenticate", "Basic")
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		header string
		says   []string
	}{
		"refused":             {vercel, "X-Vercel-Protection-Bypass: old-s3cr3t", []string{"the header X-Vercel-Protection-Bypass was refused", "wrong or has expired"}},
		"empty":               {vercel, "x-vercel-protection-bypass: ", []string{"the header x-vercel-protection-bypass is empty", "its secret is not set", "fork"}},
		"of another kind":     {vercel, "Authorization: Bearer s3cr3t-s3cr3t", []string{openVercel}},
		"both refused":        {access, "CF-Access-Client-Id: a\nCF-Access-Client-Secret: b", []string{"CF-Access-Client-Id and CF-Access-Client-Secret were refused"}},
		"one of two":          {access, "CF-Access-Client-Id: a", []string{openAccess}},
		"one of two is empty": {access, "CF-Access-Client-Id: a\nCF-Access-Client-Secret:", []string{"CF-Access-Client-Secret is empty"}},
		"a scheme alone":      {basic, "Authorization: Basic ", []string{"the header Authorization is empty"}},
		"unknown":             {status(http.StatusUnauthorized), "X-Preview: s3cr3t-s3cr3t", []string{"the header X-Preview does not give access"}},
		"for something else":  {status(http.StatusUnauthorized), "Accept-Language: en", []string{openOther}},
		"empty, a form":       {page(loginForm), "x-vercel-protection-bypass:", []string{"the header x-vercel-protection-bypass is empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := checkIn(t.Context(), t, []string{"INPUT_HEADER=" + tt.header}, "--retries=0", s.URL+"/")
			r.closed(t, tt.says...)
			r.keeps(t, "", "s3cr3t")
		})
	}
	s := handler(t, basic)
	r := check(t, "--retries=0", strings.Replace(s.URL, "://", "://me:s3cr3t-s3cr3t@", 1)+"/")
	r.closed(t, "the header Authorization was refused")
}

func TestLiveSitesWithALogin(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("<p>What readers come for.</p>", 5)
	widget := `<header><form><input name=user><input type="password"><button>Log in</button></form></header>`
	guides := func(pages site, n int, body string) {
		for i := range n {
			pages[fmt.Sprintf("/guide/%d", i)] = page(fmt.Sprintf(`%s<h1>Guide %d</h1>`, body, i))
		}
	}
	guideLinks := links("/guide/0", "/guide/1", "/guide/2", "/guide/3")

	withLogin := site{
		"/":      page(links("/login", "/account", "/admin", "/signup", "/forgot") + guideLinks),
		"/login": page(loginForm), "/signup": page(`<h1>Sign in or up</h1><input type=password>`), "/forgot": page(loginForm),
		"/account": redirect(http.StatusFound, "/login?next=/account"), "/login?next=/account": page(loginForm),
		"/admin": status(http.StatusForbidden),
	}
	guides(withLogin, 4, prose)
	withWidget := site{"/": page(widget + guideLinks)}
	guides(withWidget, 4, widget)
	// The page to show stands in the query, as in a login the page to return to.
	viewer := site{"/": redirect(http.StatusFound, "/view?page=/"), "/view?page=/": page(prose + links("/view?page=1", "/view?page=2"))}
	viewer["/view?page=1"], viewer["/view?page=2"] = page("one"), page("two")
	target := site{"/login": page(loginForm + guideLinks)}
	guides(target, 4, prose)
	// Each page is linked to without the slash that it has.
	slashed := site{"/": page(widget + guideLinks)}
	for i := range 4 {
		path := fmt.Sprintf("/guide/%d", i)
		slashed[path], slashed[path+"/"] = redirect(http.StatusFound, path+"/"), page(fmt.Sprintf(`%s<h1>Guide %d</h1>`, widget, i))
	}
	start := site{"/": page(loginForm + guideLinks)}
	guides(start, 4, prose)
	silent := site{"/": page(prose + guideLinks)}
	guides(silent, 4, prose)
	for name, tt := range map[string]struct {
		pages site
		start string
		note  string
	}{
		"a login page and an account": {withLogin, "/", "2 pages of the site denied access"},
		"a form in every header":      {withWidget, "/", ""},
		"the same behind redirects":   {slashed, "/", ""},
		"the login page is asked for": {target, "/login", ""},
		"a form on the start page":    {start, "/", ""},
		"none":                        {silent, "/", ""},
		"pages named in the query":    {viewer, "/", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tt.pages)
			r := check(t, "--retries=0", s.URL+tt.start)
			if r.status != clean {
				t.Errorf("exit status %d:\n%s", r.status, r.text)
			}
			if tt.note != "" {
				says(t, r.notes, tt.note)
			} else if len(r.notes) > 0 {
				t.Errorf("notes: %q", r.notes)
			}
		})
	}
}

func TestLiveVisitToALoginThatEndsOnTheSite(t *testing.T) {
	t.Parallel()
	var s *server
	login := handler(t, func(w http.ResponseWriter, r *http.Request) {
		redirect(http.StatusFound, s.URL+r.URL.Query().Get("next"))(w, r)
	})
	pages := site{"/": page(links("/a", "/b", "/c"))}
	for _, path := range []string{"/a", "/b", "/c"} {
		pages[path] = redirect(http.StatusFound, login.URL+"/sso?next="+path+"?in")
		pages[path+"?in"] = page("in")
	}
	s = serve(t, pages)
	r := check(t, "--retries=0", "--allow-private", s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 4)
}

func TestLiveLoginThatIsExpected(t *testing.T) {
	t.Parallel()
	pages := site{"/": page(links("/a", "/b", "/c"))}
	s := handler(t, pages.or(status(http.StatusUnauthorized)))
	for name, args := range map[string][]string{
		"accepted":    {"--accept=401"},
		"excluded":    {"--exclude=/?"},
		"not to read": {"--exclude-pages=/?"},
	} {
		r := check(t, append(args, "--retries=0", s.URL+"/")...)
		if r.status != clean {
			t.Errorf("%s: exit status %d:\n%s", name, r.status, r.text)
		}
	}
}

func TestLiveWaitEndsAtALogin(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"401":         status(http.StatusUnauthorized),
		"403":         typedStatus(http.StatusForbidden, loginForm),
		"Access":      status(http.StatusForbidden, "Cf-Access-Domain", "x"),
		"a redirect":  toLogin("/login", site{"/login": page(loginForm)}),
		"a form":      page(loginForm),
		"after a 404": inTurn(status(http.StatusNotFound), status(http.StatusUnauthorized)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, answer)
			// A wait of this length ends with the test.
			r := check(t, "--retries=0", "--wait=24h", s.URL+"/")
			r.closed(t, "login")
		})
	}
}

func TestLiveWaitForAPlaceholder(t *testing.T) {
	t.Parallel()
	placeholders := map[string]string{
		"Vercel":     `<!doctype html><title>Deployment is building</title><h1>Deployment is building</h1><p>This page will update.`,
		"Cloudflare": `<h1>Nothing is here yet</h1><p>If you expect something to be here, it may take some time. Please check back again later.`,
		"Azure":      `<title>Welcome</title><h3>Your Azure Static Web App is live and waiting for your content</h3>`,
	}
	for host, body := range placeholders {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			s := serve(t, site{"/": page(body)})
			r := check(t, "--retries=0", s.URL+"/")
			r.found(t, incomplete, nil)
			says(t, r.problems, host+" shows a placeholder page", "set wait")

			s = serve(t, site{"/": inTurn(status(http.StatusNotFound), status(http.StatusBadGateway), page(body), page(links("/lost")))})
			r = check(t, "--retries=0", "--wait=1h", s.URL+"/")
			r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
		})
	}
	// A page about one is none.
	s := serve(t, site{"/": page(placeholders["Vercel"] + strings.Repeat("<p>as a reader found", 60))})
	r := check(t, "--retries=0", "--wait=1h", s.URL+"/")
	r.found(t, clean, nil)
	began := time.Now()
	s = serve(t, site{"/": page(placeholders["Vercel"])})
	r = check(t, "--retries=0", "--wait=300ms", s.URL+"/")
	r.found(t, incomplete, nil)
	if took := time.Since(began); took < 300*time.Millisecond {
		t.Errorf("it gave up after %v", took)
	}
}
