package fetch

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/github"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// secrets are the header fields that a user may set for the site.
var secrets = []transport.Header{
	{Name: "X-Bypass", Value: "hush"},
	{Name: "authorization", Value: "Bearer hush"},
	{Name: "Cookie", Value: "session=hush"},
	{Name: "User-Agent", Value: "hush"},
}

// sees reports whether a secret is in the header of a request.
func sees(r *http.Request) bool {
	for _, values := range r.Header {
		if strings.Contains(strings.Join(values, " "), "hush") {
			return true
		}
	}
	return false
}

func TestSecretsStayHome(t *testing.T) {
	t.Parallel()
	var other, site *server
	// Each host fails, refuses HEAD, sets a cookie, and sends on to the other and
	// back, so that every kind of request goes to both.
	handler := func(w http.ResponseWriter, r *http.Request) {
		away := map[*server]string{}
		if other != nil && site != nil {
			away[site], away[other] = other.URL, site.URL
		}
		here := site
		if other != nil && r.Host == strings.TrimPrefix(other.URL, "http://") {
			here = other
		}
		http.SetCookie(w, &http.Cookie{Name: "own", Value: "crumb"})
		switch {
		case r.Method == http.MethodHead:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case r.URL.Path == "/there":
			moved(w, away[here]+"/back")
		case r.URL.Path == "/back":
			moved(w, away[here]+"/end")
		default:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
	site, other = serve(t, handler), serve(t, handler)
	for _, start := range []*server{site, other} {
		for _, want := range []Want{Answer, Page} {
			c := testClient(t, Options{Headers: secrets, Site: []string{site.URL}, Retries: 1})
			do(t, c, start.URL+"/there", want)
		}
	}
	count := map[bool]int{}
	for _, r := range other.requests {
		count[sees(r)]++
	}
	if count[true] != 0 || count[false] < 8 {
		t.Errorf("another host saw secrets in %d requests, none in %d", count[true], count[false])
	}
	clear(count)
	for _, r := range site.requests {
		count[sees(r)]++
	}
	if count[false] != 0 || count[true] < 8 {
		t.Errorf("the site saw its header fields in %d requests, none in %d", count[true], count[false])
	}
}

func TestSiteIsAnOrigin(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	for _, site := range []string{
		strings.Replace(s.URL, "http:", "https:", 1),
		"http://127.0.0.1",
		strings.Replace(s.URL, "127.0.0.1", "localhost", 1),
	} {
		do(t, testClient(t, Options{Headers: secrets, Site: []string{site}}), s.URL, Page)
	}
	for _, r := range s.requests {
		if sees(r) {
			t.Errorf("another origin on the same machine sees %v", r.Header)
		}
	}
}

func TestHeaderFields(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.SetCookie(w, &http.Cookie{Name: "own", Value: "crumb"})
			moved(w, "/end")
		}
	})
	tests := map[string]struct {
		opt  Options
		want http.Header
		host string
	}{
		"default": {
			opt:  Options{},
			want: http.Header{"User-Agent": {"linkvet"}, "Accept": {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}, "Cookie": {"own=crumb"}, "Accept-Encoding": {"gzip"}},
		},
		"the user's": {
			opt: Options{
				UserAgent: "mine/1", Site: []string{s.URL + "/"},
				Headers: []transport.Header{{Name: "x-a", Value: "1"}, {Name: "X-A", Value: "2"}, {Name: "Accept", Value: "text/html"}, {Name: "Cookie", Value: "a=b"}, {Name: "host", Value: "preview.test"}},
			},
			want: http.Header{"User-Agent": {"mine/1"}, "Accept": {"text/html"}, "X-A": {"1", "2"}, "Cookie": {"own=crumb; a=b"}, "Accept-Encoding": {"gzip"}},
			host: "preview.test",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			do(t, testClient(t, test.opt), s.URL+"/", Page)
			last := s.requests[len(s.requests)-1]
			if diff := cmp.Diff(test.want, last.Header); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
			if test.host != "" && last.Host != test.host {
				t.Errorf("Host = %q, want %q", last.Host, test.host)
			}
		})
	}
}

func TestUserInfoIsSentHomeOnly(t *testing.T) {
	t.Parallel()
	other := serve(t, func(http.ResponseWriter, *http.Request) {})
	var s *server
	s = serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/relative":
			moved(w, "end")
		case "/absolute":
			moved(w, s.URL+"/end")
		case "/away":
			moved(w, other.URL+"/end")
		}
	})
	c := testClient(t, Options{})
	base := strings.Replace(s.URL, "//", "//me:h%40sh@", 1)
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("me:h@sh"))
	for _, path := range []string{"/relative", "/absolute", "/away"} {
		resp := do(t, c, base+path, Answer)
		for _, hop := range resp.Redirects {
			if strings.Contains(hop.URL, "@") {
				t.Errorf("hop %s shows user info", hop.URL)
			}
		}
	}
	for _, r := range s.requests {
		if got := r.Header.Get("Authorization"); got != basic {
			t.Errorf("%s: Authorization = %q, want %q", r.URL, got, basic)
		}
	}
	for _, r := range other.requests {
		if got := r.Header.Get("Authorization"); got != "" {
			t.Errorf("another host got %q", got)
		}
	}
	s.Close()
	got := fail(t, t.Context(), c, base+"/x", Answer)
	if text := got.Error() + got.Message; strings.Contains(text, "me:") || strings.Contains(text, "h%40sh") {
		t.Errorf("message shows user info: %s", text)
	}
}

// specially returns Options in which one Special holds for the URLs that begin
// with a prefix.
func specially(special Special, prefix func() string) Options {
	return Options{Special: func(u weburl.URL) *Special {
		if strings.HasPrefix(u.String(), prefix()) {
			return &special
		}
		return nil
	}}
}

// A secret of one path of one host is seen there alone: on each hop that leads
// there, with HEAD, GET and again, and on none that leads away.
func TestSpecialHeadersStayWithTheirURLs(t *testing.T) {
	t.Parallel()
	var api, other *server
	handler := func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "own", Value: "crumb", Path: "/"})
		switch {
		case r.Method == http.MethodHead:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case r.URL.Path == "/v1/there":
			moved(w, other.URL+"/v1/back")
		case r.URL.Path == "/v1/back":
			moved(w, api.URL+"/v2/on")
		case r.URL.Path == "/v2/on":
			moved(w, api.URL+"/v1/end")
		default:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
	api, other = serve(t, handler), serve(t, handler)
	opt := specially(Special{Headers: secrets}, func() string { return api.URL + "/v1/" })
	opt.Retries = 1
	for _, want := range []Want{Answer, Page} {
		do(t, testClient(t, opt), api.URL+"/v1/there", want)
		do(t, testClient(t, opt), other.URL+"/v1/there", want)
	}
	for _, s := range []*server{api, other} {
		for _, r := range s.requests {
			here := s == api && strings.HasPrefix(r.URL.Path, "/v1/")
			if sees(r) != here {
				t.Errorf("%s %s of %s has %v", r.Method, r.URL.Path, s.URL, r.Header)
			}
			if here && r.URL.Path == "/v1/end" && !strings.Contains(r.Header.Get("Cookie"), "own=crumb") {
				t.Errorf("the server's own cookie is lost: %v", r.Header)
			}
		}
		if len(s.requests) < 8 {
			t.Errorf("only %d requests", len(s.requests))
		}
	}
}

func TestSpecialMethod(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		method string
		want   Want
		head   int
		asked  []string
		status int
		body   bool
	}{
		"usual":                      {want: Answer, head: 404, asked: []string{"HEAD", "GET"}, status: 200},
		"GET":                        {method: "GET", want: Answer, head: 404, asked: []string{"GET"}, status: 200},
		"HEAD":                       {method: "HEAD", want: Answer, head: 404, asked: []string{"HEAD"}, status: 404},
		"HEAD, tried again":          {method: "HEAD", want: Answer, head: 503, asked: []string{"HEAD", "HEAD"}, status: 503},
		"HEAD where a page is asked": {method: "HEAD", want: Page, head: 200, asked: []string{"HEAD"}, status: 200},
		"HEAD where links are asked": {method: "HEAD", want: Document, head: 200, asked: []string{"GET"}, status: 200, body: true},
		"GET for a page":             {method: "GET", want: Page, head: 404, asked: []string{"GET"}, status: 200, body: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if r.Method == http.MethodHead {
					w.WriteHeader(tt.head)
				}
			})
			opt := specially(Special{Method: tt.method}, func() string { return s.URL })
			opt.Retries = 1
			resp := do(t, testClient(t, opt), s.URL+"/", tt.want)
			if diff := cmp.Diff(tt.asked, s.methods()); diff != "" {
				t.Errorf("methods (-want +got):\n%s", diff)
			}
			if resp.Status != tt.status || (resp.Body != nil) != tt.body {
				t.Errorf("status %d, body %v", resp.Status, resp.Body)
			}
		})
	}
}

// A page of the site is read under any rule: the check needs its anchors. And a rule does
// not bend to what is known of its host.
func TestSpecialMethodHolds(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
	opt := specially(Special{Method: http.MethodHead}, func() string { return s.URL + "/head" })
	external := testClient(t, opt)
	do(t, external, s.URL+"/", Answer)
	do(t, external, s.URL+"/head", Answer)
	opt.Site = []string{s.URL}
	site := testClient(t, opt)
	if resp := do(t, site, s.URL+"/head", Page); resp.Body == nil {
		t.Error("the page was not read")
	}
	do(t, site, s.URL+"/head", Answer)
	if diff := cmp.Diff([]string{"HEAD /", "GET /", "HEAD /head", "GET /head", "HEAD /head"}, s.take()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// slowly answers after a while, or when the request's time is over.
func slowly(after time.Duration) fetchtest.RoundTrip {
	return func(req *http.Request) (*http.Response, error) {
		select {
		case <-time.After(after):
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
}

func TestSpecialTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		opt := specially(Special{Timeout: time.Minute}, func() string { return "http://slow.test/" })
		opt.Timeout = 10 * time.Second
		c := answeredBy(opt, slowly(30*time.Second))
		if _, err := c.Do(t.Context(), Request{URL: mustParse(t, "http://slow.test/"), Want: Page}); err != nil {
			t.Errorf("the longer timeout: %v", err)
		}
		_, err := c.Do(t.Context(), Request{URL: mustParse(t, "http://other.test/"), Want: Page})
		var failed *Error
		if !errors.As(err, &failed) || failed.Reason != link.Timeout {
			t.Errorf("the usual timeout: %v", err)
		}
	})
}

func TestSpecialHostRate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		usual float64
		url   string
		want  time.Duration // of five requests
	}{
		"slower than no bound":  {url: "http://slow.test/a", want: 8 * time.Second},
		"faster than the usual": {usual: 0.1, url: "http://slow.test/a", want: 8 * time.Second},
		"another host":          {usual: 2, url: "http://other.test/", want: 2 * time.Second},
		"another path":          {url: "http://slow.test/b"},
		"the site":              {usual: 2, url: "http://site.test/"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				opt := specially(Special{HostRate: 0.5}, func() string { return "http://slow.test/a" })
				opt.HostRate, opt.Site = tt.usual, []string{"http://site.test"}
				c := answeredBy(opt, slowly(0))
				start := time.Now()
				for range 5 {
					if _, err := c.Do(t.Context(), Request{URL: mustParse(t, tt.url), Want: Page}); err != nil {
						t.Fatal(err)
					}
				}
				if took := time.Since(start); took != tt.want {
					t.Errorf("took %v, want %v", took, tt.want)
				}
			})
		})
	}
}

func TestPrivateRepositories(t *testing.T) {
	t.Parallel()
	known := map[string]string{
		"/repos/me/mine": `{"private":true}`,
		"/repos/me/mine/contents/a%20b.md?ref=main":    `{}`,
		"/repos/me/mine/contents/dir?ref=feature%2Fx":  `{}`,
		"/repos/me/mine/contents/?ref=v1":              `[]`,
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
		"a file":                        {path: "/me/mine/blob/main/a%20b.md", status: 200, lookup: true},
		"a line of it":                  {path: "/me/mine/blob/main/a%20b.md#L7", status: 200, lookup: true},
		"a lost file":                   {path: "/me/mine/blob/main/lost.md", status: 404, lookup: true},
		"on a branch with a slash":      {path: "/me/mine/tree/feature/x/dir", status: 200, lookup: true},
		"the root of a tag":             {path: "/me/mine/tree/v1", status: 200, lookup: true},
		"an issue":                      {path: "/me/mine/issues/7", status: 404, hidden: true, lookup: true},
		"the wiki":                      {path: "/me/mine/wiki", status: 404, hidden: true, lookup: true},
		"a lost file of a public one":   {path: "/me/open/blob/main/lost", status: 404, lookup: true},
		"nothing to be made of the API": {path: "/me/broken-json/blob/main/a", status: 404, lookup: true},
		"nothing to be had of the API":  {path: "/me/limited/blob/main/a", status: 404, hidden: true, lookup: true},
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

func TestEachRepositoryIsLookedUpOnce(t *testing.T) {
	t.Parallel()
	web, api := serve(t, http.NotFound), serve(t, http.NotFound)
	c := testClient(t, Options{GitHub: github.Access{Token: "hush", Web: web.URL, API: api.URL}})
	for _, path := range []string{"/me/mine", "/me/mine/issues/1", "/me/mine/blob/main/a"} {
		if resp := do(t, c, web.URL+path, Page); resp.Status != 404 || resp.Hidden {
			t.Errorf("%s: status %d, hidden %v", path, resp.Status, resp.Hidden)
		}
	}
	if diff := cmp.Diff([]string{"GET /repos/me/mine"}, api.take()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
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
			c := answeredBy(Options{GitHub: github.Access{Token: "hush"}}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
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

func TestVercelToolbarIsSkipped(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://a-git-b.vercel.app/": "1", "https://a.vercel.app:8443/": "1", "https://vercel.com/": "", "https://a.test/?x.vercel.app": "",
	} {
		var got string
		do(t, answeredBy(Options{}, fetchtest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			got = r.Header.Get("X-Vercel-Skip-Toolbar")
			return fetchtest.Response(r, 200), nil
		})), url, Page)
		if got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}
