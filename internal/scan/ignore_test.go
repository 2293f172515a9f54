package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHTMLMarksWhatIsToBeIgnored(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		src     string
		want    []string
		ignored int
	}{
		{name: "the element", src: `<a href=n data-linkvet-ignore><a href=x><img DATA-PROOFER-IGNORE=false src=n srcset="n, n">`, want: []string{"x"}, ignored: 4},
		{name: "an element around it", src: `<a href=x><div data-linkvet-ignore><p><a href=n><img src=n></div><a href=y>`, want: []string{"x", "y"}, ignored: 2},
		{name: "an element that is not closed", src: `<ul><li data-proofer-ignore><a href=n><li><a href=x></ul>`, want: []string{"x"}, ignored: 1},
		{name: "an element that its parent closes", src: `<section><div data-linkvet-ignore><a href=n></a></section><a href=x>`, want: []string{"x"}, ignored: 1},
		{name: "a paragraph that a list closes", src: `<p data-linkvet-ignore><a href=n></a><ul><li><a href=x></ul>`, want: []string{"x"}, ignored: 1},
		{name: "an element without content", src: `<hr data-linkvet-ignore><a href=x>`, want: []string{"x"}, ignored: 0},
		{name: "the rest of the page", src: `<a href=x><div data-linkvet-ignore><a href=n>`, want: []string{"x"}, ignored: 1},
		{name: "the same element inside", src: `<div data-linkvet-ignore><div></div><a href=n></a></div><a href=x>`, want: []string{"x"}, ignored: 1},
		{name: "all", src: `<html data-linkvet-ignore><link rel=icon href=n><a href=n>`, want: nil, ignored: 2},
		{name: "a tag of several links", src: `<p data-linkvet-ignore><img src=n srcset="n 1x, n 2x"></p><img src=x srcset=y>`, want: []string{"x", "y"}, ignored: 3},
		{name: "noscript", src: `<body><noscript data-linkvet-ignore><p><a href=n></noscript><a href=x>`, want: []string{"x"}, ignored: 1},
		{name: "inside noscript", src: `<p><noscript><p data-linkvet-ignore><a href=n><ul><a href=x></noscript><a href=y>`, want: []string{"x", "y"}, ignored: 1},
		{name: "noscript in the head", src: `<head><noscript data-linkvet-ignore><p><a href=n></noscript><title></title><a href=x>`, want: []string{"x"}, ignored: 1},
		{name: "what a template marks", src: `<template><div data-linkvet-ignore></template><a href=x>`, want: []string{"x"}, ignored: 0},
		{name: "a number that is not ours", src: `<p data-linkvet-ignore></p><a linkvet-number=1 href=x></a><p data-linkvet-ignore><a linkvet-number=0 href=n linkvet-number=9></p>`, want: []string{"x"}, ignored: 1},
		{name: "a slash behind the name", src: `<p data-linkvet-ignore><a/href=n></p><a/href=x>`, want: []string{"x"}, ignored: 1},
		{name: "a link that broken nesting parts", src: `<hr data-linkvet-ignore><a href=x>1<p data-linkvet-ignore>2</a>3</p>`, want: []string{"x"}, ignored: 0},
		{name: "text", src: `<p>data-linkvet-ignore <a href=x title=data-linkvet-ignore>`, want: []string{"x"}, ignored: 0},
		{name: "a tree too deep to build", src: `<p data-linkvet-ignore><a href=n data-linkvet-ignore></a><a href=x></a></p>` + strings.Repeat("<div>", 600), want: []string{"x"}, ignored: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			HTML([]byte(test.src), Options{}, &page)
			var got []string
			ignored := 0
			for _, l := range page.Links {
				if l.Ignored {
					ignored++
				} else {
					got = append(got, l.Raw)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("links of %q (-want +got):\n%s", test.src, diff)
			}
			if ignored != test.ignored {
				t.Errorf("%d links of %q are ignored, want %d", ignored, test.src, test.ignored)
			}
		})
	}
}
