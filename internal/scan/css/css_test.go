package css

import (
	"strings"
	"testing"
)

// FuzzCSS holds against every sheet that its links are in order in it, and as
// written unless they hold an escape.
func FuzzCSS(f *testing.F) {
	for _, seed := range []string{
		`@charset "x";@import url("a") layer;@import 'b';p{background:url(c)/*x*/,image-set("d" 1x, url(e) 2x)}`,
		"url(a b) url(\"x\n) url(\\61 \\) \\\n) u\\72l( 'a\\\r\nb' )", `<!-- @media (x) [;] {@supports(){a:1e3url(x);b:#url(x) -url(x)}} -->`,
		"\ufeff\x00url(\x00)\xff\\", `@import`, `url(`, `\`, `@\`, `#\`, `-\`, `1\`, `"\`, `url(\`, `url(a\`, `url(a b\`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, read := range []func([]byte, func(Link)){Sheet, Declarations} {
			last := 0
			read(src, func(l Link) {
				if l.Index < last || l.Index >= len(src) {
					t.Fatalf("%+v of %q is not behind offset %d", l, src, last)
				}
				last = l.Index
				if written := string(src[l.Index:]); !strings.HasPrefix(written, l.URL) && !strings.ContainsAny(written, "\\\x00") {
					t.Fatalf("%+v of %q is not at offset %d", l, src, l.Index)
				}
			})
		}
	})
}
