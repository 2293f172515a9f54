package compare_test

import (
	"maps"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestRedirectedAsBefore does not call a URL lost that the old site redirected to the same
// place: a site loses nothing when it is compared with itself.
func TestRedirectedAsBefore(t *testing.T) {
	t.Parallel()
	refresh := func(to string) string { return `<meta http-equiv=refresh content="0; url=` + to + `">` }
	pages := map[string]string{
		"index.html": "<title>Home</title><h1>Home</h1>" + livetest.Links("away.html", "home.html", "two.html"),
		"away.html":  refresh("https://other.invalid/page"), "home.html": refresh("./"), "two.html": refresh("home.html"),
		"search.json.gz": "x", "data.tar.gz": "x",
	}
	site := livetest.Site{}
	for name, text := range pages {
		site["/"+name] = livetest.Page(text)
	}
	site["/"] = livetest.Page(pages["index.html"])
	server := livetest.Serve(t, site)
	dir := writeSite(t, pages)
	for name, test := range map[string][2]string{"directory": {dir, dir}, "live": {server.URL, server.URL}} {
		r := livetest.Check(t, "--external=false", "--hosting=plain", "--compare="+test[0], test[1])
		r.Found(t, livetest.Clean, nil)
		livetest.Says(t, r.Notes, "redirected as on the old site")
		if t.Failed() {
			t.Fatalf("%s: %s", name, r.Text)
		}
	}
	was := maps.Clone(pages)
	was["away.html"], was["two.html"] = textOf("apples"), refresh("https://other.invalid/")
	r := livetest.Check(t, "--external=false", "--hosting=plain", "--compare="+writeSite(t, was), dir)
	r.Found(t, livetest.Failed, lostURLs("/away.html", "/two.html"))
}

// TestPackedForms leaves out the packed forms of a file: they come and go with the build.
func TestPackedForms(t *testing.T) {
	t.Parallel()
	page := map[string]string{"index.html": "<title>Home</title>"}
	old := maps.Clone(page)
	old["search.json.gz"], old["index.html.gz"], old["data.tar.gz"], old["book.zip"] = "x", "x", "x", "x"
	r := livetest.Check(t, "--hosting=plain", "--compare="+writeSite(t, old), writeSite(t, page))
	r.Found(t, livetest.Failed, lostURLs("/data.tar.gz", "/book.zip"))
}
