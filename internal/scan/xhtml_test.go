package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestXHTMLClosesWhatClosesItself(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "script", src: `<script src="¦s"/><a href="¦x">x</a>`, want: []string{"script@src s", "a@href x follow"}},
		{name: "title", src: `<title/><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "style", src: `<style/>p{background:url(n)}<a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "linked data", src: `<script type="application/ld+json"/>{"url":"n"}<a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "textarea", src: `<textarea/><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "iframe", src: `<iframe src="¦f"/><a href="¦x">x</a>`, want: []string{"iframe@src f follow", "a@href x follow"}},
		{name: "plaintext", src: `<plaintext/><xmp/><noembed/><noframes/><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "template", src: `<template/><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "template in a template", src: `<template><template/></template><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "noscript", src: `<noscript/><template><a href="n"></a></template><a href="¦x">x</a>`, want: []string{"a@href x follow"}},
		{name: "form", src: `<form action="¦f"/><button formaction="n"/>`, want: []string{"form@action f"}},
		{name: "SVG", src: `<svg/><image href="n"/><svg><g/><image href="¦x"/></svg>`, want: []string{"image@href x"}},
		{name: "an element in one of its name", src: `<svg><g><g/><image href="¦x"/></g><image href="¦y"/></svg><image href="n"/>`, want: []string{"image@href x", "image@href y"}},
		{name: "a point of SVG", src: `<svg><title/><foreignObject/><image href="¦x"/></svg>`, want: []string{"image@href x"}},
		{name: "MathML", src: `<math><mi/><a href="n"/></math><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "white space", src: "<script src=\"¦s\"\n/><a href='¦x' />", want: []string{"script@src s", "a@href x follow"}},
	})
}

func TestXHTMLHasNoRawText(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "elements in what is raw text in HTML", src: `<title><a href="¦a"/></title><iframe><a href="¦b"/></iframe><textarea><a href="¦c"/></textarea><xmp><a href="¦d"/></xmp>`, want: []string{"a@href a follow", "a@href b follow", "a@href c follow", "a@href d follow"}},
		{name: "elements in scripts and styles", src: `<script><a href="¦a"/></script><style><a href="¦b"/></style>`, want: []string{"a@href a follow", "a@href b follow"}},
		{name: "comments in scripts", src: `<script><!-- <script> "</script><a href='n'/>" --></script><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "CDATA in scripts", src: `<script>//<![CDATA[
			"</script><a href='n'/>" //]]></script><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "CDATA anywhere", src: `<p><![CDATA[ <a href="n"> ]> ]] > ]]></p><a href="¦x"/><![CDATA[]]><a href="¦y"/>`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "a noscript", src: `<noscript><p><a href="¦x"/></p></noscript>`, want: []string{"a@href x follow"}},
		{name: "a shadow root", src: `<template shadowrootmode="open"><a href="n"/></template><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "links in templates", src: `<template><a href="n"/><style>p{a:url(n)}</style><template/><img src="n"/></template><img src="¦x"/>`, want: []string{"img@src x"}},
		{name: "no other name of img", src: `<image src="n"/>`},
	})
}

func TestXHTMLTellsMarkupFromText(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "comments end at their mark alone", src: `<!--> <a href="n"/> --!> <a href="n"/> -> --><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "processing instructions", src: `<?xml version="1.0"?><?php echo "<a href='n'/>" > 1 ?><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "a doctype", src: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{
			name: "a doctype with declarations", src: `<!DOCTYPE html [ <!ENTITY a "<a href='n'/> ]>"> <!-- it's > --> <?pi it's > ?> <!ATTLIST a b CDATA '>'> ]><a href="¦x"/>`,
			want: []string{"a@href x follow"},
		},
		{name: "names", src: `<_x style="a:url(¦a)"/><é style='a:url(¦b)'></é><a href="¦c"/>`, want: []string{"_x@style a", "é@style b", "a@href c follow"}},
		{name: "names with prefixes", src: `<h:a href="n"/><svg:svg><svg:a xlink:href="n"/></svg:svg><h:p style="a:url(¦x)"><a href="¦y"/></h:p>`, want: []string{"h:p@style x", "a@href y follow"}},
		{name: "entities", src: `<a href="¦?a&amp;b&#61;&#x43;&eacute;"/>`, want: []string{"a@href ?a&b=Cé follow"}},
		{name: "what breaks out of pictures in HTML", src: `<svg><p/><div><image href="¦x"/></div><font color="red"/><image href="¦y"/></svg>`, want: []string{"image@href x", "image@href y"}},
		{name: "elements of the name of those that hold HTML", src: `<svg><desc><desc></desc><desc/><a ping="¦x"/></desc><a ping="n"/></svg><a ping="¦y"/>`, want: []string{"a@ping x", "a@ping y"}},
		{name: "HTML in pictures", src: `<svg><foreignObject><div><a ping="¦x"/><svg/></div></foreignObject><a ping="n"/></svg>`, want: []string{"a@ping x"}},
	})
}

// TestXHTMLReadsWhatIsNotWellFormed goes as far as it makes sense.
func TestXHTMLReadsWhatIsNotWellFormed(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "open elements", src: `<p><a href="¦x">x<br><img src=¦y><a href="¦z">`, want: []string{"a@href x follow", "img@src y", "a@href z follow"}},
		{name: "stray end tags", src: `</p></svg></template></form></></ ><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "signs in text", src: `1 < 2 & 3 <4> <a href="¦x"/> <`, want: []string{"a@href x follow"}},
		{name: "an open comment", src: `<a href="¦x"/><!-- <a href="n"/>`, want: []string{"a@href x follow"}},
		{name: "an open section", src: `<a href="¦x"/><style><![CDATA[p{a:url(¦y)}`, want: []string{"a@href x follow", "style@url y"}},
		{name: "an open doctype", src: `<!DOCTYPE html [ <a href="n"/>`},
		{name: "an open tag", src: `<a href="¦x"/><a href="n" `, want: []string{"a@href x follow"}},
		{name: "an open attribute", src: `<a href="¦x"/><a href="n>`, want: []string{"a@href x follow"}},
	})
}

func TestXHTMLReadsStyle(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "text", src: `<style>@import "¦a"; p{background:url(¦b)}</style>`, want: []string{"style@import a css", "style@url b"}},
		{name: "entities", src: `<style>¦¦p &gt; q{background:url(&quot;x?a&amp;b&quot;)} q{background:url(y)}</style>`, want: []string{"style@url x?a&b", "style@url y"}},
		{name: "CDATA", src: `<style type="text/css"><![CDATA[ @import "¦a&amp;"; p > q{background:url(¦b)} ]]></style>`, want: []string{"style@import a&amp; css", "style@url b"}},
		{name: "CDATA in comments", src: "<style>/*<![CDATA[*/\n@import \"¦a\"; p{background:url(¦b)}\n/*]]>*/</style>", want: []string{"style@import a css", "style@url b"}},
		{name: "pieces", src: `<style>@imp<!-- c -->ort "<?pi?>¦a<![CDATA[b]]>¦&#99;"; p{background:url(d)}</style>`, want: []string{"style@import abc css", "style@url d"}},
		{name: "comments", src: `<style><!-- p{background:url(n)} --></style>`},
		{name: "SVG", src: `<svg><style>p{background:url(¦x)}</style><style/>p{background:url(n)}</svg>`, want: []string{"style@url x"}},
		{name: "attributes", src: `<p style="background:url(¦x)"/>`, want: []string{"p@style x"}},
		{name: "others", src: `<style type="text/less">p{background:url(n)}</style><p>p{background:url(n)}</p>`},
	})
}

func TestXHTMLReadsLinkedData(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "text", src: `<script type="application/ld+json">{"url":"¦x"}</script>`, want: []string{"script@url x on-site"}},
		{name: "entities", src: `<script type="application/ld+json">¦{&quot;url&quot;:"x?a&amp;b"}</script>`, want: []string{"script@url x?a&b on-site"}},
		{name: "CDATA", src: `<script type="application/ld+json"> <![CDATA[ {"url":"¦x?a&amp;b"} ]]> </script>`, want: []string{"script@url x?a&amp;b on-site"}},
	})
}

func TestXHTMLReadsFrames(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "whose documents are HTML", src: `<iframe srcdoc="¦¦&lt;title/>&lt;a href=n>&lt;/title>&lt;img src=x>&lt;p>&lt;img src=y>"/><a href="¦z"/>`, want: []string{"img@src x", "img@src y", "a@href z follow"}},
	})
}

// TestXHTMLFindsAnchors compares the anchors, which xml:id makes none of.
func TestXHTMLFindsAnchors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		src  string
		want []string
	}{
		"ids":          {src: `<a id="a"/><p id="b">t<a name="c"/></p><h:p id="d"/><é id="e"/>`, want: []string{"a", "b", "c", "d", "e"}},
		"xml:id":       {src: `<p xml:id="n"/><p xml:id="n" id="x"/>`, want: []string{"x"}},
		"behind raws":  {src: `<title/><p id="a"/><script src="s"/><p id="b"/><textarea/><p id="c"/><iframe src="f"/><p id="d"/>`, want: []string{"a", "b", "c", "d"}},
		"in templates": {src: `<template id="a"><p id="n"/></template><template id="b"/><p id="c"/>`, want: []string{"a", "b", "c"}},
		"in pictures":  {src: `<svg id="a"><g id="b"/><title id="c"/></svg><math id="d"/>`, want: []string{"a", "b", "c", "d"}},
		"in sections":  {src: `<![CDATA[<p id="n"/>]]><p id="a"/>`, want: []string{"a"}},
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

func TestXHTMLTellsNamesByCase(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "elements", src: `<A href="n"/><IMG src="n"/><Form action="n"/><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "attributes", src: `<a HREF="n"/><a Href="n"/><a href="¦x"/><img SRC="n"/>`, want: []string{"a@href x follow"}},
		{name: "SVG", src: `<svg><linearGradient href="¦a"/><lineargradient href="n"/><feImage href="¦b"/><feimage href="n"/><Image href="n"/></svg>`, want: []string{"lineargradient@href a", "feimage@href b"}},
		{name: "a point of SVG", src: `<svg><foreignObject><image href="n"/></foreignObject><foreignobject><image href="¦x"/></foreignobject></svg>`, want: []string{"image@href x"}},
	})
}

func TestXHTMLReadsPrefixes(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "xlink as OmniGraffle names it", src: `<svg xmlns:xl="http://www.w3.org/1999/xlink"><use xl:href="¦x#a"/></svg>`, want: []string{"use@xlink:href x#a"}},
		{name: "other attributes", src: `<svg><a o:href="n" h:href="n"/></svg>`},
		{name: "elements of other namespaces", src: `<o:a href="n"/><rdf:link href="n"/>`},
		{name: "namespaces as Illustrator writes them", src: `<!DOCTYPE svg [ <!ENTITY l "http://www.w3.org/1999/xlink"> ]><svg xmlns:xlink="&l;"><image xlink:href="¦x"/></svg>`, want: []string{"image@xlink:href x"}},
	})
}
