package crawl_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveStyleSheetsAreReadBeforePages requests one URL at a time of a site whose style sheets
// import each other: the last one must not wait for all pages.
func TestLiveStyleSheetsAreReadBeforePages(t *testing.T) {
	t.Parallel()
	const pages = 10
	site := livetest.Site{
		"/1.css": livetest.Typed("text/css", `@import "2.css";`),
		"/2.css": livetest.Typed("text/css", `@import "3.css";`),
		"/3.css": livetest.Typed("text/css", `p { color: red }`),
	}
	var targets []string
	for i := range pages {
		path := fmt.Sprintf("/page%d", i)
		targets = append(targets, path)
		site[path] = livetest.Page("a page")
	}
	site["/"] = livetest.Page(livetest.Links(targets...) + `<link rel=stylesheet href="/1.css">`)
	var mu sync.Mutex
	var order []string
	for path, answer := range site {
		site[path] = func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			order = append(order, r.URL.Path)
			mu.Unlock()
			answer(w, r)
		}
	}
	s := livetest.Serve(t, site)
	r := livetest.Check(t, s.URL+"/", "--concurrency", "1")
	r.Pages(t, pages+1)
	r.Found(t, 0, nil)
	mu.Lock()
	defer mu.Unlock()
	if last := slices.Index(order, "/3.css"); last < 0 || last > len(order)-pages/2 {
		t.Errorf("the last style sheet was requested too late: %q", order)
	}
}
