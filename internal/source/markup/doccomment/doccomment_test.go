package doccomment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestRust(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "lib.rs", []markuptest.Case{
		{Name: "comments of an item and of its module", Source: "//! The [book](https://a.example/book).\n\n/// See [`Foo`](struct.Foo.html#x), or\n/// <https://b.example/>.\nfn f<'a>() {}\n", Want: []string{`1:16-38 https://a.example/book "book"`, `3:17-34 struct.Foo.html#x "foo"`, `4:6-24 https://b.example/ "httpsbexample"`}},
		{Name: "attributes", Source: "#[doc = \"The \\\"[a](/a)\\\" page\"]\n#![doc = r#\"[b](/b)\"#]\n/// [c][d]\n#[doc = \"\\n[d]: /d\"]\nfn f() {}\n", Want: []string{`1:20-22 /a "a"`, `2:17-19 /b "b"`, `4:17-19 /d "c"`}},
		{Name: "no documentation", Source: "// [a](/a)\n//// [b](/b)\n/* [c](/c) */\n/*** [d](/d) */\n/**/\nlet s = \"/// [e](/e)\n/// [f](/f)\";\nlet c = '\"'; let r = r#\"\"/// [g](/g)\"#;\n// https://h.example/\n"},
		{Name: "a character and a lifetime", Source: "fn f<'a>(x: &'a str) -> char { '\\'' }\n/// [a](/a)\nconst Q: char = '\"';\n/// [b](/b)\n", Want: []string{`2:9-11 /a "a"`, `4:9-11 /b "b"`}},
	})
}

func TestJava(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "A.java", []markuptest.Case{
		{Name: "HTML", Source: "/**\n * See <a href=\"../b/B.html#x\">the {@code B}</a>.\n *\n * @see <a href='https://a.example/x'>the\n *      spec</a>\n */\nclass A {}\n", Want: []string{`2:17-30 ../b/B.html#x "theb"`, `4:18-37 https://a.example/x "thespec"`}},
		{Name: "without stars", Source: "  /**\n    See <a href=\"/a\">A</a>.\n   */\n", Want: []string{`2:18-20 /a "a"`}},
		{Name: "code", Source: "/** {@code <a href=\"/a\">A</a>} {@literal {<a href=\"/b\">} } <a href=\"/c\">C</a> */\n", Want: []string{`1:69-71 /c "c"`}},
		{Name: "no documentation", Source: "/* <a href=\"/a\">A</a> */\n// <a href=\"/b\">B</a>\nString s = \"/** <a href='/c'>C</a> */\";\nString t = \"\"\"\n  /** <a href='/d'>D</a> */\n  \"\"\";\nchar q = '\"';\n/** <a href=\"/e\">E</a> */\n", Want: []string{`8:14-16 /e "e"`}},
	})
}

func TestDoxygen(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.hpp", []markuptest.Case{
		{Name: "Markdown, HTML and URLs", Source: "/**\n * @brief See [a](/a) and <a href=\"/b\">B</a>.\n * \\param x  as in\n *           https://c.example/c.\n */\nint f(int x); /**< [d](/d) */\nint y; ///< [e](/e)\n//! [f](/f)\n/*! [g](/g) */\n", Want: []string{`2:19-21 /a "a"`, `2:36-38 /b "b"`, `4:14-33 https://c.example/c "httpscexamplec"`, `6:24-26 /d "d"`, `7:17-19 /e "e"`, `8:9-11 /f "f"`, `9:9-11 /g "g"`}},
		{Name: "code", Source: "/**\n * @code{.cpp}\n * // [a](/a)\n * @endcode\n * \\verbatim <a href=\"/b\">B</a> \\endverbatim\n * [c](/c)\n */\n", Want: []string{`6:8-10 /c "c"`}},
		{Name: "no documentation", Source: "/* [a](/a) */\n// [b](/b)\n///////////////// [c](/c)\nconst char *s = \"/** [d](/d) */\", *r = R\"x(/** [e](/e) */)x\";\n#error don't\n/** [f](/f) */\n", Want: []string{`6:9-11 /f "f"`}},
	})
}

func TestGoAndKotlin(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.go", []markuptest.Case{{
		Name:   "comments",
		Source: "// Package a is that of [RFC 1] and https://a.example/a.\n//\n// [RFC 1]: https://b.example/1\npackage a\n\nvar s = `\n// https://c.example/\n`\n",
		Want:   []string{`3:13-32 https://b.example/1 "rfc1"`, `1:37-56 https://a.example/a "httpsaexamplea"`},
	}})
	markuptest.Check(t, "a.kt", []markuptest.Case{{
		Name:   "comments",
		Source: "/** See [a](/a). */\nval s = \"\"\"\n/** [b](/b) */\n\"\"\"\n// [c](/c)\n",
		Want:   []string{`1:13-15 /a "a"`},
	}})
}

func TestJavaScript(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.ts", []markuptest.Case{
		{Name: "no documentation", Source: "/* [a](/a) */\n// [b](/b)\nf('a /** b /c */', `\n/** https://d.example/ */`)\n"},
	})
	markuptest.Check(t, "a.tsx", []markuptest.Case{{
		Name:   "JSX",
		Source: "/** [a](/a) */\nconst a = <p>Don't</p>\n/** [b](/b) */\n",
		Want:   []string{`1:9-11 /a "a"`, `3:9-11 /b "b"`},
	}})
}

// TestEndless reads comments and strings without an end, and a comment after them where the
// language allows one.
func TestEndless(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.c", []markuptest.Case{
		{Name: "a comment", Source: "/** [a](/a)"},
		{Name: "a character", Source: "'\\"},
		{Name: "a raw string", Source: "R\"x(\n/** [a](/a) */", Want: []string{`2:9-11 /a "a"`}},
		{Name: "marks alone", Source: "///\n/**/\n/***/\n//!<"},
	})
}

// FuzzComments reads programs with a comment before them, which changes no other comment.
func FuzzComments(f *testing.F) {
	var rawStrings strings.Builder // without their ends
	for i := range 100 {
		fmt.Fprintf(&rawStrings, "R\"%d(", i)
	}
	for _, seed := range []string{
		"/// See [a](/a).\n///\n/// [b]: /b\nfn f<'a>() {}\n", "/** <a href=\"/a\">{@code A}</a>\n * b */\nclass A {}\n",
		"//! [a](/a)\n#[doc = \"[b](/b)\\n\"]\n", "/// r#\"x\"# R\"x(y)x\" '\\'' \"\"\"z\"\"\"\n", "/* a */ /** @code b @endcode @image html c.png */\n", "val s = \"\"\"\n/** a", rawStrings.String(),
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
