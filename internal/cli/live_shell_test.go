package cli_test

import (
	"net/http"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// shell is the page of an application that scripts fill.
func shell() http.HandlerFunc {
	return page(`<!doctype html><title>App</title><div id="root"></div><script type="module" src="/index.js"></script>`)
}

// A site that scripts fill was not checked.
func TestLiveShells(t *testing.T) {
	t.Parallel()
	script := typed("text/javascript", "")
	sitemap := typed("application/xml", `<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url><url><loc>/c</loc></url></urlset>`)
	for name, test := range map[string]struct {
		pages   site
		status  int
		problem string
		note    string
	}{
		"the start page": {
			site{"/": shell(), "/index.js": script},
			incomplete, "the start page has no text or links until scripts run", "",
		},
		"the start page of a site with others": {
			site{"/": shell(), "/index.js": script, "/sitemap.xml": sitemap, "/a": whole("A", ""), "/b": whole("B", ""), "/c": whole("C", ""), "/guide/": whole("Guide", ""), "/install": whole("Install", "")},
			incomplete, "the start page has no text or links until scripts run", "",
		},
		"behind a redirect": {
			site{"/": redirect(http.StatusFound, "/en/"), "/en/": shell(), "/index.js": script},
			incomplete, "the start page has no text or links until scripts run", "",
		},
		"behind a forward": {
			site{"/": page(`<meta http-equiv=refresh content="0; url=/en/">`), "/en/": shell(), "/index.js": script},
			incomplete, "the start page has no text or links until scripts run", "",
		},
		"behind a script": {
			site{"/": page(`<script>location.href = "/en/"</script>`)},
			incomplete, "a script on the start page redirects to another page", "",
		},
		"most pages": {
			site{"/": page(links("/a", "/b", "/c")), "/a": shell(), "/b": shell(), "/c": whole("C", ""), "/guide/": shell(), "/install": shell(), "/index.js": script},
			incomplete, "4 of 6 pages have no text or links until scripts run, such as \"/a\", \"/b\", \"/guide/\"", "",
		},
		"one page": {
			site{"/": whole("Home", links("/app")), "/app": shell(), "/guide/": whole("Guide", ""), "/install": whole("Install", ""), "/index.js": script},
			clean, "", "1 page has no text or links until scripts run, so its content is not checked: \"/app\"",
		},
		"a page of few words": {
			site{"/": page(`<title>Party</title><h1>Party</h1><p>On Friday.</p><script src="/index.js"></script>`), "/index.js": script},
			clean, "", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := check(t, serve(t, test.pages).URL+"/")
			r.found(t, test.status, map[string]link.Reason{})
			switch {
			case test.problem != "":
				says(t, r.problems, test.problem)
				if len(r.problems) != 1 {
					t.Errorf("more than one problem: %q", r.problems)
				}
			case test.note != "":
				says(t, r.notes, test.note)
			case len(r.notes) > 0:
				t.Errorf("notes %q", r.notes)
			}
		})
	}
}
