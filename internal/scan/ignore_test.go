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
		{"the element", `<a href=n data-linkvet-ignore><a href=x><img DATA-PROOFER-IGNORE=false src=n srcset="n, n">`, []string{"x"}, 4},
		{"an element around it", `<a href=x><div data-linkvet-ignore><p><a href=n><img src=n></div><a href=y>`, []string{"x", "y"}, 2},
		{"an element that is not closed", `<ul><li data-proofer-ignore><a href=n><li><a href=x></ul>`, []string{"x"}, 1},
		{"an element that its parent closes", `<section><div data-linkvet-ignore><a href=n></a></section><a href=x>`, []string{"x"}, 1},
		{"a paragraph that a list closes", `<p data-linkvet-ignore><a href=n></a><ul><li><a href=x></ul>`, []string{"x"}, 1},
		{"an element without content", `<hr data-linkvet-ignore><a href=x>`, []string{"x"}, 0},
		{"the rest of the page", `<a href=x><div data-linkvet-ignore><a href=n>`, []string{"x"}, 1},
		{"the same element inside", `<div data-linkvet-ignore><div></div><a href=n></a></div><a href=x>`, []string{"x"}, 1},
		{"all", `<html data-linkvet-ignore><link rel=icon href=n><a href=n>`, nil, 2},
		{"a tag of several links", `<p data-linkvet-ignore><img src=n srcset="n 1x, n 2x"></p><img src=x srcset=y>`, []string{"x", "y"}, 3},
		{"noscript", `<body><noscript data-linkvet-ignore><p><a href=n></noscript><a href=x>`, []string{"x"}, 1},
		{"inside noscript", `<p><noscript><p data-linkvet-ignore><a href=n><ul><a href=x></noscript><a href=y>`, []string{"x", "y"}, 1},
		{"noscript in the head", `<head><noscript data-linkvet-ignore><p><a href=n></noscript><title></title><a href=x>`, []string{"x"}, 1},
		{"what a template marks", `<template><div data-linkvet-ignore></template><a href=x>`, []string{"x"}, 0},
		{"a number that is not ours", `<p data-linkvet-ignore></p><a linkvet-number=1 href=x></a><p data-linkvet-ignore><a linkvet-number=0 href=n linkvet-number=9></p>`, []string{"x"}, 1},
		{"a slash behind the name", `<p data-linkvet-ignore><a/href=n></p><a/href=x>`, []string{"x"}, 1},
		{"a link that broken nesting parts", `<hr data-linkvet-ignore><a href=x>1<p data-linkvet-ignore>2</a>3</p>`, []string{"x"}, 0},
		{"text", `<p>data-linkvet-ignore <a href=x title=data-linkvet-ignore>`, []string{"x"}, 0},
		{"a tree too deep to build", `<p data-linkvet-ignore><a href=n data-linkvet-ignore></a><a href=x></a></p>` + strings.Repeat("<div>", 600), []string{"x"}, 1},
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
