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
// written as describe does. The n-th link is to be at the n-th mark.
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
		{name: "a", src: `<a href="¦x">`, want: []string{"a@href x follow"}},
		{name: "a to the page itself", src: `<a href="¦">`, want: []string{"a@href  follow"}},
		{name: "a without a link", src: `<a name=x>`},
		{name: "area", src: `<area href="¦x">`, want: []string{"area@href x follow"}},
		{name: "iframe", src: `<iframe src="¦x"></iframe>`, want: []string{"iframe@src x follow"}},
		{name: "frame", src: `<frameset><frame src="¦x"></frameset>`, want: []string{"frame@src x follow"}},
		{name: "img", src: `<img src="¦x" srcset="¦y 1x" longdesc="¦z">`, want: []string{"img@src x", "img@srcset y", "img@longdesc z"}},
		{name: "img by its other name", src: `<image src="¦x">`, want: []string{"img@src x"}},
		{name: "empty img", src: `<img src="" srcset="" longdesc=" ">`},
		{name: "source", src: `<source src="¦x" srcset="¦y, ¦z">`, want: []string{"source@src x", "source@srcset y", "source@srcset z"}},
		{name: "media", src: `<video src="¦v" poster="¦p"><track src="¦t"></video><audio src="¦a"></audio>`, want: []string{"video@src v", "video@poster p", "track@src t", "audio@src a"}},
		{name: "plugins", src: `<embed src="¦x"><object data="¦y"></object>`, want: []string{"embed@src x", "object@data y"}},
		{name: "script", src: `<script src="¦x">"<a href=no>"</script>`, want: []string{"script@src x"}},
		{name: "input that shows an image", src: `<input type=IMAGE src="¦x">`, want: []string{"input@src x"}},
		{name: "input that does not", src: `<input src="x"><input type=text src=x>`},
		{name: "quotations", src: `<blockquote cite="¦a"><q cite="¦b"><ins cite="¦c"><del cite="¦d">`, want: []string{"blockquote@cite a", "q@cite b", "ins@cite c", "del@cite d"}},
		{name: "backgrounds", src: `<body background="¦a"><table background="¦b"><tr><td background="¦c"><th background="¦d">`, want: []string{"body@background a", "table@background b", "td@background c", "th@background d"}},
		{name: "other attributes", src: `<div href=x src=y><p cite=z><span background=b>`},
	})
}

func TestHTMLFindsLinkElements(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "stylesheet", src: `<link rel=stylesheet href="¦x"><link rel="alternate STYLESHEET" href="¦y">`, want: []string{"link@href x css", "link@href y css"}},
		{name: "icons", src: `<link rel="shortcut icon" href=¦a><link rel=apple-touch-icon href=¦b><link rel=mask-icon href=¦c>`, want: []string{"link@href a", "link@href b", "link@href c"}},
		{
			name: "related pages", src: `<link rel=canonical href=¦a><link rel=alternate hreflang=de href=¦b><link rel=next href=¦c><link rel=prev href=¦d><link rel=license href=¦e><link rel=search href=¦f>`,
			want: []string{"link@href a", "link@href b", "link@href c", "link@href d", "link@href e", "link@href f"},
		},
		{name: "what is loaded early", src: `<link rel=preload href=¦a><link rel=modulepreload href=¦b><link rel=prefetch href=¦c>`, want: []string{"link@href a", "link@href b", "link@href c"}},
		{name: "manifest", src: `<link rel=manifest href=¦a>`, want: []string{"link@href a manifest"}},
		{name: "sitemap", src: `<link rel=sitemap href=¦a>`, want: []string{"link@href a xml"}},
		{
			name: "feeds", src: `<link rel=alternate type=application/rss+xml href=¦a><link href=¦b type="application/atom+xml; charset=utf-8" rel=alternate><link rel=alternate type=application/feed+json href=¦c><link rel=alternate type=application/json href=¦d><link rel=alternate type=text/html href=¦e>`,
			want: []string{"link@href a xml", "link@href b xml", "link@href c json", "link@href d json", "link@href e"},
		},
		{name: "microdata", src: `<link itemprop=image href=¦a><link itemprop="name url" href=¦b><link itemprop=availability href=n>`, want: []string{"link@href a", "link@href b"}},
		{name: "several types in any case", src: `<link rel="Preconnect	ALTERNATE" href="¦x">`, want: []string{"link@href x"}},
		{name: "a rel behind the href", src: `<link href="¦x" rel=icon>`, want: []string{"link@href x"}},
		{name: "preload with a set", src: `<link rel=preload as=image href="¦x" imagesrcset="¦y 1x, ¦z 2x">`, want: []string{"link@href x", "link@imagesrcset y", "link@imagesrcset z"}},
		{name: "hosts", src: `<link rel=preconnect href=x><link rel=dns-prefetch href=y imagesrcset=z>`},
		{name: "no type", src: `<link href=x><link rel href=y>`},
		{name: "unknown type", src: `<link rel="stylesheets" href=x>`},
		{name: "nothing", src: `<link rel=icon href="">`},
	})
}

func TestHTMLFindsFormsThatAskByGet(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "form", src: `<form action="¦x">`, want: []string{"form@action x"}},
		{name: "form with a method", src: `<form action="¦x" method=GET></form><form action="¦y" method=odd>`, want: []string{"form@action x", "form@action y"}},
		{name: "form that posts", src: `<form method=Post action=x><form action=y method=dialog>`},
		{name: "form to the page itself", src: `<form action="">`},
		{name: "buttons", src: `<form><button formaction="¦x"></button><input type=submit formaction="¦y"></form>`, want: []string{"button@formaction x", "input@formaction y"}},
		{name: "buttons of a form that posts", src: `<form method=post><button formaction=x></button><button formaction="¦y" formmethod=get></form>`, want: []string{"button@formaction y"}},
		{name: "buttons that post", src: `<form><button formaction=x formmethod=post></button></form>`},
		{name: "buttons that submit nothing", src: `<form><button type=button formaction=x></button><button type=reset formaction=x></button><input formaction=x></form>`},
		{name: "buttons of no form", src: `<form></form><button formaction=x>`},
		{name: "buttons of another form", src: `<form><button form=other formaction=x>`},
		{name: "forms that are inert", src: `<form method=post><template><form method=get></form></template><button formaction=x>`},
	})
}

func TestHTMLFindsMetaLinks(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "refresh", src: `<meta http-equiv=refresh content="0; url=¦x">`, want: []string{"meta@content x follow"}},
		{name: "refresh behind its content", src: `<meta content="0;URL='¦x y'" http-equiv=REFRESH>`, want: []string{"meta@content x y follow"}},
		{name: "refresh with entities", src: `<meta http-equiv=refresh content="¦0;url=x?a&amp;b">`, want: []string{"meta@content x?a&b follow"}},
		{name: "refresh of the page itself", src: `<meta http-equiv=refresh content=5>`},
		{name: "open graph", src: `<meta property="og:image" content="¦x"><meta name=" OG:URL " content="¦y">`, want: []string{"meta@content x", "meta@content y"}},
		{name: "secure open graph", src: `<meta content="¦x" property="og:video:secure_url">`, want: []string{"meta@content x"}},
		{
			name: "twitter", src: `<meta name="twitter:image" content="¦x"><meta name="twitter:image:src" content="¦y"><meta property="twitter:player" content="¦z"><meta name="twitter:url" content="¦u">`,
			want: []string{"meta@content x", "meta@content y", "meta@content z", "meta@content u"},
		},
		{name: "tiles", src: `<meta name="msapplication-TileImage" content="¦x"><meta content="¦y" name="msapplication-square150x150logo"><meta name=msapplication-TileColor content="#fff">`, want: []string{"meta@content x", "meta@content y"}},
		{
			name: "microdata", src: `<meta itemprop=image content="¦/x"><meta itemprop=url content="¦HTTPS://a.test/"><meta itemprop=image content="a picture"><meta itemprop=name content="/n">`,
			want: []string{"meta@content /x", "meta@content HTTPS://a.test/"},
		},
		{name: "empty", src: `<meta property="og:image" content="">`},
		{name: "words", src: `<meta name=description content=x><meta property=og:title content=x><meta content=x>`},
	})
}

func TestHTMLReadsAttributesAsBrowsersDo(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "no quotes", src: `<a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "single quotes", src: `<a href='¦x"y'>`, want: []string{`a@href x"y follow`}},
		{name: "spaces around the equals sign", src: `<a href = ¦x>`, want: []string{"a@href x follow"}},
		{name: "a slash for a space", src: `<a/href=¦x>`, want: []string{"a@href x follow"}},
		{name: "slashes all over", src: `<a///href=¦x/y/ / / title=z>`, want: []string{"a@href x/y/ follow"}},
		{name: "a slash behind the name", src: `<a ¦href/=x>`, want: []string{"a@href  follow"}},
		{name: "a slash before the end", src: `<img src=¦x/>`, want: []string{"img@src x/"}},
		{name: "upper case", src: `<A HREF=¦X>`, want: []string{"a@href X follow"}},
		{name: "no value", src: `<a ¦href>`, want: []string{"a@href  follow"}},
		{name: "no value before another attribute", src: `<a ¦href title=x>`, want: []string{"a@href  follow"}},
		{name: "a missing value", src: `<a href= ¦>`, want: []string{"a@href  follow"}},
		{name: "an empty value", src: `<a href='¦'>`, want: []string{"a@href  follow"}},
		{name: "no space between attributes", src: `<a title="x"href="¦y">`, want: []string{"a@href y follow"}},
		{name: "an equals sign before the name", src: `<a =href=x>`},
		{name: "an equals sign for a name", src: `<a = href=¦x>`, want: []string{"a@href x follow"}},
		{name: "other attributes first", src: `<a title="href=no" data-href=no href="¦x">`, want: []string{"a@href x follow"}},
		{name: "the first of two", src: `<a href="¦x" HREF="y">`, want: []string{"a@href x follow"}},
		{name: "the first of two, empty", src: `<img src="" src="y">`},
		{name: "an angle bracket in quotes", src: `<a title=">" href="¦a<b>c">`, want: []string{"a@href a<b>c follow"}},
		{name: "an angle bracket without", src: `<a href=¦a<b>c">`, want: []string{"a@href a<b follow"}},
		{name: "quotes inside", src: `<a href=¦a"b'c>`, want: []string{`a@href a"b'c follow`}},
		{name: "entities", src: `<a title="&amp;" href="¦?a=1&amp;b=2&copy=3&#x41;&eacute;">`, want: []string{"a@href ?a=1&b=2&copy=3Aé follow"}},
		{name: "white space kept", src: "<a href=\"¦ x\ty \">", want: []string{"a@href  x\ty  follow"}},
		{name: "lines folded", src: "<a href=\"¦a\r\nb\rc\nd\">", want: []string{"a@href a\nb\nc\nd follow"}},
		{name: "a NUL in a value", src: "<a href=\"¦a\x00b\">", want: []string{"a@href a\ufffdb follow"}},
		{name: "a NUL in a name", src: "<a hr\x00ef=x><a\x00 href=x>"},
		{name: "invalid UTF-8", src: "<a href=\"¦\xff\xfe\">", want: []string{"a@href \xff\xfe follow"}},
		{name: "letters that only Unicode folds", src: "<lin\u212a rel=icon href=x><link rel=\u017ftylesheet href=x>"},
		{name: "a tag over lines", src: "<a\n\tclass=x\r\n\thref\n=\n\"¦x\"\n>", want: []string{"a@href x follow"}},
		{name: "the end inside a tag", src: `<a href="¦x"><a href="y"`, want: []string{"a@href x follow"}},
		{name: "the end inside a value", src: `<a href="y>`},
		{name: "the end inside a name", src: `<a hre`},
		{name: "an end tag", src: `</a href=x>`},
		{name: "longer names", src: `<aa href=x><a hrefs=x><an-element-with-a-very-long-name href=x>`},
		{name: "multibyte text before it", src: "é\U0001F600<a title=\"日本\" href=\"¦x\">", want: []string{"a@href x follow"}},
	})
}

func TestHTMLTakesNoLinkFromWhatIsNoElement(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "comment", src: `<!-- <a href=x> --><a href=¦y>`, want: []string{"a@href y follow"}},
		{name: "short comments", src: `<!--><a href=¦x><!---><a href=¦y><!-- <a href=n> --!><a href=¦z>`, want: []string{"a@href x follow", "a@href y follow", "a@href z follow"}},
		{name: "bogus comments", src: `<!x "<a href=n"><?php <a href=n ?></ <a href=n><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "conditional comment", src: `<!--[if IE]><link rel=stylesheet href=n><![endif]-->`},
		{name: "doctype", src: `<!DOCTYPE html PUBLIC "<a href=n"><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "text", src: `a < b <a href=¦x> <3 <1 href=n>`, want: []string{"a@href x follow"}},
		{name: "raw text", src: `<style><a href=n></style><xmp><a href=n></xmp><noembed><a href=n></noembed><noframes><a href=n></noframes><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "escapable raw text", src: `<title><a href=n></title><textarea><a href=n></textarea><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "script", src: `<script>x = "<a href=n>" </scripts></script ><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "script in a comment of a script", src: `<script><!-- <script> </script> <a href=n> --></script><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "closed script", src: `<script src=¦x /><a href=n></script>`, want: []string{"script@src x"}},
		{name: "iframe's inside", src: `<iframe src=¦x><a href=n></iframe><a href=¦y>`, want: []string{"iframe@src x follow", "a@href y follow"}},
		{name: "plaintext", src: `<a href=¦x><plaintext><a href=n></plaintext><a href=n>`, want: []string{"a@href x follow"}},
		{name: "CDATA in HTML", src: `<![CDATA[<a href=n>]]><a href=¦x>`, want: []string{"a@href x follow"}},
	})
}

func TestHTMLReadsNoscript(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "links", src: `<noscript><img src=¦x></noscript><img src=¦y>`, want: []string{"img@src x", "img@src y"}},
		{name: "refresh", src: `<noscript><meta http-equiv=refresh content="0;url=¦x"></noscript>`, want: []string{"meta@content x"}},
	})
}

func TestHTMLLeavesTemplatesOut(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "inert", src: `<template><a href=n></template><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "nested", src: `<template><template><a href=n></template><a href=n></template><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "unclosed", src: `<a href=¦x><template><p></body><a href=n>`, want: []string{"a@href x follow"}},
		{name: "closed too often", src: `</template><template><a href=n></template></template><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "a shadow root", src: `<div><template shadowrootmode=open><a href=¦x></template></div>`, want: []string{"a@href x follow"}},
		{name: "a template in a shadow root", src: `<p>t<template shadowrootmode=CLOSED><template><a href=n></template><a href=¦x></template><a href=¦y>`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "a shadow root in the head", src: `<template shadowrootmode=open><a href=n></template><head><template shadowrootmode=open><a href=n></template></head><body><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "a shadow root of the body", src: `<body><template shadowrootmode=open><a href=¦x></template>`, want: []string{"a@href x follow"}},
		{name: "a shadow root of a custom element", src: `<x-y><template shadowrootmode=open><a href=¦x></template></x-y>`, want: []string{"a@href x follow"}},
		{name: "a shadow root behind other children", src: `<div>t<b>b</b><template shadowrootmode=open><a href=¦x></template></div>`, want: []string{"a@href x follow"}},
		{name: "a second shadow root", src: `<div><template shadowrootmode=open><a href=¦x></template><template shadowrootmode=open><a href=n></template></div>`, want: []string{"a@href x follow"}},
		{name: "a shadow root in a shadow root", src: `<div><template shadowrootmode=open><template shadowrootmode=open><a href=n></template><p><template shadowrootmode=open><a href=¦x></template></template></div>`, want: []string{"a@href x follow"}},
		{
			name: "shadow roots of elements that have none", src: `<ul><li><template shadowrootmode=open><a href=n></template></ul><button><template shadowrootmode=open><a href=n></template></button>` +
				`<table><template shadowrootmode=open><a href=n></template><tr><td><template shadowrootmode=open><a href=n></template></table><a href=¦x><template shadowrootmode=open><a href=n></template></a>` +
				`<font-face><template shadowrootmode=open><a href=n></template></font-face><svg><foreignObject><template shadowrootmode=open><a href=n></template></svg>`,
			want: []string{"a@href x follow"},
		},
		{name: "a shadow root in a template", src: `<template><template shadowrootmode=open><a href=n></template><a href=n></template>`},
		{name: "no mode of a shadow root", src: `<template shadowrootmode=x><a href=n></template>`},
		{name: "a script in it", src: `<template><script>"</template>"</script><a href=n></template><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "a picture left open in it", src: `<template><svg><g></template><a href=¦x>`, want: []string{"a@href x follow"}},
	})
}

func TestHTMLReadsForeignContent(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "links of SVG", src: `<svg><a xlink:href=¦a></a><image href=¦b /><use XLINK:HREF="¦#c"/></svg>`, want: []string{"a@xlink:href a follow", "image@href b", "use@xlink:href #c"}},
		{name: "xlink beside href", src: `<svg><a xlink:href=n href=¦x></a><use href="¦#y" xlink:href="n"/></svg>`, want: []string{"a@href x follow", "use@href #y"}},
		{name: "names of HTML in SVG", src: `<svg><link rel=icon href=n /><form action=n></form><a name=n src=n></a></svg>`},
		{name: "names of SVG in HTML", src: `<a xlink:href=n><use href=n>`},
		{name: "closed title", src: `<svg><title/><style/><script/></svg><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "title with markup", src: `<svg><title><a href=¦x></a></title><style><a href=¦y></a></style></svg>`, want: []string{"a@href x follow", "a@href y follow"}},
		{name: "script in a title", src: `<svg><title><script>"<a href=n>"</script></title></svg>`},
		{name: "template in SVG in a template", src: `<template><svg><template></template><a href=n></a></svg></template>`},
		{name: "template in SVG", src: `<svg><template><a href=¦x></a></template></svg>`, want: []string{"a@href x follow"}},
		{name: "CDATA", src: `<svg><![CDATA[> <a href=n>]]><text></text><![CDATA[> <a href=n>]]></svg><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "CDATA behind SVG", src: `<svg></svg><![CDATA[> <a href=¦x>]]>`, want: []string{"a@href x follow"}},
		{name: "HTML in SVG", src: `<svg><foreignObject><p><style><a href=n></style><image src=¦x></foreignObject><image href=¦y /></svg>`, want: []string{"img@src x", "image@href y"}},
		{name: "an element that breaks out", src: `<svg><g><p><style><a href=n></style><image src=¦x>`, want: []string{"img@src x"}},
		{name: "font that breaks out", src: `<svg><font color=red><style><a href=n></style>`},
		{name: "font that does not", src: `<svg><font><style><a href=¦x></a></style></svg>`, want: []string{"a@href x follow"}},
		{name: "an end that breaks out", src: `<div><svg><g></div><script>"<a href=n>"</script><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "a stray end", src: `<svg><path/></path><style/><use xlink:href=¦x /></svg><a href=¦y>`, want: []string{"use@xlink:href x", "a@href y follow"}},
		{name: "an end of a section that breaks out", src: `<section><svg></section><style><a href=n></style>`},
		{name: "svg in svg", src: `<svg><svg></svg><style/><image href=¦x /></svg><style><a href=n></style>`, want: []string{"image@href x"}},
		{name: "closed svg", src: `<svg/><style><a href=n></style><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "svg with a last value that ends in a slash", src: `<svg a=/><style/></svg><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "MathML", src: `<math><mi><image src=¦x></mi><a href=n></a><style/></math><a href=¦y>`, want: []string{"img@src x", "a@href y follow"}},
		{name: "HTML in MathML", src: `<math><annotation-xml encoding="TEXT/HTML"><image src=¦x></annotation-xml></math>`, want: []string{"img@src x"}},
		{name: "SVG in MathML", src: `<math><annotation-xml><svg><image href=¦x /></svg></annotation-xml></math>`, want: []string{"image@href x"}},
		{name: "hundreds of paths without an end tag", src: `<svg>` + strings.Repeat("<path d=M0>", 600) + `</svg><style><a href=n></style><a href=¦x>`, want: []string{"a@href x follow"}},
		{name: "a group around dozens of them", src: `<svg><svg>` + strings.Repeat("<path d=M0>", 90) + `</svg><style/><image href=¦x /></svg><style><a href=n></style>`, want: []string{"image@href x"}},
		{name: "a picture that ends at its title", src: `<svg><title>x</svg></title><image src=¦x>`, want: []string{"img@src x"}},
	})
}

func TestHTMLFindsAnchors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  string
		want []string
	}{
		{name: "ids and names", src: `<p id=a><a name=b><A ID="c" NAME="d"><a name=e id=f>`, want: []string{"a", "b", "c", "d", "e", "f"}},
		{name: "duplicates", src: `<p id=a><p id=a><p id=b id=c>`, want: []string{"a", "a", "b"}},
		{name: "names of other elements", src: `<meta name=a><input name=b><map name=c><svg><a name=d></a></svg>`},
		{name: "unknown elements", src: `<x-y id=a><svg><g id=b /><title id=c></title></svg><math id=d>`, want: []string{"a", "b", "c", "d"}},
		{name: "entities", src: `<p id="a&amp;b&eacute;">`, want: []string{"a&bé"}},
		{name: "case and space kept", src: `<p id=" A b ">`, want: []string{" A b "}},
		{name: "empty", src: `<p id=""><p id><a name="">`},
		{name: "what is no element", src: `<!-- <p id=a> --><script>"<p id=b>"</script></p id=c><template><p id=d></template>`},
		{name: "the elements themselves", src: `<template id=t></template><script id=a></script><noscript id=b><p id=c></noscript><iframe id=d></iframe>`, want: []string{"t", "a", "b", "c", "d"}},
		{
			name: "lines that a script of JSDoc numbers, once", want: []string{"a", "line1", "line2"},
			src: "<p id=a><pre class=\"prettyprint source linenums\"><code>x\ny</code></pre><script src=\"scripts/linenumber.js\"></script><script src=\"/linenumber.js\"></script>",
		},
		{name: "lines that no script numbers", src: "<pre class=\"prettyprint source linenums\">x\ny</pre><script src=\"scripts/x.js\"></script>"},
		{name: "under an ignored element", src: `<p data-linkvet-ignore><a id=a href=x>`, want: []string{"a"}},
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
		{name: "none", src: `<p>`, want: Page{}},
		{name: "base", src: `<base target=_top><base href="/a/?x&amp;y"><base href="/b/">`, want: Page{Base: "/a/?x&y", HasBase: true}},
		{name: "empty base", src: `<base href=""><base href="/b/">`, want: Page{HasBase: true}},
		{name: "base behind a noscript", src: `<noscript></noscript><base href=x>`, want: Page{Base: "x", HasBase: true}},
		{name: "base in the body", src: `<body><p><base href=x>`, want: Page{Base: "x", HasBase: true}},
		{name: "base that no browser sees", src: `<noscript><base href=a></noscript><template><base href=b></template><svg><base href=c></svg><!--<base href=d>-->`, want: Page{}},
		{name: "first refresh with a URL", src: `<meta http-equiv=refresh content=5><meta http-equiv=refresh content="0;url=a"><meta http-equiv=refresh content="0;url=b">`, want: Page{Refresh: "a"}},
		{name: "refresh without scripts", src: `<noscript><meta http-equiv=refresh content="0;url=a"></noscript>`, want: Page{}},
		{name: "refresh of a template", src: `<template><meta http-equiv=refresh content="0;url=a"></template>`, want: Page{}},
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
