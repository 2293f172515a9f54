package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// hundred is a site of 100 pages, the start page and /p1 to /p99, of which the first n are answered
// in another way, and others by public. Of other paths it says that they do not exist.
func hundred(n int, public livetest.Site, answer http.HandlerFunc) http.HandlerFunc {
	start := "<title>Home</title>"
	for i := range 99 {
		start += livetest.Links(fmt.Sprintf("/p%d", i+1))
	}
	return func(w http.ResponseWriter, r *http.Request) {
		var i int
		_, err := fmt.Sscanf(r.URL.Path, "/p%d", &i)
		switch handle := public[r.URL.Path]; {
		case handle != nil:
			handle(w, r)
		case r.URL.Path == "/":
			livetest.Page(start)(w, r)
		case err != nil:
			http.NotFound(w, r)
		case i <= n:
			answer(w, r)
		default:
			livetest.Page(fmt.Sprintf("<title>Page %d</title><h1>Page %d</h1><a href=/>home</a>", i, i))(w, r)
		}
	}
}

// echo answers with a page in which PATH stands for the path, and N for its number.
func echo(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		number := strings.TrimPrefix(r.URL.Path, "/p")
		livetest.Page(strings.NewReplacer("PATH", r.URL.Path, "NUM", number).Replace(body))(w, r)
	}
}

// TestLiveIsThisTheSite holds walls and error pages to a problem that says what it is, and sites
// whose pages look like these to none.
func TestLiveIsThisTheSite(t *testing.T) {
	t.Parallel()
	const (
		form  = `<title>Sign in</title><form method=post><input name=user><input type=password name=pass><button>Go</button></form>`
		field = `<form><input type=password></form>`
	)
	for name, tt := range map[string]struct {
		n      int
		answer http.HandlerFunc
		public livetest.Site
		args   []string
		says   string // in a problem; empty for no problem
		note   string // in a note, if there is no problem; empty for no note
	}{
		// Logins.
		"403 for 11 pages":                        {n: 11, answer: livetest.Status(403), says: "11 of 100 pages ask for a login"},
		"redirects to a form by another name":     {n: 20, answer: livetest.Redirect(302, "/gate"), public: livetest.Site{"/gate": livetest.Page(field)}, says: "20 of 101 pages ask for a login"},
		"a form without a name":                   {n: 20, answer: livetest.Page(field), says: "20 of 100 pages ask for a login"},
		"a login that shows the path":             {n: 20, answer: echo(form + `<a href="/login?next=PATH">Forgot?</a>`), says: "20 of 100 pages ask for a login"},
		"two pages behind 401":                    {n: 2, answer: livetest.Status(401), note: `2 pages of the site ask for a login or deny access, so their links are not checked, such as /p1 (asks for a login (status 401)), /p2 (`},
		"tools with a password":                   {n: 30, answer: echo(`<title>Password generator NUM</title><h1>Password generator NUM</h1>` + field + `<a href=/>home</a>`)},
		"a login in each header":                  {n: 99, answer: echo(field + `<h1>Guide NUM</h1><a href=/>home</a>`)},
		"a link to a login in each header":        {n: 99, answer: echo(`<a href="https://id.invalid/login">Sign in with Acme</a><h1>Guide NUM</h1><a href=/>home</a>`), args: []string{"--external=false"}},
		"documents about logins":                  {n: 60, answer: echo(`<title>ERR_NUM</title><h1>ERR_NUM: authentication required</h1><a href=/>home</a>`)},
		"an access page by its words":             {n: 20, answer: livetest.Page(`<h1>Members only</h1>`), says: `20 of 100 pages show the same text ("Members only")`},
		"an access page that names what it hides": {n: 20, answer: echo(`<h1>Please sign in to continue to lesson NUM</h1>`), says: "20 of 100 pages show the same text"},
		"a request for access with the path":      {n: 20, answer: echo(`<h1>You need access to PATH</h1><button>Request access</button>`), says: "20 of 100 pages show the same text"},
		// Error pages.
		"an error with the number of the request": {n: 12, answer: echo(`<h1>503 Service Unavailable</h1><p>Request 8af0a1b2NUM`), says: "12 of 100 pages show the same text"},
		"a missing page with its path":            {n: 12, answer: echo(`<h1>Page not found</h1><p>There is no PATH`), says: "12 of 100 pages show the same text"},
		"an error in another language":            {n: 12, answer: livetest.Page(`<h1>Ein Fehler ist aufgetreten</h1>`), says: "12 of 100 pages show the same text"},
		"any text on most pages":                  {n: 60, answer: livetest.Page(`<p>Lorem ipsum`), says: `60 of 100 pages show the same text ("Lorem ipsum")`},
		"nothing on most pages":                   {n: 60, answer: livetest.Page(""), says: "60 of 100 pages are empty"},
		"nine error pages":                        {n: 9, answer: livetest.Page(`<h1>502 Bad Gateway</h1>`)},
		// Honest sites.
		"galleries with little text":   {n: 99, answer: echo(`<title>Photos</title><img src="/photos/NUM.jpg" alt="">`), public: photos()},
		"tag pages with the same text": {n: 99, answer: echo(`<h1>Tagged</h1><a href="/p1?from=NUM">a</a><a href="/x/NUM">post</a>`), args: []string{"--exclude=/x/*"}},
		"redirect stubs":               {n: 99, answer: echo(`<p>Moved to <a href="/x/NUM">here</a>`), args: []string{"--exclude=/x/*"}},
		"incidents":                    {n: 99, answer: echo(`<h1>Maintenance of PATH</h1>`)},
		"pictures by number":           {n: 99, answer: echo(`<title>Photo</title><a href=/>home</a><img src="/p1?photo=NUM">`), args: []string{"--external=false"}},
		"drawings":                     {n: 99, answer: echo(`<title>Chart</title><a href=/>home</a><svg><path d="M0 NUM"/></svg>`)},
		"documents about long numbers": {n: 99, answer: echo(`<h1>Error code 0x8007000NUM</h1><a href="/p1">first</a>`)},
		"paths of an API":              {n: 99, answer: echo(`<h1>GET PATH</h1><p>401 Unauthorized without a token.<a href="/p1">first</a>`)},
		"documents that link to none":  {n: 99, answer: echo(`<h1>ERR_X</h1><p>Code cNUM: unauthorized, access denied.`)},
		"forms for logins to copy":     {n: 99, answer: echo(`<title>Login form NUM</title>` + field)},
		"members' profiles":            {n: 99, answer: echo(`<h1>Member NUM</h1><p>Members only. Please log in.<a href="/p1">first</a>`)},
		"an age line in each footer":   {n: 99, answer: echo(`<h1>Pale ale NUM</h1><p>Hoppy.<footer>You must be of legal age. Drinking age: 18 years or over.</footer><a href=/>home</a>`)},
		"frames around documents":      {n: 99, answer: echo(`<title>Viewer</title><h1>Document</h1><iframe src="/p1?file=NUM"></iframe><a href=/>home</a>`)},
		"forms with a password each":   {n: 30, answer: echo(`<title>Hash NUM</title><h1>Hash of type NUM</h1><form>Enter a password<input type=password></form><a href=/>home</a>`)},
		"lists that are empty so far":  {n: 40, answer: livetest.Page(`<h1>Posts</h1><p>No posts yet.<a href=/>home</a>`), note: `40 pages show the same text ("Posts No posts yet. home")`},
		"a longer text on twelve":      {n: 12, answer: livetest.Page(`<h1>Errors</h1><p>Not found.` + strings.Repeat(" Not translated yet.", 30))},
		"long pages of the same text":  {n: 99, answer: livetest.Page(strings.Repeat("<p>Something to read, again and again. ", 60))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, hundred(tt.n, tt.public, tt.answer))
			r := livetest.Check(t, append(tt.args, "--retries=0", s.URL+"/")...)
			if tt.says != "" {
				closed(t, r, tt.says)
				if len(r.Problems) != 1 {
					t.Errorf("%d problems, want one: %q", len(r.Problems), r.Problems)
				}
				return
			}
			if r.Status == livetest.Incomplete || tt.note == "" && len(r.Notes) > 0 {
				t.Errorf("exit status %d:\n%s", r.Status, r.Text)
			}
			if tt.note != "" {
				livetest.Says(t, r.Notes, tt.note)
			}
		})
	}
}

// photos are the pictures of a gallery.
func photos() livetest.Site {
	site := livetest.Site{}
	for i := range 99 {
		site[fmt.Sprintf("/photos/%d.jpg", i+1)] = livetest.Typed("image/jpeg", "x")
	}
	return site
}
