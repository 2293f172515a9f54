package netlify

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestQueries compares rules that ask for parameters of the query.
func TestQueries(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{redirects.FileName: "/a id=:x /b/:x 301\n/a lang=en /en 301\n/a x=:x y=:y /:x/:y 301\n/c empty= /d 301\n"}.Deployment(nil))
	hostingtest.CheckAnswers(t, p, map[string]string{
		"/a":              "404",
		"/a?id=7":         "301 /b/7?id=7",
		"/a?id=ä%20b":     "301 /b/%C3%A4%20b?id=%C3%A4%20b",
		"/a?id=1&id=2":    "301 /b/2?id=1&id=2",
		"/a?lang=en":      "301 /en?lang=en",
		"/a?lang=de":      "404",
		"/a?x=1":          "404",
		"/a?y=2&x=1":      "301 /1/2?y=2&x=1",
		"/a?id=%zz":       "301 /b/%25zz?id=%zz",
		"/c?empty=":       "301 /d?empty=",
		"/c?empty":        "301 /d?empty",
		"/c?empty=not":    "404",
		"/a?other&id=3#x": "301 /b/3%23x?other&id=3#x",
	})
}
