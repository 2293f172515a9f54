package fetch

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/fetch/transport"
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
