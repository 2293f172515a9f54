package crawl_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// slowly answers after a pause, which lets longer ways be found first.
func slowly(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(30 * time.Millisecond)
		answer(w, r)
	}
}

func TestLiveMaxDepth(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":  livetest.Page(livetest.Links("/1", "/x")),
		"/1": livetest.Page(livetest.Links("/2#here", "/img.png", "/lost")),
		"/2": livetest.Page(`<p id="here">` + livetest.Links("/3", "/1")),
		"/x": livetest.Page(`<iframe src="/2"></iframe>`),
		"/3": livetest.Page(livetest.Links("/4")),
		"/4": livetest.Page("deepest"),
	})
	for depth, want := range map[int]int{0: 6, 1: 3, 2: 4, 3: 5, 4: 6} {
		r := livetest.Check(t, fmt.Sprintf("--max-depth=%d", depth), s.URL+"/")
		r.Found(t, livetest.Failed, map[string]link.Reason{"/img.png": link.NotFound, "/lost": link.NotFound})
		r.Pages(t, want)
		if depth == 1 {
			livetest.Says(t, r.Notes, "1 page is beyond max-depth 1: checked, but its links are not")
		}
	}
	s = livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/1")), "/1": livetest.Page(livetest.Links("/2", "/lost")), "/2": livetest.Page(livetest.Links("/too-deep"))})
	r := livetest.Check(t, "--max-depth=1", s.URL+"/")
	// What lies too deep is still checked, once.
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	s.Never(t, "GET /2", "GET /too-deep", "HEAD /too-deep")
	s.Once(t, "HEAD /2")
}

func TestLiveMaxDepthThroughRedirects(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]string{"late redirect": "/door", "late link to the redirect": "/short"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := livetest.Site{
				"/":       livetest.Page(livetest.Links("/short", "/long/1")),
				"/short":  livetest.Page(livetest.Links("/door")),
				"/door":   livetest.Redirect(http.StatusFound, "/hub"),
				"/long/1": livetest.Page(livetest.Links("/long/2", "/far/1")),
				"/long/2": livetest.Page(livetest.Links("/hub")),
				"/far/1":  livetest.Page(livetest.Links("/door")),
				"/hub":    livetest.Page(livetest.Links("/end")),
				"/end":    livetest.Page(livetest.Links("/beyond")),
				"/beyond": livetest.Page("four clicks away"),
			}
			if slow == "/short" {
				content["/long/1"] = livetest.Page(livetest.Links("/far/1"))
				delete(content, "/long/2")
			}
			content[slow] = slowly(content[slow])
			s := livetest.Serve(t, content)
			r := livetest.Check(t, "--max-depth=3", s.URL+"/")
			r.Found(t, livetest.Clean, nil)
			if s.Asked()["GET /end"] != 1 {
				t.Error("a page three clicks away was not read")
			}
			s.Never(t, "GET /beyond")
		})
	}
}

func TestLiveMaxPages(t *testing.T) {
	t.Parallel()
	content := livetest.Site{"/r": livetest.Redirect(http.StatusFound, "/p/0")}
	start := livetest.Links("/r", "/lost/1", "/file", "/p/0", "/old.pdf")
	for i := range 5 {
		name := fmt.Sprintf("/p/%d", i)
		start += livetest.Links(name, name+"#here")
		content[name] = livetest.Page(`<p id="here">` + livetest.Links(fmt.Sprintf("/lost/%d", i)))
	}
	content["/"] = livetest.Page(start)
	content["/file"] = slowly(livetest.Typed("application/octet-stream", "no page"))
	content["/old.pdf"] = livetest.Typed("application/pdf", "pdf")
	content["/lost/1"] = slowly(http.NotFound)
	s := livetest.Serve(t, content)
	for _, limit := range []int{1, 2, 5} {
		r := livetest.Check(t, fmt.Sprintf("--max-pages=%d", limit), s.URL+"/")
		r.Pages(t, limit)
		if r.Status != livetest.Failed || r.Report.Stats.Unverified > 0 {
			t.Errorf("max-pages %d: exit status %d:\n%s", limit, r.Status, r.Text)
		}
		livetest.Says(t, r.Notes, fmt.Sprintf("beyond max-pages %d: checked, but", limit))
	}
	r := livetest.Check(t, "--max-pages=6", s.URL+"/")
	r.Pages(t, 6)
	if len(r.Notes) > 0 {
		t.Errorf("nothing was left out, but %q", r.Notes)
	}
}

func TestLiveTimeLimitOnTheStartPage(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Hang})
	r := livetest.Check(t, "--time-limit=200ms", "--wait=1m", s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, r.Problems, "the time limit of 200ms was reached")
}
