package crawl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// A page's depth is the shortest way to it, however late that is found; links to
// what redirects to a page count for it.
func TestLiveInventory(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{
		"/":            livetest.Page(`<title>Home</title><a href="/a">a</a> <a href="/old">old</a> <img src="/p.png"> <a href="/new#x">new</a>`),
		"/a":           livetest.Page(`<title>A <b></title><a href="/b">b</a> <a href="#here">self</a> <a id=here href="/lost">lost</a>`),
		"/b":           livetest.Page(`<a href="/">home</a> <a href="/new">new</a>`),
		"/old":         livetest.Redirect(301, "/new"),
		"/new":         livetest.Page(`<title>New</title><p id=x>`),
		"/more":        livetest.Page(`<title>In no page</title><a href="/b">b</a>`),
		"/sitemap.xml": livetest.XML(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/more</loc></url></urlset>`),
		"/p.png":       livetest.Page(``),
	})
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	livetest.Check(t, "--report=pages="+file, s.URL+"/")
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"page":"/","title":"Home","status":200,"depth":0,"links_in":1,"links_out":4}
{"page":"/a","title":"A <b>","status":200,"depth":1,"links_in":1,"links_out":3}
{"page":"/b","status":200,"depth":2,"links_in":2,"links_out":2}
{"page":"/more","title":"In no page","status":200,"links_in":0,"links_out":1}
{"page":"/new","title":"New","status":200,"depth":1,"links_in":3,"links_out":0}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
