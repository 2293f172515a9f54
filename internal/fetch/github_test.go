package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

func TestPrivateRepositories(t *testing.T) {
	t.Parallel()
	known := map[string]string{
		"/repos/me/mine": `{"private":true}`,
		"/repos/me/mine/contents/a%20b.md?ref=main":    `{}`,
		"/repos/me/mine/contents/dir?ref=feature%2Fx":  `{}`,
		"/repos/me/mine/contents/?ref=v1":              `[]`,
		"/repos/me/mine/issues/7":                      `{}`,
		"/repos/me/mine/commits/abc":                   `{}`,
		"/repos/me/mine/releases/tags/v1":              `{}`,
		"/repos/me/open":                               `{"private":false}`,
		"/repos/me/open/contents/lost?ref=main":        `{}`,
		"/repos/me/broken-json":                        `{`,
		"/repos/me/mine/contents/renamed.md?ref=other": `moved`,
	}
	const token = "hush-hush-hush"
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch body, ok := known[r.URL.RequestURI()]; {
		case r.Header.Get("Authorization") != "Bearer "+token:
			w.WriteHeader(http.StatusUnauthorized)
		case strings.HasPrefix(r.URL.Path, "/repos/me/limited"):
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set("X-RateLimit-Reset", "1")
			w.WriteHeader(http.StatusForbidden)
		case !ok:
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprint(w, body)
		}
	})
	web := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/me/open/blob/main/there" {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	tests := map[string]struct {
		path   string
		status int
		hidden bool
		lookup bool // whether the interface is asked
	}{
		"a page that is there":          {path: "/me/open/blob/main/there", status: 200},
		"no repository":                 {path: "/about", status: 404},
		"an unknown repository":         {path: "/you/yours", status: 404, lookup: true},
		"a private repository":          {path: "/me/mine", status: 200, lookup: true},
		"the same for git":              {path: "/me/mine.git", status: 200, lookup: true},
		"a file":                        {path: "/me/mine/blob/main/a%20b.md", status: 200, lookup: true},
		"a line of it":                  {path: "/me/mine/blob/main/a%20b.md#L7", status: 200, lookup: true},
		"a lost file":                   {path: "/me/mine/blob/main/lost.md", status: 404, lookup: true},
		"on a branch with a slash":      {path: "/me/mine/tree/feature/x/dir", status: 200, lookup: true},
		"the root of a tag":             {path: "/me/mine/tree/v1", status: 200, lookup: true},
		"an issue":                      {path: "/me/mine/issues/7", status: 200, lookup: true},
		"an issue there never was":      {path: "/me/mine/issues/8", status: 404, lookup: true},
		"a pull request's files":        {path: "/me/mine/pull/7/files", status: 200, lookup: true},
		"a commit":                      {path: "/me/mine/commit/abc", status: 200, lookup: true},
		"a release":                     {path: "/me/mine/releases/tag/v1", status: 200, lookup: true},
		"the wiki":                      {path: "/me/mine/wiki", status: 404, hidden: true, lookup: true},
		"a lost file of a public one":   {path: "/me/open/blob/main/lost", status: 404, lookup: true},
		"nothing to be had of the API":  {path: "/me/limited/blob/main/a", status: 404, hidden: true, lookup: true},
		"nothing to be made of the API": {path: "/me/broken-json/blob/main/a", status: 404, lookup: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := func(tok string) *Client {
				return testClient(t, Options{GitHub: github.Access{Token: tok, Web: web.URL, API: api.URL}})
			}
			for _, want := range []Want{Answer, Page} {
				c := client(token)
				resp := do(t, c, web.URL+test.path, want)
				if resp.Status != test.status || resp.Hidden != test.hidden {
					t.Errorf("status %d, hidden %t; want %d, %t", resp.Status, resp.Hidden, test.status, test.hidden)
				}
				plain := map[Want]int64{Answer: 2, Page: 1}[want] // HEAD and GET, or GET
				if asked := c.Requests() > plain; asked != test.lookup {
					t.Errorf("%d requests", c.Requests())
				}
			}
			// A token that is none changes nothing, and neither does having none.
			for _, other := range []string{"", "expired-token"} {
				resp := do(t, client(other), web.URL+test.path, Answer)
				if wantStatus := map[bool]int{true: 404, false: 200}[test.lookup || test.status == 404]; resp.Status != wantStatus || resp.Hidden {
					t.Errorf("status %d, hidden %t with the token %q", resp.Status, resp.Hidden, other)
				}
			}
		})
	}
}

func TestTokenGoesToGitHubAlone(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		"https://github.com/a/b":                 true,
		"https://api.github.com/repos/a/b":       true,
		"http://github.com/a/b":                  false,
		"http://api.github.com/":                 false,
		"https://github.com:8443/":               false,
		"https://github.com.evil.test/":          false,
		"https://evilgithub.com/":                false,
		"https://raw.githubusercontent.com/a/b":  false,
		"https://gist.github.com/a":              false,
		"https://example.test/https://github.co": false,
	} {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			var seen []string
			c := newClient(Options{GitHub: github.Access{Token: "hush"}}.withDefaults(), fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
				seen = append(seen, r.Header.Get("Authorization"))
				return fetchtest.Response(r, 200), nil
			}))
			if _, err := c.Do(t.Context(), Request{URL: mustParse(t, raw), Want: Answer}); err != nil {
				t.Fatal(err)
			}
			if got := seen[0] == "Bearer hush"; got != want || len(seen) != 1 {
				t.Errorf("Authorization = %q", seen)
			}
		})
	}
}

func TestTokenIsNotForwarded(t *testing.T) {
	t.Parallel()
	other := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotFound) })
	web := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/me/away") {
			moved(w, other.URL+"/x/y")
			return
		}
		w.WriteHeader(http.StatusNotFound)
	})
	api := serve(t, func(w http.ResponseWriter, r *http.Request) { moved(w, other.URL+r.URL.Path) })
	c := testClient(t, Options{Retries: 1, GitHub: github.Access{Token: "hush", Web: web.URL, API: api.URL}})
	for _, path := range []string{"/me/away", "/me/mine"} {
		for _, want := range []Want{Answer, Page} {
			do(t, c, web.URL+path, want)
		}
	}
	if len(other.requests) < 4 {
		t.Errorf("%d requests to the other host", len(other.requests))
	}
	for _, r := range other.requests {
		if sees(r) {
			t.Errorf("another host sees the token: %v", r.Header)
		}
	}
	// With user info of its own, a URL is asked with that.
	do(t, c, strings.Replace(web.URL, "//", "//me:pass@", 1)+"/me/mine", Page)
	if last := web.requests[len(web.requests)-1]; sees(last) || !strings.HasPrefix(last.Header.Get("Authorization"), "Basic ") {
		t.Errorf("Authorization = %q", last.Header.Get("Authorization"))
	}
}
