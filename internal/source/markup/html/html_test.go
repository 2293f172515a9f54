package html_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestHTML(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "layout.html", []markuptest.Case{
		{
			Name:   "a picture as the text",
			Source: "<a href='/x'><img src=a.png alt=\"The A\"></a><a href='/y'><img alt=b></a>",
			Want:   []string{`1:10-12 /x "thea"`, `1:23-28 a.png "thea"`, `1:54-56 /y "b"`},
		},
		{
			Name:   "plain",
			Source: "<p><a href='/x'>the <i>x</i></a>\n<img src=a.png alt=\"An A\">\n",
			Want:   []string{`1:13-15 /x "thex"`, `2:10-15 a.png "ana"`},
		},
		{
			Name:   "CRLF",
			Source: "<p>\r\n<a\r\n href=\"/ü\">ü</a>",
			Want:   []string{`3:8-10 /ü "ü"`},
		},
		{
			Name:   "Go templates",
			Source: "<a href=\"{{ \"x/\" | relURL }}\">X</a><a href=\"{{ .Site.BaseURL }}y/\">Y</a>{{/* <a href=/no> */}}",
			Want: []string{
				`1:10-29 x/ "x"`, `1:45-66 *y/ "y"`,
			},
		},
		{
			Name:   "Liquid",
			Source: "<a href=\"{{ '/x/' | relative_url }}\">X</a>{% comment %}<a href=/no>{% endcomment %}<a href=\"{% link a/b.md %}\" {% if c %}class=\"c\"{% endif %}>B</a>",
			Want: []string{
				`1:10-36 /x/ "x"`, `1:93-110 /a/b.md "b"`,
			},
		},
		{
			Name:   "an expression in the middle",
			Source: "<a href=\"/x-{{ n }}/y\">{{ n }} Y</a>",
			Want:   []string{`1:10-22 /x-*/y "y"`},
		},
		{
			Name:   "ERB",
			Source: "<a href=\"<%= url '/x/' %>\">X</a><%# <a href=/no> %>",
			Want:   []string{`1:10-26 /x/ "x"`},
		},
		{
			Name:   "JSX",
			Source: "<Link to={'/x'} className={a > b ? 'c' : 'd'}>X</Link><a href={base + '/y/'}>Y</a>",
			Want:   []string{`1:12-14 /x "x"`, `1:72-75 */y/ "y"`},
		},
		{
			Name:   "Vue",
			Source: "<NuxtLink :to=\"'/x'\" @click=\"go\">X</NuxtLink>",
			Want:   []string{`1:17-19 /x "x"`},
		},
		{
			Name:   "srcset",
			Source: "<img srcset=\"a.png 1x, b.png 2x\">",
			Want:   []string{`1:14-19 a.png ""`, `1:24-29 b.png ""`},
		},
		{
			Name:   "Liquid's comments",
			Source: "{%- comment -%}<a href=/no>{%- endcomment -%}{% comment %}<a href=/no>{% endcomment -%}<a href=/x>x</a>",
			Want:   []string{`1:96-98 /x "x"`},
		},
		{
			Name:   "comments, scripts and styles",
			Source: "<!-- <a href=/no> --><script>'<a href=/no>'</script><style>a{}</style><a href=/x>x</a>",
			Want:   []string{`1:79-81 /x "x"`},
		},
		{
			Name:   "the root of the site",
			Source: "<a href=\"$relpath^a.html\">A</a><link href=\"%sveltekit.assets%/b.png\"><a href=\"/%PUBLIC_URL%/c\">C</a>",
			Want:   []string{`1:19-25 a.html "a"`, `1:62-68 /b.png ""`, `1:79-94 /%PUBLIC_URL%/c "c"`},
		},
		{
			Name:   "a tag without an end",
			Source: "<a href=\"/x",
		},
	})
}
