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
		{"words", `<a href>read me</a>`, []string{"read me"}},
		{"white space", "<a href>\r\n read\t \u00a0 me\n</a>", []string{"read me"}},
		{"markup", `<a href>re<b>ad</b> <i>me</i></a> no`, []string{"read me"}},
		{"entities", `<a href>a &lt; b &amp; c</a>`, []string{"a < b & c"}},
		{"lines", `<a href>a<br>b<p>c</p>d<div>e</div></a>`, []string{"a b c d e"}},
		{"an image", `<a href><img src alt=" a &amp; b ">c<img></a><img alt=no>`, []string{"a & b c"}},
		{"comments and scripts", `<a href>a<!--no--><script>no</script><style></style>b<textarea>no</textarea><iframe>no</iframe></a>`, []string{"ab"}},
		{"a template", `<a href>a<template>no<a href>no</a></template>b</a>`, []string{"ab"}},
		{"a picture's sections", `<svg><a href>a<![CDATA[&lt;b>]]>&lt;</a></svg><a href><![CDATA[no]]>b</a>`, []string{"a&lt;b><", "b"}},
		{"a picture's title", `<a href><svg><title>a</title></svg></a>`, []string{"a"}},
		{"no text", `<a href></a>`, []string{""}},
		{"a link in a link", `<a href>a<a href>b</a>c`, []string{"a", "b"}},
		{"a link in an anchor", `<a name=x>no<a href>b`, []string{"b"}},
		{"other links", `<area href>no<iframe src=x></iframe>no`, []string{"", ""}},
		{"a picture's links", `<svg><a href>a</a><a xlink:href>b</a></svg>`, []string{"a", "b"}},
		{"the end of the document", `<a href>a b`, []string{"a b"}},
		{"as long as kept", `<a href>` + long + `</a>`, []string{long}},
		{"longer", `<a href>` + long + `x</a>`, []string{long}},
		{"a space at the end of the room", `<a href>` + long[2:] + ` x</a>`, []string{long[2:]}},
		{"invalid UTF-8", "<a href>a\xffb</a>", []string{"a\ufffdb"}},
		{"ignored", `<a href data-linkvet-ignore>a</a><p data-linkvet-ignore><a href>b</a></p><a href>c</a>`, []string{"a", "b", "c"}},
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
