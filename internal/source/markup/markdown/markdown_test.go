package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestMarkdown(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "inline",
			Source: "See [the *guide*](guide.md \"A title\") now.\n",
			Want:   []string{`1:19-27 guide.md "theguide"`},
		},
		{
			Name:   "columns count code points",
			Source: "Grüße, [schön](ü.md)\n",
			Want:   []string{`1:16-20 ü.md "schön"`},
		},
		{
			Name:   "CRLF",
			Source: "one\r\n\r\n[two](x/)\r\n[three](y/)\r\n",
			Want:   []string{`3:7-9 x/ "two"`, `4:9-11 y/ "three"`},
		},
		{
			Name:   "byte order mark",
			Source: "\uFEFF[a](/b)\n",
			Want:   []string{`1:5-7 /b "a"`},
		},
		{
			Name:   "nested brackets",
			Source: "[a [b] c](/x)\n",
			Want:   []string{`1:11-13 /x "abc"`},
		},
		{
			Name:   "parentheses",
			Source: "[a](/x_(y)) (see [b](/z))\n",
			Want:   []string{`1:5-11 /x_(y) "a"`, `1:22-24 /z "b"`},
		},
		{
			Name:   "angle brackets",
			Source: "[a](<my file.md> 'x') [b](<>)\n",
			Want:   []string{`1:6-16 my file.md "a"`},
		},
		{
			Name:   "escapes",
			Source: "[a\\]](/x\\)y) \\[no](/z)\n",
			Want:   []string{`1:7-12 /x)y "a"`},
		},
		{
			Name:   "entities",
			Source: "[a](/x?a=1&amp;b=2)\n",
			Want:   []string{`1:5-19 /x?a=1&b=2 "a"`},
		},
		{
			Name:   "text over lines",
			Source: "[one\ntwo](/x)\n",
			Want:   []string{`2:6-8 /x "onetwo"`},
		},
		{
			Name:   "not over paragraphs",
			Source: "[one\n\ntwo](/x)\n",
		},
		{
			Name:   "destination on the next line",
			Source: "[one](\n/x\n)\n",
			Want:   []string{`2:1-3 /x "one"`},
		},
		{
			Name:   "no title",
			Source: "[a](/x y)\n",
		},
		{
			Name:   "image",
			Source: "![alt](a.png) [![t](b.png) w](/x)\n",
			Want: []string{
				`1:8-13 a.png "alt"`, `1:31-33 /x "tw"`, `1:21-26 b.png "t"`,
			},
		},
		{
			Name:   "angle brackets without end",
			Source: "[a](<1 \\> [c](<2\n[e](<3>) [g](<4\n\n[i](<5>)\n",
			Want:   []string{`2:6-7 3 "e"`, `4:6-7 5 "i"`},
		},
		{
			Name:   "references",
			Source: "[full][r] [r][] [r] [none]\n\n[R]: <my url> \"t\"\n[r]: second\n",
			Want: []string{
				`3:7-13 my url "full"`, `3:7-13 my url "r"`, `3:7-13 my url "r"`,
			},
		},
		{
			Name:   "a definition without a use",
			Source: "[r]: /x\n",
		},
		{
			Name:   "a definition on two lines",
			Source: "[a]\n\n[a]:\n  /x\n",
			Want:   []string{`4:3-5 /x "a"`},
		},
		{
			Name:   "a footnote is no definition",
			Source: "x[^1]\n\n[^1]: See [y](/z)\n",
			Want:   []string{`3:15-17 /z "y"`},
		},
		{
			Name:   "a label that nothing defines",
			Source: "[a][b](/x) [c][d](/y)\n\n[d]: /z\n",
			Want:   []string{`1:8-10 /x "b"`, `3:6-8 /z "c"`},
		},
		{
			Name:   "a link in a link",
			Source: "[a [b](/x)](/no) ![c [d](/y)](/z)\n",
			Want:   []string{`1:8-10 /x "b"`, `1:31-33 /z "cd"`, `1:26-28 /y "d"`},
		},
		{
			Name:   "an indented end of a fence",
			Source: "```\n    ```\n[a](/no)\n```\n[b](/y)\n",
			Want:   []string{`5:5-7 /y "b"`},
		},
		{
			Name:   "autolink",
			Source: "<https://a.example/x> <mailto:a@b.example>\n",
			Want: []string{
				`1:2-21 https://a.example/x "httpsaexamplex"`, `1:24-42 mailto:a@b.example "mailtoabexample"`,
			},
		},
		{
			Name:   "bare URLs",
			Source: "See https://a.example/x_(y), (https://b.example/) or www.c.example.\n",
			Want: []string{
				`1:5-28 https://a.example/x_(y) "httpsaexamplexy"`, `1:31-49 https://b.example/ "httpsbexample"`, `1:54-67 www.c.example "wwwcexample"`,
			},
		},
		{
			Name:   "a bare URL as the text of a link",
			Source: "[https://a.example/](https://a.example/)\n",
			Want:   []string{`1:22-40 https://a.example/ "httpsaexample"`},
		},
		{
			Name:   "code spans",
			Source: "`[a](/x)` ``[b](/`y)`` `[c](/z)\n",
			Want:   []string{`1:29-31 /z "c"`},
		},
		{
			Name:   "code in the text",
			Source: "[the `knife`](/x)\n",
			Want:   []string{`1:15-17 /x "theknife"`},
		},
		{
			Name:   "a fence",
			Source: "```md\n[a](/x)\n```\n[b](/y)\n~~~\n[c](/z)\n```\n~~~\n[d](/w)\n",
			Want:   []string{`4:5-7 /y "b"`, `9:5-7 /w "d"`},
		},
		{
			Name:   "a longer fence",
			Source: "````\n```\n[a](/x)\n````\n[b](/y)\n",
			Want:   []string{`5:5-7 /y "b"`},
		},
		{
			Name:   "a fence in a list",
			Source: "- x\n\n  ```\n  [a](/x)\n  ```\n- [b](/y)\n",
			Want:   []string{`6:7-9 /y "b"`},
		},
		{
			Name:   "a fence that its list ends",
			Source: "- ```\n  [a](/x)\n\n[b](/y)\n",
			Want:   []string{`4:5-7 /y "b"`},
		},
		{
			Name:   "a fence that its quote ends",
			Source: "> ```\n> [a](/x)\n\n[b](/y)\n",
			Want:   []string{`4:5-7 /y "b"`},
		},
		{
			Name:   "a fence without an end",
			Source: "```\n[a](/x)\n",
		},
		{
			Name:   "indented code",
			Source: "x\n\n    [a](/x)\n\n[b](/y)\n",
			Want:   []string{`5:5-7 /y "b"`},
		},
		{
			Name:   "indentation in a paragraph",
			Source: "x\n    [a](/x)\n",
			Want:   []string{`2:9-11 /x "a"`},
		},
		{
			Name:   "indentation in a list",
			Source: "- x\n\n    [a](/x)\n\n      [code](/y)\n",
			Want:   []string{`3:9-11 /x "a"`},
		},
		{
			Name:   "a quote",
			Source: "> [a](/x)\n> - [b](/y)\n",
			Want:   []string{`1:7-9 /x "a"`, `2:9-11 /y "b"`},
		},
		{
			Name:   "a table",
			Source: "| a | b |\n|---|---|\n| [x](/x) | ![p](p.png) |\n",
			Want:   []string{`3:7-9 /x "x"`, `3:18-23 p.png "p"`},
		},
		{
			Name:   "comments",
			Source: "<!-- [a](/x)\n\n[b](/y) -->[c](/z)\n",
			Want:   []string{`3:16-18 /z "c"`},
		},
		{
			Name:   "a fence in a comment",
			Source: "<!--\n```\n-->\n[a](/x)\n",
			Want:   []string{`4:5-7 /x "a"`},
		},
		{
			Name:   "a comment in a fence",
			Source: "```\n<!--\n```\n[a](/x)\n",
			Want:   []string{`4:5-7 /x "a"`},
		},
		{
			Name:   "a comment in code",
			Source: "`<!--` [a](/x) `-->`\n",
			Want:   []string{`1:12-14 /x "a"`},
		},
		{
			Name:   "a definition in a comment",
			Source: "[a] [b]\n\n<!--\n[a]: /no\n-->\n[b]: /y\n",
			Want:   []string{`6:6-8 /y "b"`},
		},
		{
			Name:   "a definition in a fence",
			Source: "[a] [b]\n\n```\n[a]: /no\n```\n\n    [a]: /no\n\n[b]: /y\n",
			Want:   []string{`9:6-8 /y "b"`},
		},
		{
			Name:   "preformatted text",
			Source: "<pre>\n[a](/no)\n\n[b](/no) <a href=\"/x\">x</a>\n</pre>\n[c](/y)\n",
			Want:   []string{`4:19-21 /x "x"`, `6:5-7 /y "c"`},
		},
		{
			Name:   "comments of generators",
			Source: "{%- comment -%}\n[a](/no)\n{%- endcomment -%}\n{{< comment >}}\n[a](/no)\n{{< /comment >}}\n{{% comment %}}\n[a](/no)\n{{% /comment %}}\n[b](/y)\n",
			Want:   []string{`10:5-7 /y "b"`},
		},
		{
			Name:   "HTML",
			Source: "<a class=x href=\"/x\">the <b>text</b></a> <img src='a.png' alt=\"A\">\n",
			Want:   []string{`1:18-20 /x "thetext"`, `1:52-57 a.png "a"`},
		},
		{
			Name:   "HTML over lines",
			Source: "<a\n  href=\"/x\">t</a>\n",
			Want:   []string{`2:9-11 /x "t"`},
		},
		{
			Name:   "an element that is none",
			Source: "a < b [c](/x) <3\n",
			Want:   []string{`1:11-13 /x "c"`},
		},
		{
			Name:   "front matter",
			Source: "---\ntitle: T\nimage: /cover.png\n---\n[a](/x)\n",
			Want:   []string{`3:8-18 /cover.png "t"`, `5:5-7 /x "a"`},
		},
		{
			Name:   "a shortcode as the destination",
			Source: "[a]({{< ref \"install.md#linux\" >}}) [b]({{% relref 'x.md' %}} \"t\")\n",
			Want: []string{
				`1:5-35 install.md#linux "a"`, `1:41-62 x.md "b"`,
			},
		},
		{
			Name:   "a shortcode with a destination",
			Source: "{{< figure src=\"/a.png\" title=\"An A\" >}}\n",
			Want:   []string{`1:17-23 /a.png "ana"`},
		},
		{
			Name:   "Liquid",
			Source: "[a]({% link _posts/2024-01-02-x.md %}) [b]({{ site.baseurl }}/y/) [c]({% post_url 2024-01-02-x %})\n",
			Want: []string{
				`1:5-38 /_posts/2024-01-02-x.md "a"`, `1:44-65 */y/ "b"`, `1:71-98 /2024-01-02-x "c"`,
			},
		},
		{
			Name:   "highlighted code",
			Source: "{% highlight md %}\n[a](/x)\n{% endhighlight %}\n[b](/y)\n",
			Want:   []string{`4:5-7 /y "b"`},
		},
		{
			Name:   "Docusaurus",
			Source: "[a](@site/docs/x.md) [b](pathname:///y.pdf)\n",
			Want:   []string{`1:5-20 /docs/x.md "a"`, `1:26-43 /y.pdf "b"`},
		},
	})
}

func TestMDX(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.mdx", []markuptest.Case{
		{
			Name:   "components",
			Source: "<LinkCard title=\"All of it\" href=\"/all/\" />\n<Link to={'/x'}>text</Link>\n",
			Want:   []string{`1:35-40 /all/ "allofit"`, `2:12-14 /x "text"`},
		},
		{
			Name:   "a template string",
			Source: "<Link to={`${base}/x/`}>t</Link>\n",
			Want:   []string{`1:12-22 */x/ "t"`},
		},
		{
			Name:   "links in components",
			Source: "<Card title=\"T\">See [x](/x).</Card>\n",
			Want:   []string{`1:25-27 /x "x"`},
		},
		{
			Name:   "comments",
			Source: "{/* [a](/x) */}\n[b](/y)\n",
			Want:   []string{`2:5-7 /y "b"`},
		},
		{
			Name:   "no indented code",
			Source: "<Steps>\n\n    [a](/x)\n\n</Steps>\n",
			Want:   []string{`3:9-11 /x "a"`},
		},
	})
}
