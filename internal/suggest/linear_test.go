package suggest

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinear(b *testing.B) {
	never := func(string) bool { return false }
	for name, read := range map[string]func(text string){
		"anchors": func(text string) {
			a := NewAnchors(strings.Split(text, "\n"))
			a.Nearest("a100005")
			a.Nearest(text[:min(len(text), 300)])
			Variant(text, never)
		},
		"paths": func(text string) {
			list := strings.Split(text, "\n")
			p := NewPaths(Site{Len: len(list), Path: func(i int32) string { return "/" + list[i] }, End: func(i int32) int32 { return i }})
			for _, target := range []string{"/a/b/c", "/a10000", "/d/e100001/index.html", "/" + list[0] + "x"} {
				p.Nearest(Query{Target: target, Uses: []Use{{Page: "/a/b/", Link: target[1:]}}})
				p.Same(target)
			}
		},
		"target": func(text string) {
			p, _ := index("/a/b/c", "/d/e.html", "/de/a", "/en/a")
			p.Nearest(Query{Target: "/" + text, Uses: []Use{{Page: "/a/b/", Link: text}, {Page: "/" + text, Link: "../a"}}})
		},
	} {
		size := 1 << 14
		if name == "target" {
			size = 1 << 19 // a path that is too long is hardly looked at
		}
		b.Run(name, func(b *testing.B) {
			lineartest.Texts(b, size, read, "a", "/", "%", "\n", "a%d\n", "a-b-%d\n", "section-a%d-b\n", "a%d/", "a%d/b/c\n", "d/e%d/index.html\n", "d%d/index.html\n", "de/a%d\nen/a%d\n", "a/b%d.html\n", "a/…../", "(…)", "%C3%BC")
		})
	}
}
