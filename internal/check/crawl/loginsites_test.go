package crawl_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
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
func toLogin(login string, public livetest.Site) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if answer := public[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		livetest.Redirect(http.StatusFound, login+"?next="+url.QueryEscape(r.URL.Path))(w, r)
	}
}

// closed fails the test unless a login kept the run from the site, and the problem says so.
func closed(t *testing.T, r livetest.Result, words ...string) {
	t.Helper()
	if r.Status != livetest.Incomplete {
		t.Errorf("exit status %d, want %d:\n%s", r.Status, livetest.Incomplete, r.Text)
	}
	livetest.Says(t, r.Problems, words...)
}

func TestLiveLoginBeforeTheStartPage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"401":    {answer: livetest.Status(http.StatusUnauthorized), says: []string{"asks for a login (unknown type, status 401)", openOther}},
		"403":    {answer: livetest.Status(http.StatusForbidden), says: []string{"denies access (status 403)", openOther}},
		"Basic":  {answer: livetest.Status(http.StatusUnauthorized, "WWW-Authenticate", `Basic realm="x"`), says: []string{"asks for a login (Basic auth, status 401)", openBasic}},
		"Vercel": {answer: livetest.Status(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=n; Path=/"), says: []string{"(Vercel, status 401)", openVercel}},
		"Access": {answer: livetest.Status(http.StatusForbidden, "Cf-Access-Domain", "x"), says: []string{"(Cloudflare Access, status 403)", openAccess}},
		"Netlify": {
			answer: livetest.Status(http.StatusUnauthorized, "Server", "Netlify"),
			says:   []string{"(Netlify, status 401)", "check the build directory instead"},
		},
		"a form at every path": {
			answer: livetest.Page(loginForm + livetest.Links("/forgot", "/docs/", "/about")),
			says:   []string{"is a login page (unknown type)", openOther},
		},
		"a form without a link":   {answer: livetest.Page(loginForm), says: []string{"is a login", "no other page"}},
		"a form without its name": {answer: livetest.Page(`<form><input type=password></form>`), says: []string{"is a login"}},
		"a redirect to it":        {answer: toLogin("/login", livetest.Site{"/login": livetest.Page(loginForm)}), says: []string{"the start page redirects to a login page, /login (unknown type)", openOther}},
		"a redirect to a page to return from": {
			answer: toLogin("/gate", livetest.Site{"/gate": livetest.Page("<p>Are you 18?")}),
			says:   []string{"the start page redirects to a login page, /gate (unknown type)"},
		},
		"a meta refresh to it": {
			answer: livetest.Site{"/login": livetest.Page(loginForm)}.Or(livetest.Page(`<meta http-equiv="refresh" content="0; url=/login">`)),
			says:   []string{"the start page redirects to a login page, /login"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := livetest.Check(t, "--retries=0", s.URL+"/")
			closed(t, r, tt.says...)
			// The line of YAML is told whole, and no address of a login with what it holds.
			if strings.Contains(r.Text, "next=") {
				t.Errorf("the text shows a query:\n%s", r.Text)
			}
		})
	}
}

func TestLiveLoginOnAnotherHost(t *testing.T) {
	t.Parallel()
	login := handler(t, livetest.Page(loginForm))
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
			r := livetest.Check(t, append(args, s.URL+"/docs/")...)
			closed(t, r, "redirects to a login page, "+to+" (unknown type)", openOther)

			home := livetest.Page(livetest.Links("/a", "/b", "/c"))
			s = handler(t, toLogin(to, livetest.Site{"/": home}))
			r = livetest.Check(t, append(args, s.URL+"/")...)
			closed(t, r, "3 of 4 pages ask for a login or deny access (unknown type)", "/a (redirects to "+to+")", openOther)
		})
	}
}

func TestLiveLoginBeforeMostPages(t *testing.T) {
	t.Parallel()
	home := livetest.Page(livetest.Links("/a", "/b", "/c"))
	terms := livetest.Page(loginForm + strings.Repeat("<p>The terms of use of this service are long.", 80))
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"a redirect": {answer: toLogin("/login", livetest.Site{"/": home, "/login": livetest.Page(loginForm)}), says: []string{"3 of 4 pages ask for a login or deny access (unknown type)", "/a (redirects to /login)", openOther}},
		"a redirect to one form without a name": {
			answer: livetest.Site{"/": livetest.Page(livetest.Links("/a", "/b", "/c", "/d", "/e")), "/gate": livetest.Page(`<form><input type=password></form>`)}.Or(livetest.Redirect(http.StatusFound, "/gate")),
			says:   []string{"5 of 7 pages ask for a login", "/a (redirects to /gate)", "exclude-pages"},
		},
		"401": {
			answer: livetest.Site{"/": home}.Or(livetest.Status(http.StatusUnauthorized, "WWW-Authenticate", "Basic")),
			says:   []string{"3 of 4 pages ask for a login or deny access (Basic auth)", "/a (asks for a login (status 401))", openBasic},
		},
		"403": {answer: livetest.Site{"/": home}.Or(livetest.Status(http.StatusForbidden)), says: []string{"3 of 4 pages ask for a login or deny access (unknown type)", "(status 403)"}},
		"a form beside much text, and honest 404s": {
			answer: livetest.Site{"/": home, "/a": terms, "/b": terms, "/c": terms}.Or(livetest.Status(http.StatusNotFound)),
			says:   []string{"3 of 4 pages ask for a login", "/a (shows a login page)"},
		},
		"a form unnamed": {answer: livetest.Site{"/": home}.Or(livetest.Page(`<p>Hello</p><form><input type=password></form>`)), says: []string{"3 of 4 pages ask for a login"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := livetest.Check(t, "--retries=0", s.URL+"/")
			closed(t, r, tt.says...)
			if slices.ContainsFunc(r.Report.Findings, func(f link.Finding) bool { return f.Verdict == link.Broken }) {
				t.Errorf("a page behind a login is broken:\n%s", r.Text)
			}
		})
	}
}

func TestLiveHeaderThatDoesNotOpenALogin(t *testing.T) {
	t.Parallel()
	vercel := livetest.Status(http.StatusUnauthorized, "Set-Cookie", "_vercel_sso_nonce=n")
	access := livetest.Status(http.StatusForbidden, "Cf-Access-Aud", "x")
	basic := livetest.Status(http.StatusUnauthorized, "WWW-Authenticate", "Basic")
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		header string
		says   []string
	}{
		"refused":             {answer: vercel, header: "X-Vercel-Protection-Bypass: old-s3cr3t", says: []string{"the header X-Vercel-Protection-Bypass did not give access", "wrong or has expired"}},
		"empty":               {answer: vercel, header: "x-vercel-protection-bypass: ", says: []string{"the header x-vercel-protection-bypass is empty", "its secret is not set", "fork"}},
		"of another kind":     {answer: vercel, header: "Authorization: Bearer s3cr3t-s3cr3t", says: []string{openVercel}},
		"both refused":        {answer: access, header: "CF-Access-Client-Id: a\nCF-Access-Client-Secret: b", says: []string{"CF-Access-Client-Id and CF-Access-Client-Secret did not give access"}},
		"one of two":          {answer: access, header: "CF-Access-Client-Id: a", says: []string{openAccess}},
		"one of two is empty": {answer: access, header: "CF-Access-Client-Id: a\nCF-Access-Client-Secret:", says: []string{"CF-Access-Client-Secret is empty"}},
		"a scheme alone":      {answer: basic, header: "Authorization: Basic ", says: []string{"the header Authorization is empty"}},
		"unknown":             {answer: livetest.Status(http.StatusUnauthorized), header: "X-Preview: s3cr3t-s3cr3t", says: []string{"the header X-Preview did not give access"}},
		"for something else":  {answer: livetest.Status(http.StatusUnauthorized), header: "Accept-Language: en", says: []string{openOther}},
		"empty, a form":       {answer: livetest.Page(loginForm), header: "x-vercel-protection-bypass:", says: []string{"the header x-vercel-protection-bypass is empty"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := livetest.CheckIn(t.Context(), t, []string{"INPUT_HEADER=" + tt.header}, "--retries=0", s.URL+"/")
			closed(t, r, tt.says...)
			r.Keeps(t, "", "s3cr3t")
		})
	}
	s := handler(t, basic)
	r := livetest.Check(t, "--retries=0", strings.Replace(s.URL, "://", "://me:s3cr3t-s3cr3t@", 1)+"/")
	closed(t, r, "the header Authorization did not give access")
}

func TestLiveSitesWithALogin(t *testing.T) {
	t.Parallel()
	prose := strings.Repeat("<p>What readers come for.</p>", 5)
	widget := `<header><form><input name=user><input type="password"><button>Log in</button></form></header>`
	guideLinks := livetest.Links("/guide/0", "/guide/1", "/guide/2", "/guide/3")
	// guides are four pages that all show a body, beside others. By slash, each is linked to
	// without the slash that it has.
	guides := func(body, slash string, pages livetest.Site) livetest.Site {
		for i := range 4 {
			path := fmt.Sprintf("/guide/%d", i)
			pages[path] = livetest.Redirect(http.StatusFound, path+slash)
			pages[path+slash] = livetest.Page(fmt.Sprintf(`%s<h1>Guide %d</h1>`, body, i))
		}
		return pages
	}
	account := guides(prose, "", livetest.Site{
		"/":      livetest.Page(livetest.Links("/login", "/account", "/admin", "/signup", "/forgot") + guideLinks),
		"/login": livetest.Page(loginForm), "/signup": livetest.Page(`<h1>Sign in or up</h1><input type=password>`), "/forgot": livetest.Page(loginForm),
		"/account": livetest.Redirect(http.StatusFound, "/login?next=/account"), "/login?next=/account": livetest.Page(loginForm),
		"/admin": livetest.Status(http.StatusForbidden),
	})
	for name, tt := range map[string]struct {
		pages livetest.Site
		start string
		note  string
	}{
		"a login page and an account": {pages: account, note: "2 pages of the site ask for a login or deny access"},
		"a form in every header":      {pages: guides(widget, "", livetest.Site{"/": livetest.Page(widget + guideLinks)})},
		"the same behind redirects":   {pages: guides(widget, "/", livetest.Site{"/": livetest.Page(widget + guideLinks)})},
		"the login page is asked for": {pages: guides(prose, "", livetest.Site{"/login": livetest.Page(loginForm + guideLinks)}), start: "login"},
		"a form on the start page":    {pages: guides(prose, "", livetest.Site{"/": livetest.Page(loginForm + guideLinks)})},
		// The page to show is in the query, as in a login the page to return to.
		"pages named in the query": {pages: livetest.Site{
			"/": livetest.Redirect(http.StatusFound, "/view?page=/"), "/view?page=/": livetest.Page(prose + livetest.Links("/view?page=1", "/view?page=2")),
			"/view?page=1": livetest.Page("one"), "/view?page=2": livetest.Page("two"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := livetest.Serve(t, tt.pages)
			r := livetest.Check(t, "--retries=0", s.URL+"/"+tt.start)
			if r.Status != livetest.Clean {
				t.Errorf("exit status %d:\n%s", r.Status, r.Text)
			}
			if tt.note != "" {
				livetest.Says(t, r.Notes, tt.note)
			} else if len(r.Notes) > 0 {
				t.Errorf("notes: %q", r.Notes)
			}
		})
	}
}

func TestLiveVisitToALoginThatEndsOnTheSite(t *testing.T) {
	t.Parallel()
	var s *livetest.Server
	login := handler(t, func(w http.ResponseWriter, r *http.Request) {
		livetest.Redirect(http.StatusFound, s.URL+r.URL.Query().Get("next"))(w, r)
	})
	pages := livetest.Site{"/": livetest.Page(livetest.Links("/a", "/b", "/c"))}
	for _, path := range []string{"/a", "/b", "/c"} {
		pages[path] = livetest.Redirect(http.StatusFound, login.URL+"/sso?next="+path+"?in")
		pages[path+"?in"] = livetest.Page("in")
	}
	s = livetest.Serve(t, pages)
	r := livetest.Check(t, "--retries=0", "--allow-private", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	r.Pages(t, 4)
}

func TestLiveLoginThatIsExpected(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{"/": livetest.Page(livetest.Links("/", "/a", "/b", "/c"))}
	s := handler(t, pages.Or(livetest.Status(http.StatusUnauthorized)))
	for name, args := range map[string][]string{
		"accepted":    {"--accept=401"},
		"excluded":    {"--exclude=/[abc]"},
		"not to read": {"--exclude-pages=/?"},
	} {
		r := livetest.Check(t, append(args, "--retries=0", s.URL+"/")...)
		if r.Status != livetest.Clean {
			t.Errorf("%s: exit status %d:\n%s", name, r.Status, r.Text)
		}
	}
}

// TestLivePlaceholder names the host that shows a page until the deployment is there.
func TestLivePlaceholder(t *testing.T) {
	t.Parallel()
	const building = `<!doctype html><title>Deployment is building</title><h1>Deployment is building</h1><p>This page will update.`
	for host, body := range map[string]string{
		"Vercel":                building,
		"Cloudflare Pages":      `<h1>Nothing is here yet</h1><p>If you expect something to be here, it may take some time. Please check back again later.`,
		"Azure Static Web Apps": `<title>Welcome</title><h3>Your Azure Static Web App is live and waiting for your content</h3>`,
	} {
		s := livetest.Serve(t, livetest.Site{"/": livetest.Page(body)})
		r := livetest.Check(t, "--retries=0", s.URL+"/")
		r.Found(t, livetest.Incomplete, nil)
		livetest.Says(t, r.Problems, host+" shows a placeholder page", "set wait")
	}
	// A page about one is none.
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(building + strings.Repeat("<p>as a reader found", 60))})
	r := livetest.Check(t, "--retries=0", "--wait=1h", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
}
