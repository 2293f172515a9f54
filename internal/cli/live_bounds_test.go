package cli_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// slowly answers after a pause, which lets longer ways be found first.
func slowly(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(200 * time.Millisecond)
		answer(w, r)
	}
}

func TestLiveMaxDepth(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":  page(links("/1", "/x")),
		"/1": page(links("/2#here", "/img.png", "/lost")),
		"/2": page(`<p id="here">` + links("/3", "/1")),
		"/x": page(`<iframe src="/2"></iframe>`),
		"/3": page(links("/4")),
		"/4": page("deepest"),
	})
	for depth, want := range map[int]int{0: 6, 1: 3, 2: 4, 3: 5, 4: 6} {
		r := check(t, fmt.Sprintf("--max-depth=%d", depth), s.URL+"/")
		r.found(t, failed, map[string]link.Reason{"/img.png": link.NotFound, "/lost": link.NotFound})
		r.pages(t, want)
		if depth == 1 {
			says(t, r.notes, "1 page is deeper than max-depth 1: checked, but its links are not")
		}
	}
	s = serve(t, site{"/": page(links("/1")), "/1": page(links("/2", "/lost")), "/2": page(links("/too-deep"))})
	r := check(t, "--max-depth=1", s.URL+"/")
	// What lies too deep is still checked, once.
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	s.never(t, "GET /2", "GET /too-deep", "HEAD /too-deep")
	s.once(t, "HEAD /2")
}

func TestLiveMaxDepthGoesByTheShortestWay(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/": page(links("/short", "/long/1")),
		// Two clicks to /hub, but the way of three is there first.
		"/short":  slowly(page(links("/hub"))),
		"/long/1": page(links("/long/2")),
		"/long/2": page(links("/hub")),
		"/hub":    page(links("/end")),
		"/end":    page(links("/beyond")),
		"/beyond": page("four clicks away"),
	})
	r := check(t, "--max-depth=3", s.URL+"/")
	r.found(t, clean, nil)
	r.pages(t, 6)
	s.never(t, "GET /beyond")
}

func TestLiveMaxDepthThroughRedirects(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]string{"late redirect": "/door", "late link to the redirect": "/short"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := site{
				"/":       page(links("/short", "/long/1")),
				"/short":  page(links("/door")),
				"/door":   redirect(http.StatusFound, "/hub"),
				"/long/1": page(links("/long/2", "/far/1")),
				"/long/2": page(links("/hub")),
				"/far/1":  page(links("/door")),
				"/hub":    page(links("/end")),
				"/end":    page(links("/beyond")),
				"/beyond": page("four clicks away"),
			}
			if slow == "/short" {
				content["/long/1"] = page(links("/far/1"))
				delete(content, "/long/2")
			}
			content[slow] = slowly(content[slow])
			s := serve(t, content)
			r := check(t, "--max-depth=3", s.URL+"/")
			r.found(t, clean, nil)
			if s.asked()["GET /end"] != 1 {
				t.Error("a page three clicks away was not read")
			}
			s.never(t, "GET /beyond")
		})
	}
}

func TestLiveMaxPages(t *testing.T) {
	t.Parallel()
	content := site{"/r": redirect(http.StatusFound, "/p/0")}
	start := links("/r", "/lost/1", "/file", "/p/0", "/old.pdf")
	for i := range 20 {
		name := fmt.Sprintf("/p/%d", i)
		start += links(name, name+"#here")
		content[name] = page(`<p id="here">` + links(fmt.Sprintf("/lost/%d", i)))
	}
	content["/"] = page(start)
	content["/file"] = slowly(typed("application/octet-stream", "no page"))
	content["/old.pdf"] = typed("application/pdf", "pdf")
	content["/lost/1"] = slowly(http.NotFound)
	s := serve(t, content)
	for _, limit := range []int{1, 2, 3, 4, 10, 20} {
		r := check(t, fmt.Sprintf("--max-pages=%d", limit), s.URL+"/")
		r.pages(t, limit)
		if r.status != failed || r.report.Stats.Unverified > 0 {
			t.Errorf("max-pages %d: exit status %d:\n%s", limit, r.status, r.text)
		}
		says(t, r.notes, fmt.Sprintf("over the limit of max-pages %d: checked, but", limit))
	}
	r := check(t, "--max-pages=21", s.URL+"/")
	r.pages(t, 21)
	if len(r.notes) > 0 {
		t.Errorf("nothing was left out, but %q", r.notes)
	}
}

func TestLiveMinPages(t *testing.T) {
	t.Parallel()
	s := serve(t, site{
		"/":     page(links("/one")),
		"/one":  page("one"),
		"/data": typed("application/json", `{"no": "page"}`),
	})
	enough := check(t, "--min-pages=2", s.URL+"/")
	enough.found(t, clean, nil)
	few := check(t, "--min-pages=3", s.URL+"/")
	few.found(t, incomplete, nil)
	says(t, few.problems, "only 2 pages were read, fewer than min-pages: 3; check that the site is complete")
	none := check(t, s.URL+"/data")
	none.found(t, incomplete, nil)
	says(t, none.problems, "no page was found")
}

func TestLiveTimeLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page(links("/slow", "/lost")), "/slow": hang})
	// Without the limit /slow would be called a timeout.
	r := check(t, "--time-limit=3s", s.URL+"/")
	r.found(t, incomplete, map[string]link.Reason{"/slow": link.NotReached, "/lost": link.NotFound})
	says(t, r.problems, "the time limit of 3s was reached")
}

func TestLiveTimeLimitOnTheStartPage(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": hang})
	r := check(t, "--time-limit=200ms", "--wait=1m", s.URL+"/")
	r.found(t, incomplete, nil)
	says(t, r.problems, "the time limit of 200ms was reached")
}
