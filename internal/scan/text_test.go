package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
