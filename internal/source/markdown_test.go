package source

import "testing"

func TestMarkdown(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "page.md", []syntaxTest{
		{"inline", "See [the *guide*](guide.md \"A title\") now.\n", []string{`1:19-27 guide.md "theguide"`}},
		{"columns count code points", "Grüße, [schön](ü.md)\n", []string{`1:16-20 ü.md "schön"`}},
		{"CRLF", "one\r\n\r\n[two](x/)\r\n[three](y/)\r\n", []string{`3:7-9 x/ "two"`, `4:9-11 y/ "three"`}},
		{"byte order mark", "\uFEFF[a](/b)\n", []string{`1:5-7 /b "a"`}},
		{"nested brackets", "[a [b] c](/x)\n", []string{`1:11-13 /x "abc"`}},
		{"parentheses", "[a](/x_(y)) (see [b](/z))\n", []string{`1:5-11 /x_(y) "a"`, `1:22-24 /z "b"`}},
		{"angle brackets", "[a](<my file.md> 'x') [b](<>)\n", []string{`1:6-16 my file.md "a"`}},
		{"escapes", "[a\\]](/x\\)y) \\[no](/z)\n", []string{`1:7-12 /x)y "a"`}},
		{"entities", "[a](/x?a=1&amp;b=2)\n", []string{`1:5-19 /x?a=1&b=2 "a"`}},
		{"text over lines", "[one\ntwo](/x)\n", []string{`2:6-8 /x "onetwo"`}},
		{"not over paragraphs", "[one\n\ntwo](/x)\n", nil},
		{"destination on the next line", "[one](\n/x\n)\n", []string{`2:1-3 /x "one"`}},
		{"no title", "[a](/x y)\n", nil},
		{"image", "![alt](a.png) [![t](b.png) w](/x)\n", []string{
			`1:8-13 a.png "alt"`, `1:31-33 /x "tw"`, `1:21-26 b.png "t"`,
		}},
		{"angle brackets without end", "[a](<1 \\> [c](<2\n[e](<3>) [g](<4\n\n[i](<5>)\n", []string{`2:6-7 3 "e"`, `4:6-7 5 "i"`}},
		{"references", "[full][r] [r][] [r] [none]\n\n[R]: <my url> \"t\"\n[r]: second\n", []string{
			`3:7-13 my url "full"`, `3:7-13 my url "r"`, `3:7-13 my url "r"`,
		}},
		{"a definition without a use", "[r]: /x\n", nil},
		{"a definition on two lines", "[a]\n\n[a]:\n  /x\n", []string{`4:3-5 /x "a"`}},
		{"a footnote is no definition", "x[^1]\n\n[^1]: See [y](/z)\n", []string{`3:15-17 /z "y"`}},
		{"a label that nothing defines", "[a][b](/x) [c][d](/y)\n\n[d]: /z\n", []string{`1:8-10 /x "b"`, `3:6-8 /z "c"`}},
		{"a link in a link", "[a [b](/x)](/no) ![c [d](/y)](/z)\n", []string{`1:8-10 /x "b"`, `1:31-33 /z "cd"`, `1:26-28 /y "d"`}},
		{"an indented end of a fence", "```\n    ```\n[a](/no)\n```\n[b](/y)\n", []string{`5:5-7 /y "b"`}},
		{"autolink", "<https://a.example/x> <mailto:a@b.example>\n", []string{
			`1:2-21 https://a.example/x "httpsaexamplex"`, `1:24-42 mailto:a@b.example "mailtoabexample"`,
		}},
		{"bare URLs", "See https://a.example/x_(y), (https://b.example/) or www.c.example.\n", []string{
			`1:5-28 https://a.example/x_(y) "httpsaexamplexy"`, `1:31-49 https://b.example/ "httpsbexample"`, `1:54-67 www.c.example "wwwcexample"`,
		}},
		{"a bare URL as the text of a link", "[https://a.example/](https://a.example/)\n", []string{`1:22-40 https://a.example/ "httpsaexample"`}},
		{"code spans", "`[a](/x)` ``[b](/`y)`` `[c](/z)\n", []string{`1:29-31 /z "c"`}},
		{"code in the text", "[the `knife`](/x)\n", []string{`1:15-17 /x "theknife"`}},
		{"a fence", "```md\n[a](/x)\n```\n[b](/y)\n~~~\n[c](/z)\n```\n~~~\n[d](/w)\n", []string{`4:5-7 /y "b"`, `9:5-7 /w "d"`}},
		{"a longer fence", "````\n```\n[a](/x)\n````\n[b](/y)\n", []string{`5:5-7 /y "b"`}},
		{"a fence in a list", "- x\n\n  ```\n  [a](/x)\n  ```\n- [b](/y)\n", []string{`6:7-9 /y "b"`}},
		{"a fence that its list ends", "- ```\n  [a](/x)\n\n[b](/y)\n", []string{`4:5-7 /y "b"`}},
		{"a fence that its quote ends", "> ```\n> [a](/x)\n\n[b](/y)\n", []string{`4:5-7 /y "b"`}},
		{"a fence without an end", "```\n[a](/x)\n", nil},
		{"indented code", "x\n\n    [a](/x)\n\n[b](/y)\n", []string{`5:5-7 /y "b"`}},
		{"indentation in a paragraph", "x\n    [a](/x)\n", []string{`2:9-11 /x "a"`}},
		{"indentation in a list", "- x\n\n    [a](/x)\n\n      [code](/y)\n", []string{`3:9-11 /x "a"`}},
		{"a quote", "> [a](/x)\n> - [b](/y)\n", []string{`1:7-9 /x "a"`, `2:9-11 /y "b"`}},
		{"a table", "| a | b |\n|---|---|\n| [x](/x) | ![p](p.png) |\n", []string{`3:7-9 /x "x"`, `3:18-23 p.png "p"`}},
		{"comments", "<!-- [a](/x)\n\n[b](/y) -->[c](/z)\n", []string{`3:16-18 /z "c"`}},
		{"a fence in a comment", "<!--\n```\n-->\n[a](/x)\n", []string{`4:5-7 /x "a"`}},
		{"a comment in a fence", "```\n<!--\n```\n[a](/x)\n", []string{`4:5-7 /x "a"`}},
		{"a comment in code", "`<!--` [a](/x) `-->`\n", []string{`1:12-14 /x "a"`}},
		{"a definition in a comment", "[a] [b]\n\n<!--\n[a]: /no\n-->\n[b]: /y\n", []string{`6:6-8 /y "b"`}},
		{"a definition in a fence", "[a] [b]\n\n```\n[a]: /no\n```\n\n    [a]: /no\n\n[b]: /y\n", []string{`9:6-8 /y "b"`}},
		{"preformatted text", "<pre>\n[a](/no)\n\n[b](/no) <a href=\"/x\">x</a>\n</pre>\n[c](/y)\n", []string{`4:19-21 /x "x"`, `6:5-7 /y "c"`}},
		{"comments of generators", "{%- comment -%}\n[a](/no)\n{%- endcomment -%}\n{{< comment >}}\n[a](/no)\n{{< /comment >}}\n{{% comment %}}\n[a](/no)\n{{% /comment %}}\n[b](/y)\n", []string{`10:5-7 /y "b"`}},
		{"HTML", "<a class=x href=\"/x\">the <b>text</b></a> <img src='a.png' alt=\"A\">\n", []string{`1:18-20 /x "thetext"`, `1:52-57 a.png "a"`}},
		{"HTML over lines", "<a\n  href=\"/x\">t</a>\n", []string{`2:9-11 /x "t"`}},
		{"an element that is none", "a < b [c](/x) <3\n", []string{`1:11-13 /x "c"`}},
		{"front matter", "---\ntitle: T\nimage: /cover.png\n---\n[a](/x)\n", []string{`3:8-18 /cover.png "t"`, `5:5-7 /x "a"`}},
		{"a shortcode as the destination", "[a]({{< ref \"install.md#linux\" >}}) [b]({{% relref 'x.md' %}} \"t\")\n", []string{
			`1:5-35 install.md#linux "a"`, `1:41-62 x.md "b"`,
		}},
		{"a shortcode with a destination", "{{< figure src=\"/a.png\" title=\"An A\" >}}\n", []string{`1:17-23 /a.png "ana"`}},
		{"Liquid", "[a]({% link _posts/2024-01-02-x.md %}) [b]({{ site.baseurl }}/y/) [c]({% post_url 2024-01-02-x %})\n", []string{
			`1:5-38 /_posts/2024-01-02-x.md "a"`, `1:44-65 */y/ "b"`, `1:71-98 /2024-01-02-x "c"`,
		}},
		{"highlighted code", "{% highlight md %}\n[a](/x)\n{% endhighlight %}\n[b](/y)\n", []string{`4:5-7 /y "b"`}},
		{"Docusaurus", "[a](@site/docs/x.md) [b](pathname:///y.pdf)\n", []string{`1:5-20 /docs/x.md "a"`, `1:26-43 /y.pdf "b"`}},
	})
}

func TestMDX(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "page.mdx", []syntaxTest{
		{"components", "<LinkCard title=\"All of it\" href=\"/all/\" />\n<Link to={'/x'}>text</Link>\n", []string{`1:35-40 /all/ "allofit"`, `2:12-14 /x "text"`}},
		{"a template string", "<Link to={`${base}/x/`}>t</Link>\n", []string{`1:12-22 */x/ "t"`}},
		{"links in components", "<Card title=\"T\">See [x](/x).</Card>\n", []string{`1:25-27 /x "x"`}},
		{"comments", "{/* [a](/x) */}\n[b](/y)\n", []string{`2:5-7 /y "b"`}},
		{"no indented code", "<Steps>\n\n    [a](/x)\n\n</Steps>\n", []string{`3:9-11 /x "a"`}},
	})
}
