package fetch

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
	"github.com/linkvet/linkvet/internal/weburl"
)

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
				w.Header().Set("ETag", `"tag"`)
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
			if resp.Status != tt.status || (resp.Body != nil) != tt.body || resp.ETag != `"tag"` {
				t.Errorf("status %d, body %v, ETag %q", resp.Status, resp.Body, resp.ETag)
			}
		})
	}
}

// A page of the site is read under any rule: the check needs its anchors.
func TestSpecialMethodOfTheSite(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	})
	opt := specially(Special{Method: http.MethodHead}, func() string { return s.URL })
	opt.Site = []string{s.URL}
	c := testClient(t, opt)
	if resp := do(t, c, s.URL+"/", Page); resp.Body == nil {
		t.Error("the page was not read")
	}
	do(t, c, s.URL+"/", Answer)
	if diff := cmp.Diff([]string{"GET", "HEAD"}, s.methods()); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

func TestSpecialMethodIsHeldAgainstWhatIsKnownOfTheHost(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
	c := testClient(t, specially(Special{Method: http.MethodHead}, func() string { return s.URL + "/head" }))
	do(t, c, s.URL+"/", Answer)
	do(t, c, s.URL+"/head", Answer)
	if diff := cmp.Diff([]string{"HEAD", "GET", "HEAD"}, s.methods()); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
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
		c := newClient(opt.withDefaults(), slowly(30*time.Second))
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
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				opt := specially(Special{HostRate: 0.5}, func() string { return "http://slow.test/a" })
				opt.HostRate = tt.usual
				c := newClient(opt.withDefaults(), slowly(0))
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
