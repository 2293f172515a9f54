package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/link"
)

func TestHTMLCollectsTheTextOfLinks(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", maxText)
	tests := []struct {
		name string
		src  string
		want []string
	}{
		{name: "words", src: `<a href>read me</a>`, want: []string{"read me"}},
		{name: "white space", src: "<a href>\r\n read\t \u00a0 me\n</a>", want: []string{"read me"}},
		{name: "markup", src: `<a href>re<b>ad</b> <i>me</i></a> no`, want: []string{"read me"}},
		{name: "entities", src: `<a href>a &lt; b &amp; c</a>`, want: []string{"a < b & c"}},
		{name: "lines", src: `<a href>a<br>b<p>c</p>d<div>e</div></a>`, want: []string{"a b c d e"}},
		{name: "an image", src: `<a href><img src alt=" a &amp; b ">c<img></a><img alt=no>`, want: []string{"a & b c"}},
		{name: "comments and scripts", src: `<a href>a<!--no--><script>no</script><style></style>b<textarea>no</textarea><iframe>no</iframe></a>`, want: []string{"ab"}},
		{name: "a template", src: `<a href>a<template>no<a href>no</a></template>b</a>`, want: []string{"ab"}},
		{name: "a picture's sections", src: `<svg><a href>a<![CDATA[&lt;b>]]>&lt;</a></svg><a href><![CDATA[no]]>b</a>`, want: []string{"a&lt;b><", "b"}},
		{name: "a picture's title", src: `<a href><svg><title>a</title></svg></a>`, want: []string{"a"}},
		{name: "no text", src: `<a href></a>`, want: []string{""}},
		{name: "a link in a link", src: `<a href>a<a href>b</a>c`, want: []string{"a", "b"}},
		{name: "a link in an anchor", src: `<a name=x>no<a href>b`, want: []string{"b"}},
		{name: "other links", src: `<area href>no<iframe src=x></iframe>no`, want: []string{"", ""}},
		{name: "a picture's links", src: `<svg><a href>a</a><a xlink:href>b</a></svg>`, want: []string{"a", "b"}},
		{name: "the end of the document", src: `<a href>a b`, want: []string{"a b"}},
		{name: "as long as kept", src: `<a href>` + long + `</a>`, want: []string{long}},
		{name: "longer", src: `<a href>` + long + `x</a>`, want: []string{long}},
		{name: "a space at the end of the room", src: `<a href>` + long[2:] + ` x</a>`, want: []string{long[2:]}},
		{name: "invalid UTF-8", src: "<a href>a\xffb</a>", want: []string{"a\ufffdb"}},
		{name: "a page that needs its tree", src: `<head></head><p><a href>a</a> <a href>b<img alt=c></a><head><a href>d</a>`, want: []string{"a", "bc", "d"}},
		{name: "ignored", src: `<a href data-linkvet-ignore>a</a><p data-linkvet-ignore><a href>b</a></p><a href>c</a>`, want: []string{"a", "b", "c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			HTML([]byte(test.src), Options{Text: true}, &page)
			var got []string
			for _, l := range page.Links {
				got = append(got, l.Text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("texts of %q (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func TestHTMLCollectsNoTextUnasked(t *testing.T) {
	t.Parallel()
	var page Page
	HTML([]byte(`<a href=x>text</a>`), Options{}, &page)
	if got := page.Links[0].Text; got != "" {
		t.Errorf("text is %q, want none", got)
	}
}

// TestTextOfEndsWithItsLink counts what is collected on the way to the end of a link
// that has none: the next link ends it, and is not begun.
func TestTextOfEndsWithItsLink(t *testing.T) {
	t.Parallel()
	var texts Texts
	for _, kind := range []link.Kind{link.HTMLKind, link.XHTMLKind} {
		src := []byte(strings.Repeat(`<a href="x">one `, 1000))
		for i := range 1000 {
			offset := i*len(`<a href="x">one `) + len(`<a href="`)
			if got := texts.Of(kind, src, offset); got != "one" || len(texts.page.Links) > 2 {
				t.Fatalf("link %d reads %q, and %d links were collected", i, got, len(texts.page.Links))
			}
		}
	}
}

// TestTextOfHrefWithoutValue has links without a value, and others that look like
// them. In HTML the "/" of <a href/> is ignored (HTML standard, section 13.2.5.40),
// and the link reads on; in XML it ends the element (XML 1.0, production 44).
func TestTextOfHrefWithoutValue(t *testing.T) {
	t.Parallel()
	tests := []struct{ src, html, xhtml string }{
		{src: `<a href/>text</a>`, html: "text"},
		{src: `<a HREF />text</a>`, html: "text"},
		{src: `<a href>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href/title=">">text</a>`, html: "text", xhtml: "text"},
		{src: `<a href title="a > b"/>text</a>`, html: "text"},
		{src: `<a title="x"href>text</a><b id="y">`, html: "text", xhtml: "text"},
		{src: `<a href = href>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href = "href title"/>text</a>`, html: "text"},
		{src: `<a href=/>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href=''/>text</a>`, html: "text"},
		{src: `<a hreF= >text</a>`, html: "text", xhtml: "text"},
	}
	var texts Texts
	for _, tt := range tests {
		for kind, want := range map[link.Kind]string{link.HTMLKind: tt.html, link.XHTMLKind: tt.xhtml} {
			var page Page
			src := tt.src
			if kind == link.HTMLKind {
				HTML([]byte(tt.src), Options{Text: true}, &page)
			} else {
				src = strings.ToLower(src) // XML tells names by case
				XHTML([]byte(src), Options{Text: true}, &page)
			}
			if len(page.Links) != 1 || page.Links[0].Text != want {
				t.Fatalf("%s as %v has the links %+v, want one with the text %q", tt.src, kind, page.Links, want)
			}
			if got := texts.Of(kind, []byte(src), page.Links[0].Offset); got != want {
				t.Errorf("the text of %s as %v is %q, want %q", tt.src, kind, got, want)
			}
		}
	}
}
