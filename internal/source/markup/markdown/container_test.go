package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestContainers reads the indented contents of admonitions, tabs, footnotes and
// definitions.
func TestContainers(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "an admonition",
			Source: "!!! note \"See [t](/t)\"\n\n    A [a](/a).\n\n    A [b][r].\n\n    [r]: /b\n\n        [c](/no)\n\n[d](/d)\n",
			Want:   []string{`1:19-21 /t "t"`, `3:11-13 /a "a"`, `7:10-12 /b "b"`, `11:5-7 /d "d"`},
		},
		{
			Name:   "a folded admonition",
			Source: "??? tip\n    [a](/a)\n\n???+ tip\n\n    - [b](/b)\n\n        [c](/c)\n",
			Want:   []string{`2:9-11 /a "a"`, `6:11-13 /b "b"`, `8:13-15 /c "c"`},
		},
		{
			Name:   "an admonition in a tab",
			Source: "=== \"A\"\n\n    !!! note\n\n        [a](/a)\n\n    [b](/b)\n\n===! \"B\"\n\n    [c](/c)\n",
			Want:   []string{`5:13-15 /a "a"`, `7:9-11 /b "b"`, `11:9-11 /c "c"`},
		},
		{
			Name:   "an admonition in a list item",
			Source: "1. a\n\n    !!! note\n\n        [a](/a)\n\n            [b](/no)\n",
			Want:   []string{`5:13-15 /a "a"`},
		},
		{
			Name:   "a footnote",
			Source: "a[^1]\n\n[^1]: [a](/a)\n\n    [b](/b)\n\n[^long]:\n    c\n\n    [c](/c)\n\n        [d](/no)\n",
			Want:   []string{`3:11-13 /a "a"`, `5:9-11 /b "b"`, `10:9-11 /c "c"`},
		},
		{
			Name:   "the definition of a term",
			Source: "term\n:   [a](/a)\n\n    [b](/b)\n\nterm\n\n: c\n\n    [c](/c)\n",
			Want:   []string{`2:9-11 /a "a"`, `4:9-11 /b "b"`, `10:9-11 /c "c"`},
		},
	})
}

// TestNoContainers reads lines that only look like the beginning of one: what is indented
// below them is code.
func TestNoContainers(t *testing.T) {
	t.Parallel()
	code := "\n\n    [a](/no)\n"
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "exclamation marks", Source: "!!!" + code},
		{Name: "exclamation marks at a word", Source: "!!!note" + code},
		{Name: "question marks", Source: "???" + code},
		{Name: "what a question ends with", Source: "what ??? note" + code},
		{Name: "an underline", Source: "a\n===" + code},
		{Name: "a comparison", Source: "=== a" + code},
		{Name: "a colon", Source: ":" + code},
		{Name: "a fenced block", Source: "::: note" + code},
		{Name: "a definition of a link", Source: "[1]: /b" + code},
		{Name: "a footnote in a text", Source: "[^1] a" + code},
		{Name: "an empty footnote", Source: "[^]: a" + code},
		{Name: "what indentation makes code", Source: "a\n\n    !!! note\n\n        [a](/no)\n"},
	})
}
