package stylesheet_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestStylesheets(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.css", []markuptest.Case{
		{Name: "URLs", Source: "@import \"a.css\";\n@IMPORT url(b.css);\n.c{background:URL( 'c.png' ), url(\"d.png\")}\n", Want: []string{`1:10-15 a.css ""`, `2:13-18 b.css ""`, `3:21-26 c.png ""`, `3:36-41 d.png ""`}},
		{Name: "no URLs", Source: "/* url(a.png) */ .b{content:\"url(b.png)\"; curl(c.png); url(d.png\n} e{f:url(\"g.png\" h); i:url(a\\20.png)}"},
	})
	markuptest.Check(t, "a.scss", []markuptest.Case{{
		Name:   "Sass",
		Source: "@import \"part\";\n// url(no.png)\n.a { b: url(\"#{$base}/c.png\"); d: url('e.png'); f: url($g) }\n",
		Want:   []string{`3:14-28 */c.png ""`, `3:40-45 e.png ""`, `3:56-58 $g ""`},
	}})
	markuptest.Check(t, "a.html", []markuptest.Case{{
		Name:   "in HTML",
		Source: "<style>a{b:url(c.png)}</style><p style=\"d:url('e.png')\"><script>f(\"url(g.png)\")</script>",
		Want:   []string{`1:16-21 c.png ""`, `1:48-53 e.png ""`},
	}})
}

// FuzzStylesheet reads stylesheets with a rule before them, which changes nothing else.
func FuzzStylesheet(f *testing.F) {
	for _, seed := range []string{
		"@import \"a.css\";\n.b{c:url( 'd.png' ), url(e.png)}\n", "/* url(a) */ b{c:\"url(d)\"}\n", "// url(a)\n.b { c: url(\"#{$d}/e.png\") }\n", "a{b:url(c\\20d)}\n\"e\n",
	} {
		f.Add(true, seed)
		f.Add(false, seed)
	}
	f.Fuzz(func(t *testing.T, plain bool, src string) {
		name := "a.scss"
		if plain {
			name = "a.css"
		}
		markuptest.CheckParagraphs(t, name, src, "one { more: url(/one/more/) }", "/one/more/")
	})
}
