package compare_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestPublishedForm compares the paths that the links of the old site made known: where a host
// serves a page by two names, readers have bookmarked that one.
func TestPublishedForm(t *testing.T) {
	t.Parallel()
	site := func(file, href string) string {
		return writeSite(t, map[string]string{
			"index.html": "<title>Home</title><h1>Home</h1>" + livetest.Links(href), file: "<title>API</title>" + textOf("apples"),
		})
	}
	names, short, folder := site("api.html", "api.html"), site("api.html", "/docs/api"), site("api/index.html", "api/")
	for _, test := range []struct {
		host, old string
		lost      []string
	}{
		{"netlify", names, []string{"/api.html"}},
		{"netlify", short, nil},
		{"cloudflare-pages", names, []string{"/api.html"}},
		{"github-pages", names, []string{"/api.html"}},
		{"github-pages", short, nil},
		{"plain", names, []string{"/api.html"}},
	} {
		status := livetest.Clean
		if len(test.lost) > 0 {
			status = livetest.Failed
		}
		r := livetest.Check(t, "--external=false", "--hosting="+test.host, "--compare="+test.old, folder)
		r.Found(t, status, lostURLs(test.lost...))
		if t.Failed() {
			t.Fatalf("%s: %s", test.host, r.Text)
		}
	}
}
