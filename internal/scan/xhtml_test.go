package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestXHTMLClosesWhatClosesItself(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"script", `<script src="¦s"/><a href="¦x">x</a>`, []string{"script@src s", "a@href x follow"}},
		{"title", `<title/><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"style", `<style/>p{background:url(n)}<a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"linked data", `<script type="application/ld+json"/>{"url":"n"}<a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"textarea", `<textarea/><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"iframe", `<iframe src="¦f"/><a href="¦x">x</a>`, []string{"iframe@src f follow", "a@href x follow"}},
		{"plaintext", `<plaintext/><xmp/><noembed/><noframes/><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"template", `<template/><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"template in a template", `<template><template/></template><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"noscript", `<noscript/><template><a href="n"></a></template><a href="¦x">x</a>`, []string{"a@href x follow"}},
		{"form", `<form action="¦f"/><button formaction="n"/>`, []string{"form@action f"}},
		{"SVG", `<svg/><image href="n"/><svg><g/><image href="¦x"/></svg>`, []string{"image@href x"}},
		{"an element in one of its name", `<svg><g><g/><image href="¦x"/></g><image href="¦y"/></svg><image href="n"/>`, []string{"image@href x", "image@href y"}},
		{"a point of SVG", `<svg><title/><foreignObject/><image href="¦x"/></svg>`, []string{"image@href x"}},
		{"MathML", `<math><mi/><a href="n"/></math><a href="¦x"/>`, []string{"a@href x follow"}},
		{"white space", "<script src=\"¦s\"\n/><a href='¦x' />", []string{"script@src s", "a@href x follow"}},
	})
}

func TestXHTMLHasNoRawText(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"elements in what is raw text in HTML", `<title><a href="¦a"/></title><iframe><a href="¦b"/></iframe><textarea><a href="¦c"/></textarea><xmp><a href="¦d"/></xmp>`, []string{"a@href a follow", "a@href b follow", "a@href c follow", "a@href d follow"}},
		{"elements in scripts and styles", `<script><a href="¦a"/></script><style><a href="¦b"/></style>`, []string{"a@href a follow", "a@href b follow"}},
		{"comments in scripts", `<script><!-- <script> "</script><a href='n'/>" --></script><a href="¦x"/>`, []string{"a@href x follow"}},
		{"CDATA in scripts", `<script>//<![CDATA[
			"</script><a href='n'/>" //]]></script><a href="¦x"/>`, []string{"a@href x follow"}},
		{"CDATA anywhere", `<p><![CDATA[ <a href="n"> ]> ]] > ]]></p><a href="¦x"/><![CDATA[]]><a href="¦y"/>`, []string{"a@href x follow", "a@href y follow"}},
		{"a noscript", `<noscript><p><a href="¦x"/></p></noscript>`, []string{"a@href x follow"}},
		{"a shadow root", `<template shadowrootmode="open"><a href="n"/></template><a href="¦x"/>`, []string{"a@href x follow"}},
		{"links in templates", `<template><a href="n"/><style>p{a:url(n)}</style><template/><img src="n"/></template><img src="¦x"/>`, []string{"img@src x"}},
		{"no other name of img", `<image src="n"/>`, nil},
	})
}

func TestXHTMLTellsMarkupFromText(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"comments end at their mark alone", `<!--> <a href="n"/> --!> <a href="n"/> -> --><a href="¦x"/>`, []string{"a@href x follow"}},
		{"processing instructions", `<?xml version="1.0"?><?php echo "<a href='n'/>" > 1 ?><a href="¦x"/>`, []string{"a@href x follow"}},
		{"a doctype", `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><a href="¦x"/>`, []string{"a@href x follow"}},
		{
			"a doctype with declarations", `<!DOCTYPE html [ <!ENTITY a "<a href='n'/> ]>"> <!-- it's > --> <?pi it's > ?> <!ATTLIST a b CDATA '>'> ]><a href="¦x"/>`,
			[]string{"a@href x follow"},
		},
		{"names", `<_x style="a:url(¦a)"/><é style='a:url(¦b)'></é><a href="¦c"/>`, []string{"_x@style a", "é@style b", "a@href c follow"}},
		{"names with prefixes", `<h:a href="n"/><svg:svg><svg:a xlink:href="n"/></svg:svg><h:p style="a:url(¦x)"><a href="¦y"/></h:p>`, []string{"h:p@style x", "a@href y follow"}},
		{"entities", `<a href="¦?a&amp;b&#61;&#x43;&eacute;"/>`, []string{"a@href ?a&b=Cé follow"}},
		{"what breaks out of pictures in HTML", `<svg><p/><div><image href="¦x"/></div><font color="red"/><image href="¦y"/></svg>`, []string{"image@href x", "image@href y"}},
		{"elements of the name of those that hold HTML", `<svg><desc><desc></desc><desc/><a ping="¦x"/></desc><a ping="n"/></svg><a ping="¦y"/>`, []string{"a@ping x", "a@ping y"}},
		{"HTML in pictures", `<svg><foreignObject><div><a ping="¦x"/><svg/></div></foreignObject><a ping="n"/></svg>`, []string{"a@ping x"}},
	})
}

// TestXHTMLReadsWhatIsNotWellFormed goes as far as it makes sense.
func TestXHTMLReadsWhatIsNotWellFormed(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"open elements", `<p><a href="¦x">x<br><img src=¦y><a href="¦z">`, []string{"a@href x follow", "img@src y", "a@href z follow"}},
		{"stray end tags", `</p></svg></template></form></></ ><a href="¦x"/>`, []string{"a@href x follow"}},
		{"signs in text", `1 < 2 & 3 <4> <a href="¦x"/> <`, []string{"a@href x follow"}},
		{"an open comment", `<a href="¦x"/><!-- <a href="n"/>`, []string{"a@href x follow"}},
		{"an open section", `<a href="¦x"/><style><![CDATA[p{a:url(¦y)}`, []string{"a@href x follow", "style@url y"}},
		{"an open doctype", `<!DOCTYPE html [ <a href="n"/>`, nil},
		{"an open tag", `<a href="¦x"/><a href="n" `, []string{"a@href x follow"}},
		{"an open attribute", `<a href="¦x"/><a href="n>`, []string{"a@href x follow"}},
		{"a picture that was left open", `<section><svg><g></section><a ping="¦x"/>`, []string{"a@ping x"}},
	})
}

func TestXHTMLReadsStyle(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"text", `<style>@import "¦a"; p{background:url(¦b)}</style>`, []string{"style@import a css", "style@url b"}},
		{"entities", `<style>p &gt; q{background:url(&quot;¦x?a&amp;b&quot;)} q{background:url(¦y)}</style>`, []string{"style@url x?a&b", "style@url y"}},
		{"CDATA", `<style type="text/css"><![CDATA[ @import "¦a&amp;"; p > q{background:url(¦b)} ]]></style>`, []string{"style@import a&amp; css", "style@url b"}},
		{"CDATA in comments", "<style>/*<![CDATA[*/\n@import \"¦a\"; p{background:url(¦b)}\n/*]]>*/</style>", []string{"style@import a css", "style@url b"}},
		{"pieces", `<style>@imp<!-- c -->ort "<?pi?>¦a<![CDATA[b]]>&#99;"; p{background:url(¦d)}</style>`, []string{"style@import abc css", "style@url d"}},
		{"comments", `<style><!-- p{background:url(n)} --></style>`, nil},
		{"SVG", `<svg><style>p{background:url(¦x)}</style><style/>p{background:url(n)}</svg>`, []string{"style@url x"}},
		{"attributes", `<p style="background:url(¦x)"/>`, []string{"p@style x"}},
		{"others", `<style type="text/less">p{background:url(n)}</style><p>p{background:url(n)}</p>`, nil},
	})
}

func TestXHTMLReadsLinkedData(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"text", `<script type="application/ld+json">{"url":"¦x"}</script>`, []string{"script@url x on-site"}},
		{"entities", `<script type="application/ld+json">{&quot;url&quot;:"¦x?a&amp;b"}</script>`, []string{"script@url x?a&b on-site"}},
		{"CDATA", `<script type="application/ld+json"> <![CDATA[ {"url":"¦x?a&amp;b"} ]]> </script>`, []string{"script@url x?a&amp;b on-site"}},
	})
}

func TestXHTMLReadsFrames(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"whose documents are HTML", `<iframe srcdoc="¦¦&lt;title/>&lt;a href=n>&lt;/title>&lt;img src=x>&lt;p>&lt;img src=y>"/><a href="¦z"/>`, []string{"img@src x", "img@src y", "a@href z follow"}},
	})
}

// TestXHTMLFindsAnchors compares the anchors, which xml:id makes none of.
func TestXHTMLFindsAnchors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		src  string
		want []string
	}{
		"ids":          {`<a id="a"/><p id="b">t<a name="c"/></p><h:p id="d"/><é id="e"/>`, []string{"a", "b", "c", "d", "e"}},
		"xml:id":       {`<p xml:id="n"/><p xml:id="n" id="x"/>`, []string{"x"}},
		"behind raws":  {`<title/><p id="a"/><script src="s"/><p id="b"/><textarea/><p id="c"/><iframe src="f"/><p id="d"/>`, []string{"a", "b", "c", "d"}},
		"in templates": {`<template id="a"><p id="n"/></template><template id="b"/><p id="c"/>`, []string{"a", "b", "c"}},
		"in pictures":  {`<svg id="a"><g id="b"/><title id="c"/></svg><math id="d"/>`, []string{"a", "b", "c", "d"}},
		"in sections":  {`<![CDATA[<p id="n"/>]]><p id="a"/>`, []string{"a"}},
	} {
		var page Page
		XHTML([]byte(test.src), Options{}, &page)
		var want []uint64
		for _, id := range test.want {
			want = append(want, HashAnchor(id))
		}
		if diff := cmp.Diff(want, page.Anchors); diff != "" {
			t.Errorf("%s: anchors of %s (-want +got):\n%s", name, test.src, diff)
		}
	}
}

func TestXHTMLFindsBaseAndRefresh(t *testing.T) {
	t.Parallel()
	var page Page
	// In XML a noscript hides nothing.
	XHTML([]byte(`<title/><noscript><base href="/b/"/><meta http-equiv="refresh" content="0;url=r"/></noscript>`), Options{}, &page)
	page.Links = nil
	if diff := cmp.Diff(Page{Base: "/b/", HasBase: true, Refresh: "r"}, page); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
}

func TestXHTMLMarksWhatIsToBeIgnored(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"the element":                `<a href="n" data-linkvet-ignore=""/><a href="x"/>`,
		"an element around it":       `<div data-linkvet-ignore=""><p><a href="n"/></p><img src="n"/></div><a href="x"/>`,
		"the same element inside":    `<div data-proofer-ignore=""><div><div/></div><a href="n"/></div><a href="x"/>`,
		"marks in one another":       `<div data-linkvet-ignore=""><p data-linkvet-ignore=""/><p data-linkvet-ignore=""></p><a href="n"/></div><a href="x"/>`,
		"an element without content": `<div data-linkvet-ignore=""/><a href="x"/><img src="x"/>`,
		"an element of no other use": `<x-y data-linkvet-ignore=""><x-y></x-y><z/><a href="n"/></x-y><a href="x"/>`,
		"elements left open":         `<div data-linkvet-ignore=""><br><p><a href="n"/></div><a href="x"/>`,
		"styles":                     `<style data-linkvet-ignore="">p{a:url(n)}</style><style>p{a:url(x)}</style><div data-linkvet-ignore=""><style>p{a:url(n)}</style></div>`,
		"frames":                     `<div data-linkvet-ignore=""><iframe srcdoc="&lt;a href=n>"/></div><iframe srcdoc="&lt;p data-linkvet-ignore>&lt;a href=n>&lt;/p>&lt;a href=x>"/>`,
	} {
		var page Page
		XHTML([]byte(src), Options{}, &page)
		for _, l := range page.Links {
			if l.Ignored != (l.Raw == "n") {
				t.Errorf("%s: ignored of %s is %v in %s", name, describe(&l), l.Ignored, src)
			}
		}
		if len(page.Links) < 2 {
			t.Errorf("%s: got %d links of %s", name, len(page.Links), src)
		}
	}
}

func TestXHTMLReadsTextOfLinks(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`<a href="x">a <b>b</b><br/>c</a> n`:                                       "a b c",
		`<a href="x"/>n`:                                                           "",
		`<a href="x"><a id="i"/>n</a>`:                                             "",
		`<a href="x">a<![CDATA[&amp;<b>]]>c &lt;</a>`:                              "a&amp;<b>c <",
		`<a href="x">a<script>n<![CDATA[n]]></script>b<style>n</style><!-- n -->c`: "abc",
		`<a href="x">a<title>n</title><template>n</template><title/>b</a>`:         "ab",
		`<a href="x" title="/"><img alt="p" src="n"/>t</a>`:                        "pt",
		`<svg><a href="x">a<g/>b<style>n</style>c</a></svg>`:                       "abc",
	} {
		var page Page
		XHTML([]byte(src), Options{Text: true}, &page)
		if got := page.Links[0].Text; got != want {
			t.Errorf("the text of the link in %s is %q, want %q", src, got, want)
		}
		if got := new(Texts).Of(link.XHTMLKind, []byte(src), page.Links[0].Offset); got != want {
			t.Errorf("TextOf of %s is %q, want %q", src, got, want)
		}
	}
}

// TestXHTMLTakesTimeInProportion is that of HTML for what is XML's alone.
func TestXHTMLTakesTimeInProportion(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(fill func(string) string) string{
		"open comments":     func(fill func(string) string) string { return fill("<!--") },
		"open sections":     func(fill func(string) string) string { return fill("<![CDATA[") },
		"open instructions": func(fill func(string) string) string { return fill("<?") },
		"open doctypes":     func(fill func(string) string) string { return fill("<!D") },
		"quotes":            func(fill func(string) string) string { return "<!D" + fill(`"'`) },
		"pieces of styles":  func(fill func(string) string) string { return "<style>" + fill("<!---->a:url(x)") },
		"references":        func(fill func(string) string) string { return "<style>" + fill("&amp;&a") },
		"nested pictures":   func(fill func(string) string) string { return fill("<svg>") + fill("</g>") },
		"nested marks":      func(fill func(string) string) string { return "<p data-linkvet-ignore=''>" + fill("<p><a href='x'/>") },
		"nested templates":  func(fill func(string) string) string { return fill("<template>") },
		"nested links":      func(fill func(string) string) string { return fill("<a href='x'>") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			takesTimeInProportion(t, write, func(src []byte) { XHTML(src, Options{Text: true}, new(Page)) })
		})
	}
}

func BenchmarkXHTML(b *testing.B) {
	src := documentation()
	var page Page
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		XHTML(src, Options{}, &page)
	}
}
