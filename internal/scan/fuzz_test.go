package scan

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// seeds are documents that lead the fuzzer to what is hard.
var seeds = []string{
	"<x-y data-linkvet-ignore\x1e<a href=0><td background=0>0",
	"<x-] data-linkvet-ignore\x1e<a href=0><td background=0>0",
	`<style>@import "a"; p { background: url(b) }</style><p style="background: url('c')"><svg><style>q { fill: url(&quot;d&quot;) }</style></svg>`,
	`<script type="application/ld+json">{"url": "a", "item": "/b"}</script><iframe srcdoc="<a href=c><base href=d>"></iframe><style>@import "..</stylet`,
	`<a href="x">text</a>`,
	`<A/HREF = x id=y name='z'><img src=a srcset="b 1x, c,d 2x">`,
	"<a href=\"&amp;\r\n\x00\" href=n>é</a><p id=&lt;>",
	`<!--><a href=x><!-- --!><![CDATA[<a href=y>]]></ x><?y <!x`,
	`<script><!--<script></script>--></script><style></style><title/><textarea>`,
	`<svg><title/><a xlink:href=x /><foreignObject><p><svg></svg></p></foreignObject><style><a href=y></style></svg>`,
	`<math><mi><annotation-xml encoding=text/html><svg><font color=x></math>`,
	`<template><svg></template><template shadowrootmode=open><a href=x></template>`,
	`<noscript><meta http-equiv=refresh content="0;url='x'"><base href=y></noscript>`,
	`<table data-linkvet-ignore><a href=x><tr><td background=y></table><a href=z>`,
	`<link rel=preload imagesrcset="a&#44; b"><form method=get><button formaction=x>`,
	`<plaintext><a href=x>`,
	`<a href=x`,
}

// contentSeeds are more of them: those with what is no HTML, or more of it.
var contentSeeds = []string{
	`<style>@import "a";p{background:url(b\62)}</style><p style="a:url(&quot;b&quot;),url(c\64)"><svg><style><![CDATA[p{a:url(x)}]]><g>&amp;url(y)`,
	`<script type=application/ld+json>{"url":"\u0061","image":["b",{"@id":"/c"}]}</script><noscript><style>p{a:url(x)}</style></noscript>`,
	`<iframe srcdoc="<base href=a><a href='b'>c</a><iframe srcdoc='&lt;img usemap=#m>'><style>p{a:url(c)}</style>"><iframe srcdoc="&lt;img src=x>">`,
	`<html manifest=a><a ping=" a b&amp; c"><img usemap=#m data-srcset="a, b"><map name=m id=n><meta itemprop=url content=/a>`,
	`<p style="&#x75;rl&lpar;a)" data-linkvet-ignore><style>p{a:url(x)}</style><feImage href=n><svg><feImage href=a /><mpath href=b>`,
}

// FuzzHTML holds against every document that offsets are places in it, in
// order, at which the value is as written unless decoding changed it.
func FuzzHTML(f *testing.F) {
	for _, seed := range slices.Concat(seeds, contentSeeds) {
		f.Add([]byte(seed), true)
	}
	var page Page
	f.Fuzz(func(t *testing.T, src []byte, text bool) {
		before := bytes.Clone(src)
		HTML(src, Options{Text: text}, &page)
		if !bytes.Equal(before, src) {
			t.Fatalf("HTML changed %q to %q", before, src)
		}
		last := 0
		for _, l := range page.Links {
			if l.Offset < last || l.Offset >= len(src) {
				t.Fatalf("%+v of %q is not behind offset %d", l, src, last)
			}
			last = l.Offset
			if !isAsWritten(&l, src) {
				t.Fatalf("%+v of %q is not there", l, src)
			}
		}
	})
}

// isAsWritten reports whether a link is at its offset but for what its
// decoding changed. Where it is a part of a value, or is in a value, it may
// have the place of that.
func isAsWritten(l *link.Link, src []byte) bool {
	switch {
	case strings.HasSuffix(l.Attribute, "srcset"), bytes.Contains(bytes.ToLower(src), []byte("srcdoc")):
		return true
	case slices.Contains([]string{"content", "ping", "style", "url", "import"}, l.Attribute), l.OnSite:
		return true
	}
	written := src[l.Offset:]
	n := 0
	for n < len(l.Raw) && n < len(written) && l.Raw[n] == written[n] {
		n++
	}
	return n == len(l.Raw) || bytes.ContainsAny(written[:min(n+1, len(written))], "&\r\x00")
}

// FuzzTexts compares the two ways to the text of a link, and holds each text to its
// form: valid, without white space at its ends or in a row, and of a bounded length.
func FuzzTexts(f *testing.F) {
	for _, seed := range slices.Concat(seeds, contentSeeds, markupSeeds, []string{
		`<a href=x>a <b>b</b><img alt=c><br>d<script>e</script><!-- f --> g&amp;h<p>i<a href=y>j</div>k</a>`,
		"<a href=x>\xff\xc3 \u00a0\u2028b&nbsp;&#0;&#x110000;c</a>",
		"<a href=x>" + strings.Repeat("ü ", maxText) + "</a>",
		"<a href='x' title='a > b'>y<textarea></a></textarea>z</a><a href=\"&quot;\">q<template>r</template>s",
		`<a href/>a</a><a href/title=">">b</a><a title="="href>c</a><a href = href>d</a><a title=x href =/>e</a><a = href/>f</a><a title="href="href>g</a>`,
	}) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var texts Texts
		for _, kind := range []link.Kind{link.HTMLKind, link.XHTMLKind} {
			var page Page
			if kind == link.HTMLKind {
				HTML(src, Options{Text: true}, &page)
			} else {
				XHTML(src, Options{Text: true}, &page)
			}
			for _, l := range page.Links {
				if folded := strings.Join(strings.Fields(l.Text), " "); folded != l.Text || utf8.RuneCountInString(l.Text) > maxText || !utf8.ValidString(l.Text) {
					t.Fatalf("%q of %q is no text of a link", l.Text, src)
				}
				if l.Element != "a" || l.Attribute != "href" || l.Offset >= len(src) || hasContext(src) || looksLikeValue(&l, src) {
					continue
				}
				if got := texts.Of(kind, src, l.Offset); got != l.Text {
					t.Fatalf("the text at %d of %q is %q as %v; with all of the document it is %q", l.Offset, src, got, kind, l.Text)
				}
			}
		}
	})
}

// hasContext reports whether a document has elements inside of which text is read
// otherwise: what reads a single link sees nothing around it.
func hasContext(src []byte) bool {
	lower := bytes.ToLower(src)
	for _, name := range []string{"<svg", "<math", "srcdoc", "<![cdata[", "<!doctype", "<!entity", ":", "shadowrootmode"} {
		if bytes.Contains(lower, []byte(name)) {
			return true
		}
	}
	return false
}

// looksLikeValue reports whether l is an href without a value behind a "=", which what reads
// a single link takes for its own.
func looksLikeValue(l *link.Link, src []byte) bool {
	end := l.Offset + len("href")
	return l.Raw == "" && end <= len(src) && ascii.EqualFold(src[l.Offset:end], "href") && bytes.HasSuffix(bytes.TrimRight(src[:l.Offset], "\"'"+ascii.Space), []byte("="))
}
