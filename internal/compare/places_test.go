package compare_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestSitemapOfProduction reads the sitemap of a deployment of the base branch, which lists the
// pages as production will serve them. No link leads to some of them.
func TestSitemapOfProduction(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{"/": livetest.FullPage("Home", livetest.Links("/guide/")), "/guide/": livetest.FullPage("Guide", "guide"), "/was": livetest.FullPage("Was", "was")}
	sitemap := func(urls ...string) *livetest.Server {
		old := livetest.Serve(t, pages)
		old.ServeWithOrigin(pages, "/sitemap.xml", func(string) http.HandlerFunc { return livetest.XML(livetest.Sitemap(urls...)) })
		return old
	}
	now := livetest.Serve(t, newSite())
	old := sitemap("https://example.com/guide/", "https://example.com/was")
	r := livetest.Check(t, "--external=false", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))

	// What cannot be of this site is counted.
	old = sitemap("https://example.com/guide/", "https://other.example/was")
	r = livetest.Check(t, "--external=false", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Notes, "2 URLs are not of this site", "https://example.com/guide/")
	r = livetest.Check(t, "--external=false", "--site-url=https://other.example/", "--compare="+old.URL, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
}
