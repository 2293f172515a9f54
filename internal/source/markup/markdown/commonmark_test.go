package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestBlocksEndBrackets reads links whose brackets are in different blocks, and so are
// none.
func TestBlocksEndBrackets(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "a heading",
			Source: "# [a\n](/no)\n",
		},
		{
			Name:   "a heading after text",
			Source: "[a\n# ](/no)\n",
		},
		{
			Name:   "an underlined heading",
			Source: "[a\n---\n](/no)\n",
		},
		{
			Name:   "a thematic break",
			Source: "[a\n***\n](/no)\n",
		},
		{
			Name:   "a list item",
			Source: "[a\n- ](/no)\n",
		},
		{
			Name:   "the first item of a numbered list",
			Source: "[a\n1. ](/no)\n",
		},
		{
			Name:   "a number in a paragraph is no item",
			Source: "[a\n2. b](/x)\n",
			Want:   []string{`2:7-9 /x "a2b"`},
		},
		{
			Name:   "the second item of a list",
			Source: "1. [a\n2. ](/no)\n",
		},
		{
			Name:   "an empty item in a paragraph is none",
			Source: "[a\n*\n](/x)\n",
			Want:   []string{`3:3-5 /x "a"`},
		},
		{
			Name:   "a quote",
			Source: "[a\n> ](/no)\n",
		},
		{
			Name:   "a line of a quote without its mark",
			Source: "> [a\nb](/x)\n",
			Want:   []string{`2:4-6 /x "ab"`},
		},
		{
			Name:   "a quote in a list item",
			Source: "- > [a\n  > b](/x)\n",
			Want:   []string{`2:8-10 /x "ab"`},
		},
		{
			Name:   "an indented heading in a paragraph is none",
			Source: "[a\n    # b](/x)\n",
			Want:   []string{`2:10-12 /x "ab"`},
		},
		{
			Name:   "a destination",
			Source: "# [a](/no\n)\n",
		},
		{
			Name:   "a code span",
			Source: "# `a\n[b](/x)`\n",
			Want:   []string{`2:5-7 /x "b"`},
		},
	})
}

// TestIndentedCode reads code that blocks without an empty line end.
func TestIndentedCode(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "after a heading",
			Source: "# A\n    [a](/no)\n",
		},
		{
			Name:   "after a thematic break",
			Source: "a\n\n***\n    [a](/no)\n",
		},
		{
			Name:   "after an underlined heading",
			Source: "A\n===\n    [a](/no)\n",
		},
		{
			Name:   "after wide space in a list item",
			Source: "-     [a](/no)\n",
		},
		{
			Name:   "in a quote",
			Source: "a\n>     [a](/no)\n",
		},
		{
			Name:   "in a quote in a list item",
			Source: "1. >     [a](/no)\n",
		},
		{
			Name:   "after an empty list item",
			Source: "-\n\n    [a](/no)\n",
		},
		{
			Name:   "after the quote that holds a list",
			Source: "> - a\n\n    [a](/no)\n",
		},
		{
			Name:   "after a heading that ends a list",
			Source: "- a\n# B\n    [a](/no)\n",
		},
		{
			Name:   "after a thematic break that ends a list",
			Source: "1. a\n---\n    [a](/no)\n",
		},
	})
}

func TestFences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "a quoted mark does not close a fence",
			Source: "```\n> ```\n[a](/no)\n",
		},
		{
			Name:   "a quote mark in a fence in a list item",
			Source: "* ```\n  > [a](/no)\n  ```\n",
		},
		{
			Name:   "a fence in the outer one of two items",
			Source: "* - a\n  ~~~\n[a](/x)\n",
			Want:   []string{`3:5-7 /x "a"`},
		},
		{
			Name:   "an indented fence in an admonition of Python-Markdown",
			Source: "!!! note\n    ```\n\n    [a](/no)\n    ```\n",
		},
	})
}

// TestReferences resolves references as CommonMark does.
func TestReferences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "a link after a label without a definition",
			Source: "[a][](/x)\n",
			Want:   []string{`1:7-9 /x ""`},
		},
		{
			Name:   "a label that is the text of the next reference",
			Source: "[a][b][c]\n\n[c]: /x\n",
			Want:   []string{`3:6-8 /x "b"`},
		},
		{
			Name:   "a reference in brackets that would be a link",
			Source: "[a [b]](/no)\n\n[b]: /x\n",
			Want:   []string{`3:6-8 /x "b"`},
		},
		{
			Name:   "a URL in a label without a definition",
			Source: "[a][<https://b.example/>]\n",
			Want:   []string{`1:6-24 https://b.example/ "httpsbexample"`},
		},
		{
			Name:   "an escaped bracket in a label",
			Source: "[a][b\\](/no)\n",
		},
		{
			Name:   "a definition with more on its line",
			Source: "[a]\n\n[a]: /no more\n",
		},
		{
			Name:   "a definition with a title on the next line",
			Source: "[a]\n\n[a]: /x\n  'title'\n",
			Want:   []string{`3:6-8 /x "a"`},
		},
		{
			Name:   "a definition before its use",
			Source: "[a]: /x\n\n[b][a]\n",
			Want:   []string{`1:6-8 /x "b"`},
		},
		{
			Name:   "the first one of two definitions",
			Source: "[a]\n\n[a]: /x\n[a]: /y\n",
			Want:   []string{`3:6-8 /x "a"`},
		},
		{
			Name:   "a definition inside of a paragraph, as Python-Markdown reads it",
			Source: "[a] b\n[a]: /x\n",
			Want:   []string{`2:6-8 /x "a"`},
		},
		{
			Name:   "a title with a parenthesis",
			Source: "[a](/no (b(c))\n",
		},
		{
			Name:   "a link with an empty destination in the text of another",
			Source: "[a [b]()](/no)\n",
		},
	})
}
