package azure

import (
	"errors"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

func TestWildcards(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text         string
		match, other []string
	}{
		"a path": {
			text:  "/a",
			match: []string{"/a"},
			other: []string{"/a/", "/A", "/a/b", "/"},
		},
		"without a slash": {
			text:  "a",
			match: []string{"/a"},
			other: []string{"a"},
		},
		"an index page": {
			text:  "/a/index.html",
			match: []string{"/a/index.html", "/a", "/a/"},
			other: []string{"/", "/a/b"},
		},
		"below a folder": {
			text:  "/a/*",
			match: []string{"/a/", "/a/b", "/a/b/c"},
			other: []string{"/a", "/ab"},
		},
		"a wildcard in a name": {
			text:  "/a*",
			match: []string{"/a", "/ab", "/a/b"},
			other: []string{"/b"},
		},
		"all": {
			text:  "*",
			match: []string{"/", "/a/b"},
		},
		"an extension": {
			text:  "/a/*.png",
			match: []string{"/a/b.png", "/a/b/c.png"},
			other: []string{"/a/b.jpg", "/b.png", "/a/png"},
		},
		"extensions": {
			text:  "/a/*.{png, jpg}",
			match: []string{"/a/b.png", "/a/b.jpg"},
			other: []string{"/a/b.gif", "/a/b"},
		},
		"an extension anywhere": {
			text:  "*.css",
			match: []string{"/a.css", "/a/b.css"},
			other: []string{"/a.css/"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := parseWildcard(test.text)
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range test.match {
				if !p.match(path) {
					t.Errorf("%q does not match", path)
				}
			}
			for _, path := range test.other {
				if p.match(path) {
					t.Errorf("%q matches", path)
				}
			}
		})
	}
}

func TestWildcardErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"/a*b":         errWildcardPlace,
		"/*/b":         errWildcardPlace,
		"/*/b/*":       errWildcardCount,
		"/a*.":         errWildcardPlace,
		"/a*.{png":     errWildcardPlace,
		"/a*.{png,}":   errWildcardPlace,
		"/a*.{p/g}":    errWildcardPlace,
		"/a*.png/":     errWildcardPlace,
		"/a*.{{a},b}":  errWildcardPlace,
		"/a/*.tar.gz":  nil,
		"/a/*.{a,b,c}": nil,
	} {
		if _, err := parseWildcard(text); !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", text, err, want)
		}
	}
}

// TestCircularRedirects expects a redirect to the path itself to be left out.
func TestCircularRedirects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		redirect, path string
		want           bool
	}{
		"itself":         {redirect: "/a", path: "/a", want: true},
		"with a query":   {redirect: "/a?b", path: "/a", want: true},
		"encoded":        {redirect: "/%C3%A4", path: "/ä", want: true},
		"another path":   {redirect: "/b", path: "/a"},
		"another host":   {redirect: "https://example.com/a", path: "/a"},
		"no redirect":    {path: "/"},
		"with its slash": {redirect: "/a/", path: "/a"},
	} {
		r := route{redirect: test.redirect}
		if got := r.isCircular(hosting.Request{Path: test.path}); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}
