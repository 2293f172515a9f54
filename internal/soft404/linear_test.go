package soft404

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// BenchmarkLinearFingerprint compares pages that are made to be slow to compare.
func BenchmarkLinearFingerprint(b *testing.B) {
	for name, piece := range map[string]string{
		"openers": "<a href=\"", "nesting": "<div>", "links": `<a href="/a/b">x</a>`, "paths": "/a/b?", "ends of the path": "a/b/a/", "words": "a b ",
	} {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				page := []byte(strings.Repeat(piece, n/len(piece)))
				return func() {
					a := newFingerprint(page, weburl.URL{Scheme: "https", Host: "a.example", Path: "/a/b"})
					other := newFingerprint([]byte("<p>Not found"), weburl.URL{Scheme: "https", Host: "a.example", Path: "/"})
					a.equals(other)
					if s, ok := newSample(a, a); ok {
						s.shows(a)
					}
					speaksOfMissing(page)
				}
			})
		})
	}
}

// BenchmarkLinearPath has a page that repeats its path, which is long.
func BenchmarkLinearPath(b *testing.B) {
	lineartest.Time(b, 1<<15, func(n int) func() {
		path := strings.Repeat("/a", n/2)
		page := []byte("<p>Not found: " + path + "</p>")
		return func() { newFingerprint(page, weburl.URL{Scheme: "https", Host: "a.example", Path: path}) }
	})
}
