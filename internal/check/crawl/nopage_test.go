package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// refreshing answers with a page and a Refresh field.
func refreshing(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Refresh", "0; url="+to)
		livetest.Page("<h1>"+r.URL.Path+"</h1>")(w, r)
	}
}

func nothing(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// TestLivePagesThatAreNone holds runs to a problem when most answers for pages are no
// pages, or send their readers to a login by a header.
func TestLivePagesThatAreNone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		says   []string
	}{
		"nothing":    {answer: twenty(nil, nothing), says: []string{"20 of 21 pages are empty (status 204) and not HTML pages, such as"}},
		"JSON":       {answer: twenty(nil, livetest.Typed("application/json", `{"error":"no database"}`)), says: []string{"20 of 21 pages are JSON and not HTML pages"}},
		"plain text": {answer: twenty(nil, livetest.Typed("text/plain; charset=utf-8", "<!doctype html><h1>Page</h1>")), says: []string{"20 of 21 pages are plain text and not HTML pages"}},
		"a start page that is none": {
			answer: func(w http.ResponseWriter, r *http.Request) {
				sitemap := fmt.Sprintf("<urlset><url><loc>http://%s/a</loc></url></urlset>", r.Host)
				livetest.Site{
					"/": livetest.Typed("application/json", "{}"), "/a": livetest.Page("<p>A"), "/sitemap.xml": livetest.Typed("application/xml", sitemap),
				}.Answer(w, r)
			},
			says: []string{"the start page is JSON and not an HTML page: open it in a browser"},
		},
		"a Refresh field to a login": {
			answer: twenty(livetest.Site{"/login": livetest.Page("<h1>Log in</h1>")}, refreshing("/login")), says: []string{"20 of 21 pages ask for a login"},
		},
		"a Refresh field to a page": {
			answer: twenty(livetest.Site{"/gate": livetest.Page("<h1>Cookies</h1>")}, refreshing("/gate")), says: []string{"20 of 22 pages redirect to /gate, such as"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := handler(t, tt.answer)
			r := livetest.Check(t, s.URL+"/")
			closed(t, r, tt.says...)
			if len(r.Problems) != 1 {
				t.Errorf("%d problems, want one: %q", len(r.Problems), r.Problems)
			}
		})
	}
}

// TestLiveFilesAreNoPages holds runs to no problem for sites that lead to many files
// which are no pages.
func TestLiveFilesAreNoPages(t *testing.T) {
	t.Parallel()
	files := func(name, kind string) http.HandlerFunc {
		all, start := livetest.Site{}, ""
		for i := range 20 {
			path := fmt.Sprintf(name, i)
			name, _, _ := strings.Cut(path, "?")
			all[name] = livetest.Typed(kind, "{}")
			start += livetest.Links(path)
		}
		all["/"] = livetest.Page("<h1>Downloads</h1>" + start)
		return all.Answer
	}
	for name, answer := range map[string]http.HandlerFunc{
		"JSON by name":               files("/data/%d.json", "application/json"),
		"text by name":               files("/rfc/rfc%d.txt", "text/plain"),
		"sources":                    files("/src/f%d.go", "text/plain"),
		"pictures without extension": files("/pictures/%d", "image/png"),
		"one page with many queries": files("/api?id=%d", "application/json"),
		"some of many pages": twenty(nil, func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Path) == len("/p0") {
				livetest.Typed("text/plain", "a text")(w, r)
				return
			}
			livetest.Page("<h1>"+r.URL.Path+"</h1>")(w, r)
		}),
		"a Refresh field that loads again": twenty(nil, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Refresh", "30")
			livetest.Page("<h1>"+r.URL.Path+"</h1>")(w, r)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := livetest.Check(t, handler(t, answer).URL+"/")
			if r.Status != 0 {
				t.Errorf("exit status %d, want 0:\n%s", r.Status, r.Text)
			}
		})
	}
}

// TestLiveRefreshFieldIsALink follows the field to pages that nothing else leads to.
func TestLiveRefreshFieldIsALink(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": refreshing("/en/"), "/en/": livetest.Page(livetest.Links("/lost"))})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 2)
	s = livetest.Serve(t, livetest.Site{"/": refreshing("/gone")})
	r = livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/gone": link.NotFound})
}
