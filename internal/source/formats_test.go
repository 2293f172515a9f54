package source

import "testing"

func TestMarkup(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "layout.html", []syntaxTest{
		{"a picture as the text", "<a href='/x'><img src=a.png alt=\"The A\"></a><a href='/y'><img alt=b></a>", []string{`1:10-12 /x "thea"`, `1:23-28 a.png "thea"`, `1:54-56 /y "b"`}},
		{"plain", "<p><a href='/x'>the <i>x</i></a>\n<img src=a.png alt=\"An A\">\n", []string{`1:13-15 /x "thex"`, `2:10-15 a.png "ana"`}},
		{"CRLF", "<p>\r\n<a\r\n href=\"/ü\">ü</a>", []string{`3:8-10 /ü "ü"`}},
		{"Go templates", "<a href=\"{{ \"x/\" | relURL }}\">X</a><a href=\"{{ .Site.BaseURL }}y/\">Y</a>{{/* <a href=/no> */}}", []string{
			`1:10-29 x/ "x"`, `1:45-66 *y/ "y"`,
		}},
		{"Liquid", "<a href=\"{{ '/x/' | relative_url }}\">X</a>{% comment %}<a href=/no>{% endcomment %}<a href=\"{% link a/b.md %}\" {% if c %}class=\"c\"{% endif %}>B</a>", []string{
			`1:10-36 /x/ "x"`, `1:93-110 /a/b.md "b"`,
		}},
		{"an expression in the middle", "<a href=\"/x-{{ n }}/y\">{{ n }} Y</a>", []string{`1:10-22 /x-*/y "y"`}},
		{"ERB", "<a href=\"<%= url '/x/' %>\">X</a><%# <a href=/no> %>", []string{`1:10-26 /x/ "x"`}},
		{"JSX", "<Link to={'/x'} className={a > b ? 'c' : 'd'}>X</Link><a href={base + '/y/'}>Y</a>", []string{`1:12-14 /x "x"`, `1:72-75 */y/ "y"`}},
		{"Vue", "<NuxtLink :to=\"'/x'\" @click=\"go\">X</NuxtLink>", []string{`1:17-19 /x "x"`}},
		{"srcset", "<img srcset=\"a.png 1x, b.png 2x\">", []string{`1:14-19 a.png ""`, `1:24-29 b.png ""`}},
		{"Liquid's comments", "{%- comment -%}<a href=/no>{%- endcomment -%}{% comment %}<a href=/no>{% endcomment -%}<a href=/x>x</a>", []string{`1:96-98 /x "x"`}},
		{"comments, scripts and styles", "<!-- <a href=/no> --><script>'<a href=/no>'</script><style>a{}</style><a href=/x>x</a>", []string{`1:79-81 /x "x"`}},
		{"a tag without an end", "<a href=\"/x", nil},
	})
}

func TestReStructuredText(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "page.rst", []syntaxTest{
		{"inline", "See `the guide <guide.html>`_ and `x </y>`__.\n", []string{`1:17-27 guide.html "theguide"`, `1:39-41 /y "x"`}},
		{"targets", "A `long name`_ and short_.\n\n.. _long name: /x\n.. _short: https://a.example/\n", []string{
			`3:16-18 /x "longname"`, `4:12-30 https://a.example/ "short"`, `4:12-30 https://a.example/ "httpsaexample"`,
		}},
		{"roles", ":doc:`install` :doc:`Setup <../setup>` :ref:`Linux <on_linux>` :code:`x </no>`\n", []string{
			`1:7-14 install.rst "install"`, `1:29-37 ../setup.rst "setup"`, `1:53-61 #on-linux "linux"`,
		}},
		{"pictures", ".. image:: a.png\n   :target: /x\n\n.. |logo| image:: b.png\n", []string{`1:12-17 a.png ""`, `2:13-15 /x ""`, `4:19-24 b.png ""`}},
		{"comments", ".. see `no </no>`_\n   and `no </no>`_\n\n   `no </no>`_\n\n`yes </y>`_\n\n..\n   `no </no>`_\n\n`yes </z>`_\n", []string{`6:7-9 /y "yes"`, `11:7-9 /z "yes"`}},
		{"an indented comment", "- x\n\n  .. note to self: see `no </no>`_\n     `no </no>`_\n\n  `yes </y>`_\n", []string{`6:9-11 /y "yes"`}},
		{"an empty comment", "..\n\n   `yes </y>`_\n", []string{`3:10-12 /y "yes"`}},
		{"what looks like a comment", ".. [1] `one </a>`_\n.. note:: `two </b>`_\n\n   `three </c>`_\n\n.. py:function:: `four </d>`_\n", []string{
			`1:14-16 /a "one"`, `2:17-19 /b "two"`, `4:12-14 /c "three"`, `6:25-27 /d "four"`,
		}},
		{"raw HTML", ".. raw:: html\n\n   <a href=\"/x\">x</a>\n", []string{`3:13-15 /x "x"`}},
		{"literals", "``\\`no </no>`_`` x::\n\n    `no </no>`_\n\n`yes </y>`_\n\n.. code-block:: rst\n\n   `no </no>`_\n", []string{`5:7-9 /y "yes"`}},
	})
}

func TestAsciiDoc(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "page.adoc", []syntaxTest{
		{"links", "link:/x[the X] https://a.example/y[Y^] https://b.example/.\n", []string{
			`1:6-8 /x "thex"`, `1:16-35 https://a.example/y "y"`, `1:40-58 https://b.example/ "httpsbexample"`,
		}},
		{"cross references", "xref:install.adoc#linux[On Linux] <<setup,Set up>> <<b.adoc#c>>\n", []string{
			`1:6-24 install.adoc#linux "onlinux"`, `1:37-42 #setup "setup"`, `1:54-62 b.adoc#c ""`,
		}},
		{"pictures", "image::a.png[An A, 100]\nx image:b.png[]\n", []string{`1:8-13 a.png "ana100"`, `2:9-14 b.png ""`}},
		{"attributes", ":base: /docs\n\nlink:{base}/x[X] {unknown}/y/z[Y]\n", []string{`3:6-14 /docs/x "x"`, `3:18-31 */y/z "y"`}},
		{"a comment block", "////\nlink:/no[x]\n----\n////\nlink:/y[Y]\n\n[comment]\n====\nlink:/no[x]\n\n====\n[comment]\nlink:/no[x]\nlink:/no[x]\n\nlink:/z[Z]\n", []string{`5:6-8 /y "y"`, `16:6-8 /z "z"`}},
		{"passthroughs", "++++\n<a href=\"/x\">X</a> link:/no[x]\n<!-- <a href=/no>x</a> -->\n++++\n+++<a href=\"/y\">Y</a>+++ pass:[<a href=\"/z\">Z</a>] link:/w[W]\n", []string{
			`2:10-12 /x "x"`, `5:13-15 /y "y"`, `5:41-43 /z "z"`, `5:57-59 /w "w"`,
		}},
		{"listings and comments", "----\nlink:/no[x]\n----\n// link:/no[x]\n....\nlink:/no[x]\n....\nlink:/y[Y]\n", []string{`8:6-8 /y "y"`}},
	})
}

func TestOrg(t *testing.T) {
	t.Parallel()
	checkSyntax(t, "page.org", []syntaxTest{
		{"links", "* H\nSee [[file:guide.org][the guide]], [[./a.png]] and https://a.example/x.\n", []string{
			`2:7-21 guide.org "theguide"`, `2:38-45 ./a.png ""`, `2:52-71 https://a.example/x "httpsaexamplex"`,
		}},
		{"HTML", "#+begin_export html\n<a href=\"/x\">X</a> [[/no][x]]\n#+end_export\n#+HTML: <a href=\"/y\">Y</a>\n@@html:<a href=\"/z\">Z</a>@@\n#+begin_export latex\n<a href=\"/no\">x</a>\n#+end_export\n", []string{
			`2:10-12 /x "x"`, `4:18-20 /y "y"`, `5:17-19 /z "z"`,
		}},
		{"more blocks", "#+BEGIN_EXAMPLE\n[[/no][x]]\n#+END_EXAMPLE\n#+begin_comment\n[[/no][x]]\n#+end_comment\n#+begin_quote\n[[/y][Y]]\n#+end_quote\n", []string{`8:3-5 /y "y"`}},
		{"what is not exported", "* COMMENT A\n[[/no][x]]\n** B\n[[/no][x]]\n* C\n[[/y][Y]]\n* D :noexport:\n[[/no][x]]\n", []string{`6:3-5 /y "y"`}},
		{"blocks and comments", "#+begin_src org\n[[/no][x]]\n#+end_src\n# [[/no][x]]\n: [[/no][x]]\n[[/y][Y]]\n", []string{`6:3-5 /y "y"`}},
	})
}

func TestData(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src string
		want            []string
	}{
		{"YAML", "a.yml", "main:\n  - name: Docs # x\n    url: /docs/ # y\n  - url: \"/b/\"\n    title: 'The B'\n- Install: install.md\n", []string{
			`3:10-16 /docs/ "docs"`, `4:11-14 /b/ "theb"`, `6:12-22 install.md "install"`,
		}},
		{"YAML in brackets", "a.yml", "menu: [{name: A, url: /a/}, {name: \"B\", url: '/b/'}]\n", []string{`1:23-26 /a/ "a"`, `1:47-50 /b/ "b"`}},
		{"YAML with Markdown", "a.yml", "text: See [x](/x/) here\n", []string{`1:15-18 /x/ "x"`}},
		{"TOML", "a.toml", "[[menu]]\nname = \"A\"\nurl = \"/a/\" # x\n[[menu]]\nname = 'B'\nurl = '/b/'\n", []string{`3:8-11 /a/ "a"`, `6:8-11 /b/ "b"`}},
		{"JSON", "a.json", "{\"items\": [\n  {\"label\": \"A\", \"link\": \"\\/a\"},\n  {\"link\": \"/b\", \"label\": \"B\"}\n]}\n", []string{
			`2:27-30 /a "a"`, `3:13-15 /b "b"`,
		}},
		{"JavaScript", "a.mjs", "export default {\n  nav: [\n    { text: 'A', link: '/a' }, // '/no'\n    {\n      link: `/b`,\n      text: \"The B\",\n    },\n  ],\n  copyright: 'By <a href=\"/c\">C</a>',\n}\n", []string{
			`3:25-27 /a "a"`, `5:14-16 /b "theb"`, `9:27-29 /c "c"`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checkSyntax(t, tt.file, []syntaxTest{{"read", tt.src, tt.want}})
		})
	}
}
