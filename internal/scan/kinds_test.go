package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHTMLFindsPings(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "several", src: "<a href=¦x ping=\" ¦/a\t¦/b\n¦c \">", want: []string{"a@href x follow", "a@ping /a", "a@ping /b", "a@ping c"}},
		{name: "area", src: `<area ping=¦x href="¦y">`, want: []string{"area@ping x", "area@href y follow"}},
		{name: "entities", src: `<a ping="¦¦a?b&amp;c d">`, want: []string{"a@ping a?b&c", "a@ping d"}},
		{name: "none", src: `<a ping=" "><img ping=x><svg><a ping=x></a></svg>`},
	})
}

func TestHTMLFindsUsemaps(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "images", src: `<img usemap="¦#a" src=¦x><object usemap=¦#b></object>`, want: []string{"img@usemap #a map", "img@src x", "object@usemap #b map"}},
		{name: "no name", src: `<img usemap=""><img usemap=x><object usemap="x"></object><img usemap="#"><img usemap="¦ x#y">`, want: []string{"img@usemap  x#y map"}},
		{name: "others", src: `<p usemap=#a><input usemap=#a>`},
	})
	var page Page
	HTML([]byte(`<map name=a id=b></map><map name="c&amp;d"><map><map name=""><p name=n id=n><svg><map name=n></svg><template><map name=n></template>`), Options{}, &page)
	if diff := cmp.Diff([]uint64{HashAnchor("a"), HashAnchor("b"), HashAnchor("c&d")}, page.Maps); diff != "" {
		t.Errorf("maps (-want +got):\n%s", diff)
	}
}

func TestMapName(t *testing.T) {
	t.Parallel()
	for usemap, want := range map[string]string{"#a": "a", "x#a b#c": "a b#c", "#": "", "a": "", "": "", "#%20": "%20"} {
		if name, ok := MapName(usemap); name != want || ok != (want != "") {
			t.Errorf("MapName(%q) = %q, %v, want %q", usemap, name, ok, want)
		}
	}
}

func TestHTMLFindsWhatScriptsLoadLate(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "img", src: `<img src="" data-src="¦x" data-srcset="¦y 1x, ¦z 2x">`, want: []string{"img@data-src x", "img@data-srcset y", "img@data-srcset z"}},
		{name: "source", src: `<source data-srcset=¦x data-src=¦y>`, want: []string{"source@data-srcset x", "source@data-src y"}},
		{name: "iframe", src: `<iframe data-src=¦x></iframe>`, want: []string{"iframe@data-src x follow"}},
		{name: "others", src: `<div data-src=n data-bg=n></div><script data-src=n></script><img data-src=" ">`},
	})
}

func TestHTMLFindsManifestsOfPages(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{{name: "html", src: `<!doctype html><html lang=en manifest="¦x"><body manifest=n>`, want: []string{"html@manifest x"}}})
}

func TestHTMLFindsPointersOfSVG(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "images and scripts", src: `<svg><feImage href=¦a /><script xlink:href=¦b></script><image href=¦c /></svg>`, want: []string{"feimage@href a", "script@xlink:href b", "image@href c"}},
		{
			name: "shapes of other documents", src: `<svg><textPath href="¦a#b"/><mpath xlink:href=¦c#d /><linearGradient href=¦e /><radialGradient href=¦f /><pattern href=¦g /><filter xlink:href=¦h /></svg>`,
			want: []string{"textpath@href a#b", "mpath@xlink:href c#d", "lineargradient@href e", "radialgradient@href f", "pattern@href g", "filter@xlink:href h"},
		},
		{name: "shapes of this document", src: `<svg><textPath href="#a"/><pattern xlink:href=" #b"/><linearGradient href=""/></svg>`},
	})
}

func TestHTMLReadsSrcdoc(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "links", src: `<iframe srcdoc="<p><a href='¦x'><img src=¦y>" src=¦z></iframe>`, want: []string{"a@href x follow", "img@src y", "iframe@src z follow"}},
		{name: "entities", src: `<iframe srcdoc='¦¦<a href="x?a&amp;amp;b"><img src=y>'>`, want: []string{"a@href x?a&b follow", "img@src y"}},
		{name: "lines", src: "<iframe\r\nsrcdoc='é\n\t<a\nhref=¦x>'>", want: []string{"a@href x follow"}},
		{name: "its own fragments", src: `<iframe srcdoc="<a href='#a'><a href='¦x#a'><img usemap=#m>">`, want: []string{"a@href x#a follow"}},
		{name: "its own base", src: `<iframe srcdoc="<base href='/b/'><a href=¦x>">`, want: []string{"a@href x follow in /b/"}},
		{
			name: "frames in frames", src: `<iframe srcdoc="¦<base href=b><iframe srcdoc='<base href=c><img src=&quot;x&quot;>'>">`,
			want: []string{"img@src x in b in c"},
		},
		{name: "style", src: `<iframe srcdoc="<style>p{background:url(¦x)}</style>">`, want: []string{"style@url x"}},
		{name: "inert", src: `<template><iframe srcdoc="<img src=n>"></template><svg><iframe srcdoc="<img src=n>"></svg><p srcdoc="<img src=n>">`},
	})
	var page Page
	HTML([]byte(`<iframe srcdoc="<base href=/b/><p id=n><map name=n><meta http-equiv=refresh content='0;url=r'>">`), Options{}, &page)
	page.Links = nil
	if diff := cmp.Diff(Page{Nested: true}, page); diff != "" {
		t.Errorf("page around a srcdoc (-want +got):\n%s", diff)
	}
}

// nest returns document in a number of srcdocs, each in the one before.
func nest(document string, levels int) string {
	for range levels {
		document = `<iframe srcdoc="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(document) + `">`
	}
	return document
}

func TestHTMLReadsSrcdocsInOneAnother(t *testing.T) {
	t.Parallel()
	for levels, want := range map[int]int{1: 1, maxNested: 1, maxNested + 1: 0} {
		var page Page
		HTML([]byte(nest(`<img src="x">`, levels)), Options{}, &page)
		if len(page.Links) != want {
			t.Errorf("%d levels: got %d links, want %d", levels, len(page.Links), want)
		}
	}
}

func TestHTMLReadsTextOfLinksWithOthersOnTheTag(t *testing.T) {
	t.Parallel()
	var page Page
	HTML([]byte(`<a style="background: url(s)" href=x ping=y>text<style>p{background:url(z)}</style> too</a><iframe srcdoc="<a href=u>inner</a>">`), Options{Text: true}, &page)
	got := map[string]string{}
	for _, l := range page.Links {
		got[l.Raw] = l.Text
	}
	if diff := cmp.Diff(map[string]string{"s": "", "x": "text too", "y": "", "z": "", "u": "inner"}, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestHTMLMarksLinksOfContent(t *testing.T) {
	t.Parallel()
	var page Page
	HTML([]byte(`<style data-linkvet-ignore>p{background:url(n)}</style><style>p{background:url(x)}</style>
<div data-linkvet-ignore><p style="background:url(n)"><iframe srcdoc="<a href=n>"></iframe><svg><style><g></g>p{background:url(x)}</style></svg></div>
<iframe srcdoc="<p data-linkvet-ignore><a href=n></p><a href=x>"></iframe><script type=application/ld+json data-proofer-ignore>{"url":"n"}</script>`), Options{}, &page)
	for _, l := range page.Links {
		if l.Ignored != (l.Raw == "n") {
			t.Errorf("%s: got ignored %v", describe(&l), l.Ignored)
		}
	}
	if len(page.Links) != 7 {
		t.Errorf("got %d links, want 7", len(page.Links))
	}
}

func TestHTMLPlacesCandidates(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "each at its place", src: "<img srcset=\" ¦é.png 1x,\n ¦b,c 2x,¦d\">", want: []string{"img@srcset é.png", "img@srcset b,c", "img@srcset d"}},
		{name: "without quotes", src: `<img srcset=¦a,b>`, want: []string{"img@srcset a,b"}},
		{name: "all at the start of a value with entities", src: `<img srcset="¦¦a?b&amp;c 1x, d 2x">`, want: []string{"img@srcset a?b&c", "img@srcset d"}},
	})
}
