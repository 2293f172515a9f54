package check_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// clock is what a JSON report says of the time of its run.
var clock = regexp.MustCompile(`"(started|duration_ms)": [^\n]*`)

func TestLiveReportIsTheSameTwice(t *testing.T) {
	t.Parallel()
	shuffled := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(rand.N(5 * time.Millisecond))
			answer(w, r)
		}
	}
	other := livetest.Serve(t, livetest.Site{"/a": shuffled(livetest.Page("a"))})
	content := livetest.Site{
		"/old":         shuffled(livetest.Redirect(http.StatusMovedPermanently, "/p/0")),
		"/403":         shuffled(livetest.Status(http.StatusForbidden)),
		"/sitemap.xml": livetest.XML(livetest.Sitemap("/p/1", "/lost/sitemap", "https://example.invalid/")),
	}
	body := livetest.Links("/old", "/403", other.URL+"/a", other.URL+"/lost", "mailto:me", "http://[x/") + `<img src="/lost.png">`
	for i := range 40 {
		body += livetest.Links(fmt.Sprintf("/p/%d#nowhere", i), fmt.Sprintf("/p/%d#here", i))
	}
	for i := range 40 {
		content[fmt.Sprintf("/p/%d", i)] = shuffled(livetest.Page(body + fmt.Sprintf(`<p id="here"><a href="/lost/%d">x</a>`, i%7)))
	}
	content["/"] = livetest.Page(body)
	s := livetest.Serve(t, content)
	var reports [2]string
	for i := range reports {
		r := livetest.Check(t, "--allow-private", s.URL+"/")
		r.Pages(t, 41)
		reports[i] = clock.ReplaceAllString(r.JSON, `"$1": 0`)
	}
	if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
		t.Errorf("the second run says something else (-first +second):\n%s", diff)
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }
