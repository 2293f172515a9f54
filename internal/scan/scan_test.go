package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// here marks in the source of a test the place of the next wanted link.
const here = "¦"

// unmark takes the marks out of src and returns where they were.
func unmark(src string) (clean string, offsets []int) {
	for {
		before, after, found := strings.Cut(src, here)
		clean += before
		if !found {
			return clean, offsets
		}
		offsets = append(offsets, len(clean))
		src = after
	}
}

// checkLinks compares the links of marked, which is of that kind, with want, each
// written as describe does. The n-th link is to stand at the n-th mark.
func checkLinks(t *testing.T, kind link.Kind, marked string, want []string) {
	t.Helper()
	src, offsets := unmark(marked)
	var page Page
	if err := Read(kind, []byte(src), Options{}, &page); err != nil {
		t.Errorf("Read(%q): %v", src, err)
	}
	var got []string
	var gotOffsets []int
	for i := range page.Links {
		got = append(got, describe(&page.Links[i]))
		gotOffsets = append(gotOffsets, page.Links[i].Offset)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("links of %q (-want +got):\n%s", src, diff)
	}
	if diff := cmp.Diff(offsets, gotOffsets); diff != "" {
		t.Errorf("offsets in %q (-want +got):\n%s", src, diff)
	}
}

// describe writes a link as "element@attribute raw", and what else it says of
// itself behind that.
func describe(l *link.Link) string {
	line := l.Element + "@" + l.Attribute + " " + l.Raw
	for word, is := range map[string]bool{" follow": l.Follow, " map": l.Map, " on-site": l.OnSite} {
		if is {
			line += word // no link is two of these
		}
	}
	names := map[link.Kind]string{link.CSSKind: " css", link.XMLKind: " xml", link.ManifestKind: " manifest", link.JSONFeedKind: " json"}
	line += names[l.Holds]
	for _, base := range l.Base {
		line += " in " + base
	}
	return line
}

type linkTest struct {
	name string
	src  string
	want []string
}

func runLinkTests(t *testing.T, tests []linkTest) {
	t.Helper()
	runTestsOf(t, link.HTMLKind, tests)
}

func runTestsOf(t *testing.T, kind link.Kind, tests []linkTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkLinks(t, kind, test.src, test.want)
		})
	}
}

func TestHTMLFindsEveryKindOfLink(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"a", `<a href="¦x">`, []string{"a@href x follow"}},
		{"a to the page itself", `<a href="¦">`, []string{"a@href  follow"}},
		{"a without a link", `<a name=x>`, nil},
		{"area", `<area href="¦x">`, []string{"area@href x follow"}},
		{"iframe", `<iframe src="¦x"></iframe>`, []string{"iframe@src x follow"}},
		{"frame", `<frameset><frame src="¦x"></frameset>`, []string{"frame@src x follow"}},
		{"img", `<img src="¦x" srcset="¦y 1x" longdesc="¦z">`, []string{"img@src x", "img@srcset y", "img@longdesc z"}},
		{"img by its other name", `<image src="¦x">`, []string{"img@src x"}},
		{"empty img", `<img src="" srcset="" longdesc=" ">`, nil},
		{"source", `<source src="¦x" srcset="¦y, ¦z">`, []string{"source@src x", "source@srcset y", "source@srcset z"}},
		{"media", `<video src="¦v" poster="¦p"><track src="¦t"></video><audio src="¦a"></audio>`, []string{"video@src v", "video@poster p", "track@src t", "audio@src a"}},
		{"plugins", `<embed src="¦x"><object data="¦y"></object>`, []string{"embed@src x", "object@data y"}},
		{"script", `<script src="¦x">"<a href=no>"</script>`, []string{"script@src x"}},
		{"input that shows an image", `<input type=IMAGE src="¦x">`, []string{"input@src x"}},
		{"input that does not", `<input src="x"><input type=text src=x>`, nil},
		{"quotations", `<blockquote cite="¦a"><q cite="¦b"><ins cite="¦c"><del cite="¦d">`, []string{"blockquote@cite a", "q@cite b", "ins@cite c", "del@cite d"}},
		{"backgrounds", `<body background="¦a"><table background="¦b"><tr><td background="¦c"><th background="¦d">`, []string{"body@background a", "table@background b", "td@background c", "th@background d"}},
		{"other attributes", `<div href=x src=y><p cite=z><span background=b>`, nil},
	})
}

func TestHTMLFindsLinkElements(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"stylesheet", `<link rel=stylesheet href="¦x"><link rel="alternate STYLESHEET" href="¦y">`, []string{"link@href x css", "link@href y css"}},
		{"icons", `<link rel="shortcut icon" href=¦a><link rel=apple-touch-icon href=¦b><link rel=mask-icon href=¦c>`, []string{"link@href a", "link@href b", "link@href c"}},
		{
			"related pages", `<link rel=canonical href=¦a><link rel=alternate hreflang=de href=¦b><link rel=next href=¦c><link rel=prev href=¦d><link rel=license href=¦e><link rel=search href=¦f>`,
			[]string{"link@href a", "link@href b", "link@href c", "link@href d", "link@href e", "link@href f"},
		},
		{"what is loaded early", `<link rel=preload href=¦a><link rel=modulepreload href=¦b><link rel=prefetch href=¦c>`, []string{"link@href a", "link@href b", "link@href c"}},
		{"manifest", `<link rel=manifest href=¦a>`, []string{"link@href a manifest"}},
		{"sitemap", `<link rel=sitemap href=¦a>`, []string{"link@href a xml"}},
		{
			"feeds", `<link rel=alternate type=application/rss+xml href=¦a><link href=¦b type="application/atom+xml; charset=utf-8" rel=alternate><link rel=alternate type=application/feed+json href=¦c><link rel=alternate type=application/json href=¦d><link rel=alternate type=text/html href=¦e>`,
			[]string{"link@href a xml", "link@href b xml", "link@href c json", "link@href d json", "link@href e"},
		},
		{"microdata", `<link itemprop=image href=¦a><link itemprop="name url" href=¦b><link itemprop=availability href=n>`, []string{"link@href a", "link@href b"}},
		{"several types in any case", `<link rel="Preconnect	ALTERNATE" href="¦x">`, []string{"link@href x"}},
		{"a rel behind the href", `<link href="¦x" rel=icon>`, []string{"link@href x"}},
		{"preload with a set", `<link rel=preload as=image href="¦x" imagesrcset="¦y 1x, ¦z 2x">`, []string{"link@href x", "link@imagesrcset y", "link@imagesrcset z"}},
		{"hosts", `<link rel=preconnect href=x><link rel=dns-prefetch href=y imagesrcset=z>`, nil},
		{"no type", `<link href=x><link rel href=y>`, nil},
		{"unknown type", `<link rel="stylesheets" href=x>`, nil},
		{"nothing", `<link rel=icon href="">`, nil},
	})
}

func TestHTMLFindsFormsThatAskByGet(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"form", `<form action="¦x">`, []string{"form@action x"}},
		{"form with a method", `<form action="¦x" method=GET></form><form action="¦y" method=odd>`, []string{"form@action x", "form@action y"}},
		{"form that posts", `<form method=Post action=x><form action=y method=dialog>`, nil},
		{"form to the page itself", `<form action="">`, nil},
		{"buttons", `<form><button formaction="¦x"></button><input type=submit formaction="¦y"></form>`, []string{"button@formaction x", "input@formaction y"}},
		{"buttons of a form that posts", `<form method=post><button formaction=x></button><button formaction="¦y" formmethod=get></form>`, []string{"button@formaction y"}},
		{"buttons that post", `<form><button formaction=x formmethod=post></button></form>`, nil},
		{"buttons that submit nothing", `<form><button type=button formaction=x></button><button type=reset formaction=x></button><input formaction=x></form>`, nil},
		{"buttons of no form", `<form></form><button formaction=x>`, nil},
		{"buttons of another form", `<form><button form=other formaction=x>`, nil},
		{"forms that are inert", `<form method=post><template><form method=get></form></template><button formaction=x>`, nil},
	})
}

func TestHTMLFindsMetaLinks(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"refresh", `<meta http-equiv=refresh content="0; url=¦x">`, []string{"meta@content x follow"}},
		{"refresh behind its content", `<meta content="0;URL='¦x y'" http-equiv=REFRESH>`, []string{"meta@content x y follow"}},
		{"refresh with entities", `<meta http-equiv=refresh content="¦0;url=x?a&amp;b">`, []string{"meta@content x?a&b follow"}},
		{"refresh of the page itself", `<meta http-equiv=refresh content=5>`, nil},
		{"open graph", `<meta property="og:image" content="¦x"><meta name=" OG:URL " content="¦y">`, []string{"meta@content x", "meta@content y"}},
		{"secure open graph", `<meta content="¦x" property="og:video:secure_url">`, []string{"meta@content x"}},
		{
			"twitter", `<meta name="twitter:image" content="¦x"><meta name="twitter:image:src" content="¦y"><meta property="twitter:player" content="¦z"><meta name="twitter:url" content="¦u">`,
			[]string{"meta@content x", "meta@content y", "meta@content z", "meta@content u"},
		},
		{"tiles", `<meta name="msapplication-TileImage" content="¦x"><meta content="¦y" name="msapplication-square150x150logo"><meta name=msapplication-TileColor content="#fff">`, []string{"meta@content x", "meta@content y"}},
		{
			"microdata", `<meta itemprop=image content="¦/x"><meta itemprop=url content="¦HTTPS://a.test/"><meta itemprop=image content="a picture"><meta itemprop=name content="/n">`,
			[]string{"meta@content /x", "meta@content HTTPS://a.test/"},
		},
		{"empty", `<meta property="og:image" content="">`, nil},
		{"words", `<meta name=description content=x><meta property=og:title content=x><meta content=x>`, nil},
	})
}

func TestHTMLReadsAttributesAsBrowsersDo(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"no quotes", `<a href=¦x>`, []string{"a@href x follow"}},
		{"single quotes", `<a href='¦x"y'>`, []string{`a@href x"y follow`}},
		{"spaces around the equals sign", `<a href = ¦x>`, []string{"a@href x follow"}},
		{"a slash for a space", `<a/href=¦x>`, []string{"a@href x follow"}},
		{"slashes all over", `<a///href=¦x/y/ / / title=z>`, []string{"a@href x/y/ follow"}},
		{"a slash behind the name", `<a ¦href/=x>`, []string{"a@href  follow"}},
		{"a slash before the end", `<img src=¦x/>`, []string{"img@src x/"}},
		{"upper case", `<A HREF=¦X>`, []string{"a@href X follow"}},
		{"no value", `<a ¦href>`, []string{"a@href  follow"}},
		{"no value before another attribute", `<a ¦href title=x>`, []string{"a@href  follow"}},
		{"a missing value", `<a href= ¦>`, []string{"a@href  follow"}},
		{"an empty value", `<a href='¦'>`, []string{"a@href  follow"}},
		{"no space between attributes", `<a title="x"href="¦y">`, []string{"a@href y follow"}},
		{"an equals sign before the name", `<a =href=x>`, nil},
		{"an equals sign for a name", `<a = href=¦x>`, []string{"a@href x follow"}},
		{"other attributes first", `<a title="href=no" data-href=no href="¦x">`, []string{"a@href x follow"}},
		{"the first of two", `<a href="¦x" HREF="y">`, []string{"a@href x follow"}},
		{"the first of two, empty", `<img src="" src="y">`, nil},
		{"an angle bracket in quotes", `<a title=">" href="¦a<b>c">`, []string{"a@href a<b>c follow"}},
		{"an angle bracket without", `<a href=¦a<b>c">`, []string{"a@href a<b follow"}},
		{"quotes inside", `<a href=¦a"b'c>`, []string{`a@href a"b'c follow`}},
		{"entities", `<a title="&amp;" href="¦?a=1&amp;b=2&copy=3&#x41;&eacute;">`, []string{"a@href ?a=1&b=2&copy=3Aé follow"}},
		{"white space kept", "<a href=\"¦ x\ty \">", []string{"a@href  x\ty  follow"}},
		{"lines folded", "<a href=\"¦a\r\nb\rc\nd\">", []string{"a@href a\nb\nc\nd follow"}},
		{"a NUL in a value", "<a href=\"¦a\x00b\">", []string{"a@href a\ufffdb follow"}},
		{"a NUL in a name", "<a hr\x00ef=x><a\x00 href=x>", nil},
		{"invalid UTF-8", "<a href=\"¦\xff\xfe\">", []string{"a@href \xff\xfe follow"}},
		{"letters that only Unicode folds", "<lin\u212a rel=icon href=x><link rel=\u017ftylesheet href=x>", nil},
		{"a tag over lines", "<a\n\tclass=x\r\n\thref\n=\n\"¦x\"\n>", []string{"a@href x follow"}},
		{"the end inside a tag", `<a href="¦x"><a href="y"`, []string{"a@href x follow"}},
		{"the end inside a value", `<a href="y>`, nil},
		{"the end inside a name", `<a hre`, nil},
		{"an end tag", `</a href=x>`, nil},
		{"longer names", `<aa href=x><a hrefs=x><an-element-with-a-very-long-name href=x>`, nil},
		{"multibyte text before it", "é\U0001F600<a title=\"日本\" href=\"¦x\">", []string{"a@href x follow"}},
	})
}

func TestHTMLTakesNoLinkFromWhatIsNoElement(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"comment", `<!-- <a href=x> --><a href=¦y>`, []string{"a@href y follow"}},
		{"short comments", `<!--><a href=¦x><!---><a href=¦y><!-- <a href=n> --!><a href=¦z>`, []string{"a@href x follow", "a@href y follow", "a@href z follow"}},
		{"bogus comments", `<!x "<a href=n"><?php <a href=n ?></ <a href=n><a href=¦x>`, []string{"a@href x follow"}},
		{"conditional comment", `<!--[if IE]><link rel=stylesheet href=n><![endif]-->`, nil},
		{"doctype", `<!DOCTYPE html PUBLIC "<a href=n"><a href=¦x>`, []string{"a@href x follow"}},
		{"text", `a < b <a href=¦x> <3 <1 href=n>`, []string{"a@href x follow"}},
		{"raw text", `<style><a href=n></style><xmp><a href=n></xmp><noembed><a href=n></noembed><noframes><a href=n></noframes><a href=¦x>`, []string{"a@href x follow"}},
		{"escapable raw text", `<title><a href=n></title><textarea><a href=n></textarea><a href=¦x>`, []string{"a@href x follow"}},
		{"script", `<script>x = "<a href=n>" </scripts></script ><a href=¦x>`, []string{"a@href x follow"}},
		{"script in a comment of a script", `<script><!-- <script> </script> <a href=n> --></script><a href=¦x>`, []string{"a@href x follow"}},
		{"closed script", `<script src=¦x /><a href=n></script>`, []string{"script@src x"}},
		{"iframe's inside", `<iframe src=¦x><a href=n></iframe><a href=¦y>`, []string{"iframe@src x follow", "a@href y follow"}},
		{"plaintext", `<a href=¦x><plaintext><a href=n></plaintext><a href=n>`, []string{"a@href x follow"}},
		{"CDATA in HTML", `<![CDATA[<a href=n>]]><a href=¦x>`, []string{"a@href x follow"}},
	})
}

func TestHTMLReadsNoscript(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"links", `<noscript><img src=¦x></noscript><img src=¦y>`, []string{"img@src x", "img@src y"}},
		{"refresh", `<noscript><meta http-equiv=refresh content="0;url=¦x"></noscript>`, []string{"meta@content x"}},
	})
}

func TestHTMLLeavesTemplatesOut(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"inert", `<template><a href=n></template><a href=¦x>`, []string{"a@href x follow"}},
		{"nested", `<template><template><a href=n></template><a href=n></template><a href=¦x>`, []string{"a@href x follow"}},
		{"unclosed", `<a href=¦x><template><p></body><a href=n>`, []string{"a@href x follow"}},
		{"closed too often", `</template><template><a href=n></template></template><a href=¦x>`, []string{"a@href x follow"}},
		{"a shadow root", `<div><template shadowrootmode=open><a href=¦x></template></div>`, []string{"a@href x follow"}},
		{"a template in a shadow root", `<p>t<template shadowrootmode=CLOSED><template><a href=n></template><a href=¦x></template><a href=¦y>`, []string{"a@href x follow", "a@href y follow"}},
		{"a shadow root in the head", `<template shadowrootmode=open><a href=n></template><head><template shadowrootmode=open><a href=n></template></head><body><a href=¦x>`, []string{"a@href x follow"}},
		{"a shadow root of the body", `<body><template shadowrootmode=open><a href=¦x></template>`, []string{"a@href x follow"}},
		{"a shadow root of a custom element", `<x-y><template shadowrootmode=open><a href=¦x></template></x-y>`, []string{"a@href x follow"}},
		{"a shadow root behind other children", `<div>t<b>b</b><template shadowrootmode=open><a href=¦x></template></div>`, []string{"a@href x follow"}},
		{"a second shadow root", `<div><template shadowrootmode=open><a href=¦x></template><template shadowrootmode=open><a href=n></template></div>`, []string{"a@href x follow"}},
		{"a shadow root in a shadow root", `<div><template shadowrootmode=open><template shadowrootmode=open><a href=n></template><p><template shadowrootmode=open><a href=¦x></template></template></div>`, []string{"a@href x follow"}},
		{
			"shadow roots of elements that have none", `<ul><li><template shadowrootmode=open><a href=n></template></ul><button><template shadowrootmode=open><a href=n></template></button>` +
				`<table><template shadowrootmode=open><a href=n></template><tr><td><template shadowrootmode=open><a href=n></template></table><a href=¦x><template shadowrootmode=open><a href=n></template></a>` +
				`<font-face><template shadowrootmode=open><a href=n></template></font-face><svg><foreignObject><template shadowrootmode=open><a href=n></template></svg>`,
			[]string{"a@href x follow"},
		},
		{"a shadow root in a template", `<template><template shadowrootmode=open><a href=n></template><a href=n></template>`, nil},
		{"no mode of a shadow root", `<template shadowrootmode=x><a href=n></template>`, nil},
		{"a script in it", `<template><script>"</template>"</script><a href=n></template><a href=¦x>`, []string{"a@href x follow"}},
		{"a picture left open in it", `<template><svg><g></template><a href=¦x>`, []string{"a@href x follow"}},
	})
}

func TestHTMLReadsForeignContent(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"links of SVG", `<svg><a xlink:href=¦a></a><image href=¦b /><use XLINK:HREF="¦#c"/></svg>`, []string{"a@xlink:href a follow", "image@href b", "use@xlink:href #c"}},
		{"xlink beside href", `<svg><a xlink:href=n href=¦x></a><use href="¦#y" xlink:href="n"/></svg>`, []string{"a@href x follow", "use@href #y"}},
		{"names of HTML in SVG", `<svg><link rel=icon href=n /><form action=n></form><a name=n src=n></a></svg>`, nil},
		{"names of SVG in HTML", `<a xlink:href=n><use href=n>`, nil},
		{"closed title", `<svg><title/><style/><script/></svg><a href=¦x>`, []string{"a@href x follow"}},
		{"title with markup", `<svg><title><a href=¦x></a></title><style><a href=¦y></a></style></svg>`, []string{"a@href x follow", "a@href y follow"}},
		{"script in a title", `<svg><title><script>"<a href=n>"</script></title></svg>`, nil},
		{"template in SVG in a template", `<template><svg><template></template><a href=n></a></svg></template>`, nil},
		{"template in SVG", `<svg><template><a href=¦x></a></template></svg>`, []string{"a@href x follow"}},
		{"CDATA", `<svg><![CDATA[> <a href=n>]]><text></text><![CDATA[> <a href=n>]]></svg><a href=¦x>`, []string{"a@href x follow"}},
		{"CDATA behind SVG", `<svg></svg><![CDATA[> <a href=¦x>]]>`, []string{"a@href x follow"}},
		{"HTML in SVG", `<svg><foreignObject><p><style><a href=n></style><image src=¦x></foreignObject><image href=¦y /></svg>`, []string{"img@src x", "image@href y"}},
		{"an element that breaks out", `<svg><g><p><style><a href=n></style><image src=¦x>`, []string{"img@src x"}},
		{"font that breaks out", `<svg><font color=red><style><a href=n></style>`, nil},
		{"font that does not", `<svg><font><style><a href=¦x></a></style></svg>`, []string{"a@href x follow"}},
		{"an end that breaks out", `<div><svg><g></div><script>"<a href=n>"</script><a href=¦x>`, []string{"a@href x follow"}},
		{"a stray end", `<svg><path/></path><style/><use xlink:href=¦x /></svg><a href=¦y>`, []string{"use@xlink:href x", "a@href y follow"}},
		{"an end of a section that breaks out", `<section><svg></section><style><a href=n></style>`, nil},
		{"svg in svg", `<svg><svg></svg><style/><image href=¦x /></svg><style><a href=n></style>`, []string{"image@href x"}},
		{"closed svg", `<svg/><style><a href=n></style><a href=¦x>`, []string{"a@href x follow"}},
		{"svg with a last value that ends in a slash", `<svg a=/><style/></svg><a href=¦x>`, []string{"a@href x follow"}},
		{"MathML", `<math><mi><image src=¦x></mi><a href=n></a><style/></math><a href=¦y>`, []string{"img@src x", "a@href y follow"}},
		{"HTML in MathML", `<math><annotation-xml encoding="TEXT/HTML"><image src=¦x></annotation-xml></math>`, []string{"img@src x"}},
		{"SVG in MathML", `<math><annotation-xml><svg><image href=¦x /></svg></annotation-xml></math>`, []string{"image@href x"}},
		{"hundreds of paths that nobody closed", `<svg>` + strings.Repeat("<path d=M0>", 600) + `</svg><style><a href=n></style><a href=¦x>`, []string{"a@href x follow"}},
		{"a group around dozens of them", `<svg><svg>` + strings.Repeat("<path d=M0>", 90) + `</svg><style/><image href=¦x /></svg><style><a href=n></style>`, []string{"image@href x"}},
		{"a picture that ends at its title", `<svg><title>x</svg></title><image src=¦x>`, []string{"img@src x"}},
	})
}

func TestHTMLFindsAnchors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want []string
	}{
		{"ids and names", `<p id=a><a name=b><A ID="c" NAME="d"><a name=e id=f>`, []string{"a", "b", "c", "d", "e", "f"}},
		{"duplicates", `<p id=a><p id=a><p id=b id=c>`, []string{"a", "a", "b"}},
		{"names of other elements", `<meta name=a><input name=b><map name=c><svg><a name=d></a></svg>`, nil},
		{"elements that nobody knows", `<x-y id=a><svg><g id=b /><title id=c></title></svg><math id=d>`, []string{"a", "b", "c", "d"}},
		{"entities", `<p id="a&amp;b&eacute;">`, []string{"a&bé"}},
		{"case and space kept", `<p id=" A b ">`, []string{" A b "}},
		{"empty", `<p id=""><p id><a name="">`, nil},
		{"what is no element", `<!-- <p id=a> --><script>"<p id=b>"</script></p id=c><template><p id=d></template>`, nil},
		{"the elements themselves", `<template id=t></template><script id=a></script><noscript id=b><p id=c></noscript><iframe id=d></iframe>`, []string{"t", "a", "b", "c", "d"}},
		{"under an ignored element", `<p data-linkvet-ignore><a id=a href=x>`, []string{"a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			HTML([]byte(test.src), Options{}, &page)
			var want []uint64
			for _, id := range test.want {
				want = append(want, HashAnchor(id))
			}
			if diff := cmp.Diff(want, page.Anchors); diff != "" {
				t.Errorf("anchors of %q, wanted %q (-want +got):\n%s", test.src, test.want, diff)
			}
		})
	}
}

func TestHTMLFindsBaseAndRefresh(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want Page
	}{
		{"none", `<p>`, Page{}},
		{"base", `<base target=_top><base href="/a/?x&amp;y"><base href="/b/">`, Page{Base: "/a/?x&y", HasBase: true}},
		{"empty base", `<base href=""><base href="/b/">`, Page{HasBase: true}},
		{"base behind a noscript", `<noscript></noscript><base href=x>`, Page{Base: "x", HasBase: true}},
		{"base in the body", `<body><p><base href=x>`, Page{Base: "x", HasBase: true}},
		{"base that no browser sees", `<noscript><base href=a></noscript><template><base href=b></template><svg><base href=c></svg><!--<base href=d>-->`, Page{}},
		{"first refresh with a URL", `<meta http-equiv=refresh content=5><meta http-equiv=refresh content="0;url=a"><meta http-equiv=refresh content="0;url=b">`, Page{Refresh: "a"}},
		{"refresh without scripts", `<noscript><meta http-equiv=refresh content="0;url=a"></noscript>`, Page{}},
		{"refresh of a template", `<template><meta http-equiv=refresh content="0;url=a"></template>`, Page{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			HTML([]byte(test.src), Options{}, &page)
			page.Links = nil
			if diff := cmp.Diff(test.want, page); diff != "" {
				t.Errorf("page of %q (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func TestHTMLUsesAPageAgain(t *testing.T) {
	t.Parallel()
	var page Page
	HTML([]byte(`<base href=b><meta http-equiv=refresh content="0;url=r"><p id=i><a data-linkvet-ignore href=n>`), Options{}, &page)
	HTML([]byte(`<a href=x>`), Options{}, &page)
	want := Page{
		Links:   []link.Link{{Origin: &link.Origin{Element: "a", Attribute: "href"}, Raw: "x", Offset: 8, Follow: true}},
		Anchors: []uint64{},
	}
	if diff := cmp.Diff(want, page); diff != "" {
		t.Errorf("second page (-want +got):\n%s", diff)
	}
}

func TestHTMLLeavesTheSourceAlone(t *testing.T) {
	t.Parallel()
	src := "<A HREF='x&amp;y'>A &amp;\r\n B</A><P ID='&lt;'>"
	buf := []byte(src)
	HTML(buf, Options{Text: true}, new(Page))
	if string(buf) != src {
		t.Errorf("HTML changed its source to %q", buf)
	}
}
