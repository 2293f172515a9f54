package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// shown is a start page that says enough to be one, and uses some files.
func shown(body string) http.HandlerFunc {
	return livetest.Page("<title>Docs</title><h1>Welcome to our home page</h1>" + body)
}

// lateBy answers with status 404 so many times, and then as answer does.
func lateBy(n int, answer http.HandlerFunc) http.HandlerFunc {
	all := make([]http.HandlerFunc, n, n+1)
	for i := range all {
		all[i] = http.NotFound
	}
	return livetest.InTurn(append(all, answer)...)
}

func TestLiveFilesThatArriveLate(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/": shown(`<link rel=stylesheet href="/late.css"><script src="/late.js"></script><img src="/picture?w=1"><img src="/gone.png">` + livetest.Links("/lost")),
		// linkvet requests a style sheet by GET, and other files by HEAD first.
		"/late.css":    lateBy(1, livetest.Typed("text/css", `a { background: url("/gone.svg") }`)),
		"/late.js":     lateBy(2, livetest.Typed("text/javascript", "")),
		"/picture?w=1": lateBy(2, livetest.Typed("image/png", "")),
	})
	r := livetest.Check(t, s.URL+"/")
	// What a late style sheet names is checked too.
	r.Found(t, livetest.Failed, map[string]link.Reason{"/gone.png": link.NotFound, "/lost": link.NotFound, "/gone.svg": link.NotFound})
	livetest.Says(t, r.Report.Notes, `3 files of the site were missing at first and found by a second request, such as "/late.css", "/late.js", "/picture?w=1": the deployment was not complete`)
	if r.Report.Stats.Broken != 3 || r.Report.Stats.OK != 3 {
		t.Errorf("%+v", r.Report.Stats)
	}
	asked := s.Asked()
	for request, want := range map[string]int{"HEAD /gone.png": 1, "GET /gone.png": 2, "GET /late.css": 2, "GET /late.js": 2, "GET /lost": 1} {
		if asked[request] != want {
			t.Errorf("%s was requested %d times, want %d", request, asked[request], want)
		}
	}
}

// TestLiveFilesByWhatLinksToThem has targets whose names do not say what they are.
func TestLiveFilesByWhatLinksToThem(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{
		"/": shown(`<link rel=stylesheet href="/a.css"><style>p { background: url(/embedded) }</style><p style="background: url(/inline)">` +
			`<script src="/script"></script><img srcset="/small 1x, /large 2x"><svg><image href="/picture"/></svg><video poster="/poster"></video>` +
			`<script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebPage", "url": "/data"}</script>` +
			`<link rel=canonical href="/"><link rel=next href="/next"><iframe src="/frame"></iframe>` + livetest.Links("/page")),
		"/a.css": livetest.Typed("text/css", `@import "/imported"; @font-face { font-family: a; src: url(/font) }`),
	}
	files := []string{"/embedded", "/inline", "/script", "/small", "/large", "/picture", "/poster", "/imported", "/font"}
	for _, file := range files {
		requests := 2
		if file == "/imported" {
			requests = 1 // a style sheet is requested by GET
		}
		pages[file] = lateBy(requests, livetest.Typed("application/octet-stream", ""))
	}
	s := livetest.Serve(t, pages)
	r := livetest.Check(t, s.URL+"/")
	for _, file := range files {
		if reason, isFound := r.Reasons()[file]; isFound {
			t.Errorf("%s is %s", file, reason)
		}
	}
	for _, page := range []string{"/data", "/next", "/frame", "/page"} {
		if n := s.Asked()["GET "+page]; n > 1 {
			t.Errorf("%s was requested %d times", page, n)
		}
	}
	if r.Status != livetest.Failed {
		t.Errorf("exit status %d:\n%s", r.Status, r.Text)
	}
}

func TestLiveFilesThatStayMissing(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{}
	var links []string
	for i := range 8 {
		links = append(links, fmt.Sprintf("/%d", i))
		pages[links[i]] = shown(fmt.Sprintf(`<p>page %d<img src="/gone.png?v=1#x"><img src="/gone/%d.png">`, i, i%7))
	}
	pages["/"] = shown(livetest.Links(links...))
	s := livetest.Serve(t, pages)
	r := livetest.Check(t, s.URL+"/")
	want := map[string]link.Reason{"/gone.png?v=1": link.NotFound}
	for i := range 7 {
		want[fmt.Sprintf("/gone/%d.png", i)] = link.NotFound
	}
	r.Found(t, livetest.Failed, want)
	if n := len(r.Finding(t, "/gone.png?v=1").Occurrences); n != 8 || r.Report.Stats.Broken != 8 {
		t.Errorf("%d places of the finding, %+v", n, r.Report.Stats)
	}
	if len(r.Report.Notes) > 0 {
		t.Errorf("notes: %q", r.Report.Notes)
	}
	for request, n := range s.Asked() {
		// HEAD and GET at first, GET at the end.
		if strings.Contains(request, "GET /gone") && n > 2 || strings.HasPrefix(request, "HEAD ") && n > 1 {
			t.Errorf("%s was requested %d times", request, n)
		}
	}
}

// replacedSite is a site whose start page and page are of an older deployment until the
// page was read, with the files of the newer one.
func replacedSite(t *testing.T, older, newer string) *livetest.Server {
	t.Helper()
	var isNew atomic.Bool
	either := func(old, new string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if isNew.Load() {
				shown(new)(w, r)
				return
			}
			shown(old)(w, r)
		}
	}
	return livetest.Serve(t, livetest.Site{
		"/": either(older, newer),
		"/page": func(w http.ResponseWriter, r *http.Request) {
			either(`<p>A page<script src="/app.old.js"></script>`, `<p>A page<script src="/app.new.js"></script>`)(w, r)
			isNew.Store(true)
		},
		"/app.new.js": livetest.Typed("text/javascript", ""),
	})
}

func TestLiveSiteThatIsReplaced(t *testing.T) {
	t.Parallel()
	older := `<script src="/app.old.js"></script>` + livetest.Links("/page", "/of-the-older")
	newer := `<script src="/app.new.js"></script>` + livetest.Links("/page", "/of-the-newer")
	s := replacedSite(t, older, newer)
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/of-the-newer": link.NotFound})
	r.Pages(t, 2)
	livetest.Says(t, r.Report.Notes, `the site was replaced during the check, so linkvet read it again: pages named 1 file that did not exist, such as "/app.old.js", and name other files now`)
	if n := len(r.Report.Notes); n != 1 {
		t.Errorf("notes: %q", r.Report.Notes)
	}
}

// TestLiveSiteThatIsReplacedByAnother has newer pages that are not the site: what was found
// first counts, and a site that lost its pages is a problem.
func TestLiveSiteThatIsReplacedByAnother(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		newer string
		args  []string
		small bool
	}{
		"not the expected one": {newer: `<script src="/app.new.js"></script>` + livetest.Links("/page"), args: []string{"--expect=abc123"}},
		"a placeholder":        {newer: "<p>Deployment is building"},
		"a small one":          {newer: "<p>We are back in a moment", small: true},
	} {
		s := replacedSite(t, `<script src="/app.old.js"></script>abc123`+livetest.Links("/page"), tt.newer)
		r := livetest.Check(t, append(tt.args, s.URL+"/")...)
		if !tt.small {
			r.Found(t, livetest.Failed, map[string]link.Reason{"/app.old.js": link.NotFound})
			continue
		}
		if r.Report.Complete {
			t.Errorf("%s: the run is complete: %+v", name, r.Report.Stats)
		}
		livetest.Says(t, r.Report.Problems, "the site was replaced during the check, and has 1 page now, and had 2 before: check that the new deployment is complete, then run linkvet again")
	}
}

func TestLivePageWithARandomPicture(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		shown(fmt.Sprintf(`<img src="/picture/%d.png">`, n.Add(1)))(w, r)
	}})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/picture/1.png": link.NotFound})
}

func TestLivePagesAreNoLateFiles(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": shown(livetest.Links("/late", "/late.pdf")), "/late": lateBy(1, shown("")), "/late.pdf": lateBy(2, livetest.Typed("application/pdf", ""))})
	r := livetest.Check(t, "--wait=1m", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/late": link.NotFound, "/late.pdf": link.NotFound})
	s.Once(t, "GET /late", "GET /late.pdf")
}

func TestLiveFilesThatFailOtherwiseLater(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":           shown(`<img src="/gone/1.png"><img src="/gone/2.png"><img src="/gone/3.png"><link rel=stylesheet href="/gone.css">`),
		"/gone/1.png": lateBy(2, livetest.Status(http.StatusServiceUnavailable)),
		"/gone/2.png": lateBy(2, livetest.Reset),
		"/gone/3.png": lateBy(2, livetest.Status(http.StatusUnauthorized)),
		"/gone.css":   lateBy(1, livetest.Cut(http.StatusOK, "a {")),
	})
	r := livetest.Check(t, "--retries=0", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/gone/1.png": link.NotFound, "/gone/2.png": link.NotFound, "/gone/3.png": link.NotFound, "/gone.css": link.NotFound,
	})
	if r.Report.Stats.Broken != 4 || len(r.Report.Notes) > 0 {
		t.Errorf("%+v, notes %q", r.Report.Stats, r.Report.Notes)
	}
}
