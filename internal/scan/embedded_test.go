package scan

import (
	"testing"
)

func TestHTMLReadsStyleElements(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{
			name: "imports and images", src: "<style>\r\n@import \"¦a\";\n@import url(¦b) print;\np { background: url('¦c') }</style>",
			want: []string{"style@import a css", "style@import b css", "style@url c"},
		},
		{name: "comments of HTML", src: `<style><!-- p { background: url(¦x) } --></style>`, want: []string{"style@url x"}},
		{name: "what looks like entities", src: `<style>p { background: url(¦x?a&amp;b) }</style>`, want: []string{"style@url x?a&amp;b"}},
		{name: "type", src: `<style type="TEXT/CSS">p{background:url(¦x)}</style><style type="text/less">p{background:url(n)}</style>`, want: []string{"style@url x"}},
		{name: "the end of the page", src: `<style>p{background:url(¦x`, want: []string{"style@url x"}},
		{name: "nothing", src: `<style></style>p{background:url(n)}`},
		{name: "in a template", src: `<template><style>p{background:url(n)}</style></template>`},
		{name: "in a noscript", src: `<noscript><style>p{background:url(¦x)}</style></noscript>`, want: []string{"style@url x"}},
		{name: "in SVG", src: `<svg><style>p{background:url(¦x)}</style><text>p{background:url(n)}</text></svg>`, want: []string{"style@url x"}},
		{name: "in SVG, closed", src: `<svg><style/>p{background:url(n)}</svg>`},
		{name: "in SVG, CDATA", src: "<svg><style>\n<![CDATA[ p{background:url(¦x?a&amp;b)} ]]></style></svg>", want: []string{"style@url x?a&amp;b"}},
		{name: "in SVG, entities", src: "<svg><style>¦ p{background:url(&quot;x&quot;)} </style></svg>", want: []string{"style@url x"}},
		{name: "in SVG, in pieces", src: "<svg><style>/*<![CDATA[*/ p{background:url(¦x)} /*]]>*/ q{background:&#117;<!-- -->rl(¦y)}</style></svg>", want: []string{"style@url x", "style@url y"}},
	})
}

func TestHTMLReadsStyleAttributes(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "any element", src: `<p style="background:url(¦a)"><my-Box STYLE='background: url("¦b")'><svg><g style="mask:url(¦c#d)"/></svg>`, want: []string{"p@style a", "my-box@style b", "g@style c#d"}},
		{name: "several", src: "<p style=\"background:\n url( ¦a ),image-set('¦b' 1x)\">", want: []string{"p@style a", "p@style b"}},
		{name: "entities", src: `<p style="¦¦background:url(&quot;a&quot;),url(b)">`, want: []string{"p@style a", "p@style b"}},
		{name: "entities for brackets", src: `<p style="¦background:url&lpar;a&#41;">`, want: []string{"p@style a"}},
		{name: "escapes", src: `<p style="background:url(¦a\62 c)">`, want: []string{"p@style abc"}},
		{name: "fragments", src: `<p style="filter:url(#a);fill:url( '#b' )">`},
		{name: "no rules", src: `<p style="@import url(n); color: red">`},
		{name: "no links", src: `<p style="color: rgb(1, 2, 3)"><p style><p style="">`},
		{name: "before other attributes", src: `<a style="cursor:url(¦a)" href=¦b>`, want: []string{"a@style a", "a@href b follow"}},
		{name: "twice", src: `<p style="cursor:url(¦a)" style="cursor:url(n)">`, want: []string{"p@style a"}},
		{name: "names with NULs", src: "<x\x00 style='cursor:url(¦a)'>", want: []string{"x\ufffd@style a"}},
	})
}

func TestHTMLReadsLinkedData(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{
			name: "links", src: `<script type="application/ld+json">{"@context": "https://schema.org", "url": "¦a", "image": ["¦b", {"url":"¦c"}], "logo" : "¦d"}</script>`,
			want: []string{"script@url a on-site", "script@image b on-site", "script@url c on-site", "script@logo d on-site"},
		},
		{name: "a list", src: "<script type=application/ld+json>\r\n[ {\"contentUrl\":\n\t\"¦é\"}, {\"thumbnailUrl\":\"¦b\"} ]</script>", want: []string{"script@contentUrl é on-site", "script@thumbnailUrl b on-site"}},
		{name: "escapes", src: `<script type=application/ld+json>{"url":"¦https:\/\/a.test\/\u00e9"}</script>`, want: []string{"script@url https://a.test/é on-site"}},
		{name: "names", src: `<script type=application/ld+json>{"@id":"¦/a#me","b":{"@id":"_:b0"},"c":{"@id":"schema:Person"},"item":"¦https://a.test/","mainEntityOfPage":"words"}</script>`, want: []string{"script@@id /a#me on-site", "script@item https://a.test/ on-site"}},
		{name: "contexts", src: `<script type=application/ld+json>{"@context":{"url":"n","image":{"@id":"/n"}},"url":"¦x"}</script>`, want: []string{"script@url x on-site"}},
		{name: "other keys", src: `<script type=application/ld+json>{"name":"n","sameAs":["https://n.test/"],"target":"/n{q}","url":"","image":7,"logo":null}</script>`},
		{name: "what is not well formed", src: `<script type=application/ld+json>{"url":"¦x", url:"n"}</script>`, want: []string{"script@url x on-site"}},
		{name: "other scripts", src: `<script>{"url":"n"}</script><script type=application/json>{"url":"n"}</script><script type=module>{"url":"n"}</script>`},
		{name: "type", src: `<script type="Application/LD+JSON; charset=utf-8">{"url":"¦x"}</script>`, want: []string{"script@url x on-site"}},
		{name: "in a template", src: `<template><script type=application/ld+json>{"url":"n"}</script></template>`},
	})
}
