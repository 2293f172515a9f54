package cli_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
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
	other := serve(t, site{"/a": shuffled(page("a"))})
	content := site{
		"/old":         shuffled(redirect(http.StatusMovedPermanently, "/p/0")),
		"/403":         shuffled(status(http.StatusForbidden)),
		"/sitemap.xml": xml(urlset("/p/1", "/lost/sitemap", "https://example.invalid/")),
	}
	body := links("/old", "/403", other.URL+"/a", other.URL+"/lost", "mailto:me", "http://[x/") + `<img src="/lost.png">`
	for i := range 40 {
		body += links(fmt.Sprintf("/p/%d#nowhere", i), fmt.Sprintf("/p/%d#here", i))
	}
	for i := range 40 {
		content[fmt.Sprintf("/p/%d", i)] = shuffled(page(body + fmt.Sprintf(`<p id="here"><a href="/lost/%d">x</a>`, i%7)))
	}
	content["/"] = page(body)
	s := serve(t, content)
	var reports [2]string
	for i := range reports {
		r := check(t, "--allow-private", s.URL+"/")
		r.pages(t, 41)
		reports[i] = clock.ReplaceAllString(r.json, `"$1": 0`)
	}
	if diff := cmp.Diff(reports[0], reports[1]); diff != "" {
		t.Errorf("the second run says something else (-first +second):\n%s", diff)
	}
}
