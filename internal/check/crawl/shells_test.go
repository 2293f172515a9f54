package crawl_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// shell is the page of an application that scripts fill.
func shell() http.HandlerFunc {
	return livetest.Page(`<!doctype html><title>App</title><div id="root"></div><script type="module" src="/index.js"></script>`)
}

// A site that scripts fill was not checked.
func TestLiveShells(t *testing.T) {
	t.Parallel()
	script := livetest.Typed("text/javascript", "")
	sitemap := livetest.Typed("application/xml", `<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url><url><loc>/c</loc></url></urlset>`)
	for name, test := range map[string]struct {
		pages   livetest.Site
		status  int
		problem string
		note    string
	}{
		"the start page": {
			pages:  livetest.Site{"/": shell(), "/index.js": script},
			status: livetest.Incomplete, problem: "the start page has no text or links until scripts run", note: "",
		},
		"the start page of a site with others": {
			pages:  livetest.Site{"/": shell(), "/index.js": script, "/sitemap.xml": sitemap, "/a": livetest.FullPage("A", ""), "/b": livetest.FullPage("B", ""), "/c": livetest.FullPage("C", ""), "/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", "")},
			status: livetest.Incomplete, problem: "the start page has no text or links until scripts run", note: "",
		},
		"behind a redirect": {
			pages:  livetest.Site{"/": livetest.Redirect(http.StatusFound, "/en/"), "/en/": shell(), "/index.js": script},
			status: livetest.Incomplete, problem: "the start page has no text or links until scripts run", note: "",
		},
		"behind a forward": {
			pages:  livetest.Site{"/": livetest.Page(`<meta http-equiv=refresh content="0; url=/en/">`), "/en/": shell(), "/index.js": script},
			status: livetest.Incomplete, problem: "the start page has no text or links until scripts run", note: "",
		},
		"behind a script": {
			pages:  livetest.Site{"/": livetest.Page(`<script>location.href = "/en/"</script>`)},
			status: livetest.Incomplete, problem: "a script on the start page redirects to another page", note: "",
		},
		"most pages": {
			pages:  livetest.Site{"/": livetest.Page(livetest.Links("/a", "/b", "/c")), "/a": shell(), "/b": shell(), "/c": livetest.FullPage("C", ""), "/guide/": shell(), "/install": shell(), "/index.js": script},
			status: livetest.Incomplete, problem: "4 of 6 pages have no text or links until scripts run, such as \"/a\", \"/b\", \"/guide/\"", note: "",
		},
		"one page": {
			pages:  livetest.Site{"/": livetest.FullPage("Home", livetest.Links("/app")), "/app": shell(), "/guide/": livetest.FullPage("Guide", ""), "/install": livetest.FullPage("Install", ""), "/index.js": script},
			status: livetest.Clean, problem: "", note: "1 page has no text or links until scripts run, so its content is not checked: \"/app\"",
		},
		"a page of few words": {
			pages:  livetest.Site{"/": livetest.Page(`<title>Party</title><h1>Party</h1><p>On Friday.</p><script src="/index.js"></script>`), "/index.js": script},
			status: livetest.Clean, problem: "", note: "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := livetest.Check(t, livetest.Serve(t, test.pages).URL+"/")
			r.Found(t, test.status, map[string]link.Reason{})
			switch {
			case test.problem != "":
				livetest.Says(t, r.Problems, test.problem)
				if len(r.Problems) != 1 {
					t.Errorf("more than one problem: %q", r.Problems)
				}
			case test.note != "":
				livetest.Says(t, r.Notes, test.note)
			case len(r.Notes) > 0:
				t.Errorf("notes %q", r.Notes)
			}
		})
	}
}
