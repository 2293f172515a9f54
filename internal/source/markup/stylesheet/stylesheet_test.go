package stylesheet_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestStylesheets(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.css", []markuptest.Case{
		{
			Name:   "URLs",
			Source: "@import \"a.css\";\n@IMPORT url(b.css);\n.c{background:URL( 'c.png' ), url(\"d.png\")}\n",
			Want:   []string{`1:10-15 a.css ""`, `2:13-18 b.css ""`, `3:21-26 c.png ""`, `3:36-41 d.png ""`},
		},
		{
			Name:   "no URLs",
			Source: "/* url(a.png) */ .b{content:\"url(b.png)\"; curl(c.png); url(d.png\n} e{f:url(\"g.png\" h); i:url(a\\20.png)}",
		},
		{
			Name:   "two slashes",
			Source: "a{b:url(//c.example/d.png)} // e{f:url(g.png)}\n",
			Want:   []string{`1:9-26 //c.example/d.png ""`, `1:40-45 g.png ""`},
		},
		{Name: "without an end", Source: "a{b:url("},
		{Name: "a comment without an end", Source: "/* a{b:url(c.png)}", Want: []string{`1:12-17 c.png ""`}},
		{Name: "a string without an end", Source: "\"a\nb{c:url(d.png)}", Want: []string{`2:9-14 d.png ""`}},
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
