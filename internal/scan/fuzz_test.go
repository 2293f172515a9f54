package scan

import (
	"bytes"
	"strings"
	"testing"
)

// seeds are documents that lead the fuzzer to what is hard.
var seeds = []string{
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

// FuzzHTML holds against every document that offsets are places in it, in
// order, at which the value stands as written unless decoding changed it.
func FuzzHTML(f *testing.F) {
	for _, seed := range seeds {
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
				t.Fatalf("%+v of %q does not stand behind offset %d", l, src, last)
			}
			last = l.Offset
			if strings.HasSuffix(l.Attribute, "srcset") || l.Attribute == "content" {
				continue
			}
			written := src[l.Offset:]
			n := 0
			for n < len(l.Raw) && n < len(written) && l.Raw[n] == written[n] {
				n++
			}
			if n < len(l.Raw) && !bytes.ContainsAny(written[:min(n+1, len(written))], "&\r\x00") {
				t.Fatalf("%+v of %q does not stand there", l, src)
			}
		}
	})
}
