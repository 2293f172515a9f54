package azure

import (
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

func TestWildcards(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, match, other string }{
		{text: "/a", match: "/a", other: "/a/ /A /a/b /"},
		{text: "a", match: "/a", other: "a"},
		{text: "/a/index.html", match: "/a/index.html /a /a/", other: "/ /a/b"},
		{text: "/a/*", match: "/a/ /a/b /a/b/c", other: "/a /ab"},
		{text: "/a*", match: "/a /ab /a/b", other: "/b"},
		{text: "*", match: "/ /a/b"},
		{text: "/a/*.png", match: "/a/b.png /a/b/c.png", other: "/a/b.jpg /b.png /a/png"},
		{text: "/a/*.{png, jpg}", match: "/a/b.png /a/b.jpg", other: "/a/b.gif /a/b"},
		{text: "*.css", match: "/a.css /a/b.css", other: "/a.css/"},
	} {
		p, err := parseWildcard(test.text)
		if err != nil {
			t.Fatal(err)
		}
		for want, paths := range map[bool]string{true: test.match, false: test.other} {
			for path := range strings.FieldsSeq(paths) {
				if p.match(path) != want {
					t.Errorf("%s matches %s: %t", test.text, path, !want)
				}
			}
		}
	}
	for text, want := range map[string]error{
		"/a*b": errWildcardPlace, "/*/b": errWildcardPlace, "/*/b/*": errWildcardCount, "/a*.": errWildcardPlace, "/a*.{png": errWildcardPlace,
		"/a*.{png,}": errWildcardPlace, "/a*.{p/g}": errWildcardPlace, "/a*.png/": errWildcardPlace, "/a*.{{a},b}": errWildcardPlace, "/a/*.tar.gz": nil,
	} {
		if _, err := parseWildcard(text); !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", text, err, want)
		}
	}
}

// TestCircularRedirects expects a redirect to the path itself to be left out.
func TestCircularRedirects(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		redirect, path string
		want           bool
	}{
		{redirect: "/a?b", path: "/a", want: true},
		{redirect: "/%C3%A4", path: "/ä", want: true},
		{redirect: "/b", path: "/a"},
		{redirect: "https://example.com/a", path: "/a"},
		{path: "/"},
		{redirect: "/a/", path: "/a"},
	} {
		r := route{redirect: test.redirect}
		if got := r.isCircular(hosting.Request{Path: test.path}); got != test.want {
			t.Errorf("%q to %q: got %t", test.path, test.redirect, got)
		}
	}
}
