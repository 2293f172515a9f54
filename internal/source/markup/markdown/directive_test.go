package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestDirectives reads the directives of MyST whose contents are Markdown.
func TestDirectives(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "a note",
			Source: "```{note}\nSee [a](/a).\n```\n\n    [b](/no)\n",
			Want:   []string{`2:9-11 /a "a"`},
		},
		{
			Name:   "directives in each other, and code",
			Source: "````{tab-set}\n```{tab-item} X\n[a](/a)\n```\n```python\n[b](/no)\n```\n[c](/c)\n````\n[d](/d)\n",
			Want:   []string{`3:5-7 /a "a"`, `8:5-7 /c "c"`, `10:5-7 /d "d"`},
		},
		{
			Name:   "a picture with a link",
			Source: "```{image} ../a.png\n:alt: A\n:target: /a\n```\n\n```{figure} b.png\n[b](/b)\n```\n",
			Want:   []string{`1:12-20 ../a.png ""`, `3:10-12 /a ""`, `6:13-18 b.png ""`, `7:5-7 /b "b"`},
		},
		{
			Name:   "a directive without an end",
			Source: "```{note}\n[a](/a)\n",
			Want:   []string{`2:5-7 /a "a"`},
		},
		{
			Name:   "an option outside of directives",
			Source: ":target: /no\n",
		},
		{
			Name:   "code",
			Source: "```{code-block} python\n[a](/no)\n```\n\n```{eval-rst}\n[a](/no)\n```\n\n```{.python}\n[a](/no)\n```\n\n```js {1}\n[a](/no)\n```\n",
		},
	})
}
