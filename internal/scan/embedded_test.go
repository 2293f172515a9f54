package scan

import (
	"testing"
)

func TestHTMLReadsStyleElements(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{
			"imports and images", "<style>\r\n@import \"¦a\";\n@import url(¦b) print;\np { background: url('¦c') }</style>",
			[]string{"style@import a css", "style@import b css", "style@url c"},
		},
		{"comments of HTML", `<style><!-- p { background: url(¦x) } --></style>`, []string{"style@url x"}},
		{"what looks like entities", `<style>p { background: url(¦x?a&amp;b) }</style>`, []string{"style@url x?a&amp;b"}},
		{"type", `<style type="TEXT/CSS">p{background:url(¦x)}</style><style type="text/less">p{background:url(n)}</style>`, []string{"style@url x"}},
		{"the end of the page", `<style>p{background:url(¦x`, []string{"style@url x"}},
		{"nothing", `<style></style>p{background:url(n)}`, nil},
		{"in a template", `<template><style>p{background:url(n)}</style></template>`, nil},
		{"in a noscript", `<noscript><style>p{background:url(¦x)}</style></noscript>`, []string{"style@url x"}},
		{"in SVG", `<svg><style>p{background:url(¦x)}</style><text>p{background:url(n)}</text></svg>`, []string{"style@url x"}},
		{"in SVG, closed", `<svg><style/>p{background:url(n)}</svg>`, nil},
		{"in SVG, CDATA", "<svg><style>\n<![CDATA[ p{background:url(¦x?a&amp;b)} ]]></style></svg>", []string{"style@url x?a&amp;b"}},
		{"in SVG, entities", "<svg><style> p{background:url(&quot;¦x&quot;)} </style></svg>", []string{"style@url x"}},
		{"in SVG, in pieces", "<svg><style>/*<![CDATA[*/ p{background:url(¦x)} /*]]>*/ q{background:&#117;<!-- -->rl(¦y)}</style></svg>", []string{"style@url x", "style@url y"}},
	})
}

func TestHTMLReadsStyleAttributes(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"any element", `<p style="background:url(¦a)"><my-Box STYLE='background: url("¦b")'><svg><g style="mask:url(¦c#d)"/></svg>`, []string{"p@style a", "my-box@style b", "g@style c#d"}},
		{"several", "<p style=\"background:\n url( ¦a ),image-set('¦b' 1x)\">", []string{"p@style a", "p@style b"}},
		{"entities", `<p style="¦¦background:url(&quot;a&quot;),url(b)">`, []string{"p@style a", "p@style b"}},
		{"entities for brackets", `<p style="¦background:url&lpar;a&#41;">`, []string{"p@style a"}},
		{"escapes", `<p style="background:url(¦a\62 c)">`, []string{"p@style abc"}},
		{"fragments", `<p style="filter:url(#a);fill:url( '#b' )">`, nil},
		{"no rules", `<p style="@import url(n); color: red">`, nil},
		{"no links", `<p style="color: rgb(1, 2, 3)"><p style><p style="">`, nil},
		{"before other attributes", `<a style="cursor:url(¦a)" href=¦b>`, []string{"a@style a", "a@href b follow"}},
		{"twice", `<p style="cursor:url(¦a)" style="cursor:url(n)">`, []string{"p@style a"}},
		{"names with NULs", "<x\x00 style='cursor:url(¦a)'>", []string{"x\ufffd@style a"}},
	})
}

func TestHTMLReadsLinkedData(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{
			"links", `<script type="application/ld+json">{"@context": "https://schema.org", "url": "¦a", "image": ["¦b", {"url":"¦c"}], "logo" : "¦d"}</script>`,
			[]string{"script@url a on-site", "script@image b on-site", "script@url c on-site", "script@logo d on-site"},
		},
		{"a list", "<script type=application/ld+json>\r\n[ {\"contentUrl\":\n\t\"¦é\"}, {\"thumbnailUrl\":\"¦b\"} ]</script>", []string{"script@contentUrl é on-site", "script@thumbnailUrl b on-site"}},
		{"escapes", `<script type=application/ld+json>{"url":"¦https:\/\/a.test\/\u00e9"}</script>`, []string{"script@url https://a.test/é on-site"}},
		{"names", `<script type=application/ld+json>{"@id":"¦/a#me","b":{"@id":"_:b0"},"c":{"@id":"schema:Person"},"item":"¦https://a.test/","mainEntityOfPage":"words"}</script>`, []string{"script@@id /a#me on-site", "script@item https://a.test/ on-site"}},
		{"contexts", `<script type=application/ld+json>{"@context":{"url":"n","image":{"@id":"/n"}},"url":"¦x"}</script>`, []string{"script@url x on-site"}},
		{"other keys", `<script type=application/ld+json>{"name":"n","sameAs":["https://n.test/"],"target":"/n{q}","url":"","image":7,"logo":null}</script>`, nil},
		{"what is not well formed", `<script type=application/ld+json>{"url":"¦x", url:"n"}</script>`, []string{"script@url x on-site"}},
		{"other scripts", `<script>{"url":"n"}</script><script type=application/json>{"url":"n"}</script><script type=module>{"url":"n"}</script>`, nil},
		{"type", `<script type="Application/LD+JSON; charset=utf-8">{"url":"¦x"}</script>`, []string{"script@url x on-site"}},
		{"in a template", `<template><script type=application/ld+json>{"url":"n"}</script></template>`, nil},
	})
}

// TestHTMLTakesTimeInProportion holds HTML against pages whose links would take
// long, or much memory, were anything about their tags found out more than once.
func TestHTMLTakesTimeInProportion(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(fill func(string) string) string{
		"long names": func(fill func(string) string) string { return "<x" + fill("y") + ` style="` + fill("a:url(b);") + `">` },
		"long types": func(fill func(string) string) string {
			return `<link href=x type="` + fill("y") + `" rel="` + fill("alternate ") + `">`
		},
		"many pings":       func(fill func(string) string) string { return `<a href=x ping="` + fill("y ") + `">text` },
		"nested documents": func(fill func(string) string) string { return nest(fill("<a href=x>"), maxNested) },
		"unclosed frames":  func(fill func(string) string) string { return fill(`<iframe srcdoc="<a href=x>"></iframe>`) },
		"pieces of styles": func(fill func(string) string) string { return "<svg><style>" + fill("<!---->a:url(x)") },
		"linked data": func(fill func(string) string) string {
			return "<script type=application/ld+json>" + fill(`{"url":"x"}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			takesTimeInProportion(t, write, func(src []byte) { HTML(src, Options{Text: true}, new(Page)) })
		})
	}
}
