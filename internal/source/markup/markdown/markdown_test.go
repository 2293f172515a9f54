package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestMarkdown(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "inline", Source: "See [the *guide*](guide.md \"A title\") now.\n", Want: []string{`1:19-27 guide.md "theguide"`}},
		{Name: "columns count code points", Source: "Grüße, [schön](ü.md)\n", Want: []string{`1:16-20 ü.md "schön"`}},
		{Name: "CRLF", Source: "one\r\n\r\n[two](x/)\r\n[three](y/)\r\n", Want: []string{`3:7-9 x/ "two"`, `4:9-11 y/ "three"`}},
		{Name: "parentheses", Source: "[a](/x_(y)) (see [b](/z))\n", Want: []string{`1:5-11 /x_(y) "a"`, `1:22-24 /z "b"`}},
		{Name: "escapes", Source: "[a\\]](/x\\)y) \\[no](/z)\n", Want: []string{`1:7-12 /x)y "a"`}},
		{Name: "image", Source: "![alt](a.png) [![t](b.png) w](/x)\n", Want: []string{`1:8-13 a.png "alt"`, `1:31-33 /x "tw"`, `1:21-26 b.png "t"`}},
		{Name: "angle brackets without end", Source: "[a](<1 \\> [c](<2\n[e](<3>) [g](<4\n\n[i](<5>)\n", Want: []string{`2:6-7 3 "e"`, `4:6-7 5 "i"`}},
		{Name: "references", Source: "[full][r] [r][] [r] [none]\n\n[R]: <my url> \"t\"\n[r]: second\n", Want: []string{`3:7-13 my url "full"`, `3:7-13 my url "r"`, `3:7-13 my url "r"`}},
		{Name: "autolink", Source: "<https://a.example/x> <mailto:a@b.example>\n", Want: []string{`1:2-21 https://a.example/x "httpsaexamplex"`, `1:24-42 mailto:a@b.example "mailtoabexample"`}},
		{Name: "bare URLs", Source: "See https://a.example/x_(y), (https://b.example/) or www.c.example.\n", Want: []string{`1:5-28 https://a.example/x_(y) "httpsaexamplexy"`, `1:31-49 https://b.example/ "httpsbexample"`, `1:54-67 www.c.example "wwwcexample"`}},
		{Name: "a bare URL as the text of a link", Source: "[https://a.example/](https://a.example/)\n", Want: []string{`1:22-40 https://a.example/ "httpsaexample"`}},
		{Name: "code spans", Source: "`[a](/x)` ``[b](/`y)`` `[c](/z)\n", Want: []string{`1:29-31 /z "c"`}},
		{Name: "a fence", Source: "```md\n[a](/x)\n```\n[b](/y)\n~~~\n[c](/z)\n```\n~~~\n[d](/w)\n", Want: []string{`4:5-7 /y "b"`, `9:5-7 /w "d"`}},
		{Name: "a fence that its quote ends", Source: "> ```\n> [a](/x)\n\n[b](/y)\n", Want: []string{`4:5-7 /y "b"`}},
		{Name: "indented code", Source: "x\n\n    [a](/x)\n\n[b](/y)\n", Want: []string{`5:5-7 /y "b"`}},
		{Name: "a definition in a comment", Source: "[a] [b]\n\n<!--\n[a]: /no\n-->\n[b]: /y\n", Want: []string{`6:6-8 /y "b"`}},
		{Name: "preformatted text", Source: "<pre>\n[a](/no)\n\n[b](/no) <a href=\"/x\">x</a>\n</pre>\n[c](/y)\n", Want: []string{`4:19-21 /x "x"`, `6:5-7 /y "c"`}},
		{Name: "comments of generators", Source: "{%- comment -%}\n[a](/no)\n{%- endcomment -%}\n{{< comment >}}\n[a](/no)\n{{< /comment >}}\n{{% comment %}}\n[a](/no)\n{{% /comment %}}\n[b](/y)\n", Want: []string{`10:5-7 /y "b"`}},
		{Name: "HTML", Source: "<a class=x href=\"/x\">the <b>text</b></a> <img src='a.png' alt=\"A\">\n", Want: []string{`1:18-20 /x "thetext"`, `1:52-57 a.png "a"`}},
		{Name: "front matter", Source: "---\ntitle: T\nimage: /cover.png\n---\n[a](/x)\n", Want: []string{`3:8-18 /cover.png "t"`, `5:5-7 /x "a"`}},
		{Name: "a shortcode as the destination", Source: "[a]({{< ref \"install.md#linux\" >}}) [b]({{% relref 'x.md' %}} \"t\")\n", Want: []string{`1:5-35 install.md#linux "a"`, `1:41-62 x.md "b"`}},
		{Name: "Liquid", Source: "[a]({% link _posts/2024-01-02-x.md %}) [b]({{ site.baseurl }}/y/) [c]({% post_url 2024-01-02-x %})\n", Want: []string{`1:5-38 /_posts/2024-01-02-x.md "a"`, `1:44-65 */y/ "b"`, `1:71-98 /2024-01-02-x "c"`}},
		{Name: "Docusaurus", Source: "[a](@site/docs/x.md) [b](pathname:///y.pdf)\n", Want: []string{`1:5-20 /docs/x.md "a"`, `1:26-43 /y.pdf "b"`}},
	})
}

func TestMDX(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.mdx", []markuptest.Case{
		{Name: "components", Source: "<LinkCard title=\"All of it\" href=\"/all/\" />\n<Link to={'/x'}>text</Link>\n", Want: []string{`1:35-40 /all/ "allofit"`, `2:12-14 /x "text"`}},
	})
}

// TestBlocksEndBrackets reads links whose brackets are in different blocks, and so are
// none.
func TestBlocksEndBrackets(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "a heading", Source: "# [a\n](/no)\n"},
		{Name: "a list item", Source: "[a\n- ](/no)\n"},
		{Name: "a quote", Source: "[a\n> ](/no)\n"},
		{Name: "a destination", Source: "# [a](/no\n)\n"},
	})
}

// TestIndentedCode reads code that blocks without an empty line end.
func TestIndentedCode(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "after wide space in a list item", Source: "-     [a](/no)\n"},
	})
}

func TestFences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "a quoted mark does not close a fence", Source: "```\n> ```\n[a](/no)\n"},
		{Name: "a fence in the outer one of two items", Source: "* - a\n  ~~~\n[a](/x)\n", Want: []string{`3:5-7 /x "a"`}},
	})
}

// TestReferences resolves references as CommonMark does.
func TestReferences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "a definition with more on its line", Source: "[a]\n\n[a]: /no more\n"},
		{Name: "a title with a parenthesis", Source: "[a](/no (b(c))\n"},
	})
}

// TestComponents reads the components of MDC, which Nuxt adds to Markdown.
func TestComponents(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "properties in braces", Source: "::card{to=\"/a\" title=\"The A\"}\nSee [b](/b).\n::\n\n:button[Go on]{to='/c' color=\"red\"} and :icon{name=x}\n", Want: []string{`1:12-14 /a "thea"`, `2:9-11 /b "b"`, `5:20-22 /c "goon"`}},
		{Name: "colons in a text", Source: "a:b{to=\"/no\"} :smile: 12:30{to=\"/no\"} ::: {to=\"/no\"} :x[a](/a)\n\n```\n::card{to=\"/no\"}\n```\n", Want: []string{`1:60-62 /a "a"`}},
	})
}

// TestContainers reads the indented contents of admonitions, tabs, footnotes and
// definitions.
func TestContainers(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "an admonition", Source: "!!! note \"See [t](/t)\"\n\n    A [a](/a).\n\n    A [b][r].\n\n    [r]: /b\n\n        [c](/no)\n\n[d](/d)\n", Want: []string{`1:19-21 /t "t"`, `3:11-13 /a "a"`, `7:10-12 /b "b"`, `11:5-7 /d "d"`}},
		{Name: "a folded admonition", Source: "??? tip\n    [a](/a)\n\n???+ tip\n\n    - [b](/b)\n\n        [c](/c)\n", Want: []string{`2:9-11 /a "a"`, `6:11-13 /b "b"`, `8:13-15 /c "c"`}},
		{Name: "a footnote", Source: "a[^1]\n\n[^1]: [a](/a)\n\n    [b](/b)\n\n[^long]:\n    c\n\n    [c](/c)\n\n        [d](/no)\n", Want: []string{`3:11-13 /a "a"`, `5:9-11 /b "b"`, `10:9-11 /c "c"`}},
		{Name: "the definition of a term", Source: "term\n:   [a](/a)\n\n    [b](/b)\n\nterm\n\n: c\n\n    [c](/c)\n", Want: []string{`2:9-11 /a "a"`, `4:9-11 /b "b"`, `10:9-11 /c "c"`}},
	})
}

// TestNoContainers reads lines that only look like the beginning of one: what is indented
// below them is code.
func TestNoContainers(t *testing.T) {
	t.Parallel()
	code := "\n\n    [a](/no)\n"
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "an empty footnote", Source: "[^]: a" + code},
	})
}

// TestDirectives reads the directives of MyST whose contents are Markdown.
func TestDirectives(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{Name: "a note", Source: "```{note}\nSee [a](/a).\n```\n\n    [b](/no)\n", Want: []string{`2:9-11 /a "a"`}},
		{Name: "a picture with a link", Source: "```{image} ../a.png\n:alt: A\n:target: /a\n```\n\n```{figure} b.png\n[b](/b)\n```\n", Want: []string{`1:12-20 ../a.png ""`, `3:10-12 /a ""`, `6:13-18 b.png ""`, `7:5-7 /b "b"`}},
		{Name: "code", Source: "```{code-block} python\n[a](/no)\n```\n\n```{eval-rst}\n[a](/no)\n```\n\n```{.python}\n[a](/no)\n```\n\n```js {1}\n[a](/no)\n```\n"},
	})
}
