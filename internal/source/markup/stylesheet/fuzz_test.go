package stylesheet_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

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
