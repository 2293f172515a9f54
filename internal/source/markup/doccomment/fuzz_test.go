package doccomment_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// FuzzComments reads programs with a comment before them, which changes no other comment.
func FuzzComments(f *testing.F) {
	for _, seed := range []string{
		"/// See [a](/a).\n///\n/// [b]: /b\nfn f<'a>() {}\n", "/** <a href=\"/a\">{@code A}</a>\n * b */\nclass A {}\n",
		"//! [a](/a)\n#[doc = \"[b](/b)\\n\"]\n", "/// r#\"x\"# R\"x(y)x\" '\\'' \"\"\"z\"\"\"\n", "/* a */ /** @code b @endcode @image html c.png */\n",
	} {
		for kind := range names {
			f.Add(kind, seed)
		}
	}
	f.Fuzz(func(t *testing.T, kind int, src string) {
		name := names[uint(kind)%uint(len(names))]
		markuptest.CheckParagraphs(t, name, src, "/** See <a href=\"/one/more/\">one more</a> here. */\nclass A {}\n", "/one/more/")
	})
}

// names are names of programs, one of each language that only this package reads.
var names = []string{"a.rs", "a.java", "a.kt", "a.go", "a.cpp"}
