package scan

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
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

// FuzzHTMLMisses holds HTML against the tree that html.Parse builds: the scanner
// has every link and anchor of the tree. (It has more, as a parser drops
// elements from where they may not stand.)
func FuzzHTMLMisses(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if missed := missing(src); len(missed) > 0 {
			t.Errorf("HTML(%q) misses %q", src, missed)
		}
	})
}

// missing returns what the tree of src has and HTML does not find. Documents
// with foreign content are left out: which of it is closed by an end tag that
// does not belong there only the whole tree tells.
func missing(src []byte) []string {
	if low := bytes.ToLower(src); bytes.Contains(low, []byte("<svg")) || bytes.Contains(low, []byte("<math")) || bytes.Contains(low, []byte("-ignore")) {
		return nil
	}
	doc, err := html.ParseWithOptions(bytes.NewReader(src), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil
	}
	var page Page
	HTML(src, Options{}, &page)
	found := map[string]bool{}
	for _, l := range page.Links {
		found[l.Element+"@"+l.Attribute+" "+l.Raw] = true
	}
	for _, anchor := range page.Anchors {
		found[fmt.Sprint("#", anchor)] = true
	}
	var missed []string
	for _, reference := range treeReferences(doc) {
		if !found[reference] {
			missed = append(missed, reference)
		}
	}
	return missed
}

// treeReferences returns the links and anchors below n that need no look at
// another attribute.
func treeReferences(n *html.Node) []string {
	plain := map[string]string{
		"a": "href", "area": "href", "iframe": "src", "frame": "src", "img": "src", "source": "src", "video": "poster",
		"audio": "src", "track": "src", "embed": "src", "script": "src", "object": "data", "blockquote": "cite", "td": "background",
	}
	var found []string
	rendered := n.Data != "template"
	for _, a := range n.Attr {
		switch {
		case a.Val != "" && (a.Key == "id" || a.Key == "name" && n.Data == "a" && n.Namespace == ""):
			found = append(found, fmt.Sprint("#", HashAnchor(a.Val)))
		case n.Namespace != "math" && a.Key == plain[n.Data] && (n.Data == "a" || n.Data == "area" || !isBlank(a.Val)):
			found = append(found, n.Data+"@"+a.Key+" "+a.Val)
		case a.Key == "shadowrootmode" && (equalFold(a.Val, "open") || equalFold(a.Val, "closed")):
			rendered = true
		}
	}
	if !rendered {
		return nil
	}
	for c := range n.ChildNodes() {
		found = append(found, treeReferences(c)...)
	}
	return found
}
