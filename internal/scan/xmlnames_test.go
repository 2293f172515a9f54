package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/link"
)

func TestXHTMLTellsNamesByCase(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "elements", src: `<A href="n"/><IMG src="n"/><Form action="n"/><a href="¦x"/>`, want: []string{"a@href x follow"}},
		{name: "attributes", src: `<a HREF="n"/><a Href="n" href="¦x"/><img SRC="n"/>`, want: []string{"a@href x follow"}},
		{name: "SVG", src: `<svg><linearGradient href="¦a"/><lineargradient href="n"/><feImage href="¦b"/><feimage href="n"/><Image href="n"/></svg>`, want: []string{"lineargradient@href a", "feimage@href b"}},
		{name: "a point of SVG", src: `<svg><foreignObject><image href="n"/></foreignObject><foreignobject><image href="¦x"/></foreignobject></svg>`, want: []string{"image@href x"}},
	})
}

func TestXHTMLReadsPrefixes(t *testing.T) {
	t.Parallel()
	const spaces = ` xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s='http://www.w3.org/2000/svg' xmlns:l="http://www.w3.org/1999/xlink" xmlns:o="urn:x"`
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "HTML", src: `<h:html` + spaces + `><h:a href="¦x">x</h:a><h:img src="¦y"/><o:a href="n"/><p:a href="n"/></h:html>`, want: []string{"a@href x follow", "img@src y"}},
		{name: "SVG", src: `<div` + spaces + `><s:svg><s:a l:href="¦x"/><s:image l:href="¦y"/></s:svg><s:image l:href="n"/></div>`, want: []string{"a@xlink:href x follow", "image@xlink:href y"}},
		{name: "on the element itself", src: `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="¦x"/></s:svg>`, want: []string{"image@href x"}},
		{name: "xlink by another name", src: `<svg xmlns:xl="http://www.w3.org/1999/xlink"><use xl:href="¦x#a"/></svg>`, want: []string{"use@xlink:href x#a"}},
		{name: "attributes of HTML", src: `<a` + spaces + ` h:href="n" o:href="n"/>`},
		{name: "a prefix for something else", src: `<p xmlns:h="http://www.w3.org/1999/xhtml"/><p xmlns:h="urn:x"><h:a href="n"/></p>`},
		{name: "a template", src: `<h:div` + spaces + `><h:template><h:a href="n"/></h:template><h:a href="¦x"/></h:div>`, want: []string{"a@href x follow"}},
	})
}

func TestXHTMLReadsEntitiesOfTheDoctype(t *testing.T) {
	t.Parallel()
	const doctype = `<!DOCTYPE html [ <!-- <!ENTITY a "n"> --> <!ENTITY a "A&b;"><!ENTITY a "n"> <!ENTITY b 'B'> <!ENTITY % p "n"> <!ENTITY e SYSTEM "n">
		<!ENTITY nav "<a href='&a;'>t</a><b id='i'/>"> <!ENTITY loop "&loop;&loop;"> <!ENTITY svg "http://www.w3.org/2000/svg"> ]>`
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{name: "values", src: doctype + `<a href="¦x&a;y&amp;&b;"/><a href="¦&e;&p;&c;"/>`, want: []string{"a@href xABy&B follow", "a@href &e;&p;&c; follow"}},
		{name: "elements", src: doctype + `<p>t ¦&nav; t</p><![CDATA[&nav;]]><a href="¦x"/>`, want: []string{"a@href AB follow", "a@href x follow"}},
		{name: "elements in a template", src: doctype + `<template>&nav;</template>`},
		{name: "namespaces", src: doctype + `<s:svg xmlns:s="&svg;"><s:image href="¦x"/></s:svg>`, want: []string{"image@href x"}},
		{name: "HTML's own beside them", src: doctype + `<a href="¦&eacute;&b;"/>`, want: []string{"a@href éB follow"}},
		{name: "no others than those of the doctype", src: `<!ENTITY b "n"><a href="¦&b;"/>`, want: []string{"a@href &b; follow"}},
	})
	var page Page
	XHTML([]byte(doctype+`<p id="&a;"/>&nav;<p id="&loop;"/>`), Options{IDs: true}, &page)
	if len(page.IDs) != 3 || !cmp.Equal([]string{"AB", "i"}, page.IDs[:2]) {
		t.Errorf("got the anchors %q", page.IDs)
	}
}

// TestXHTMLEntitiesAreBounded reads ten levels of ten references each, which would be ten
// thousand million bytes.
func TestXHTMLEntitiesAreBounded(t *testing.T) {
	t.Parallel()
	var bomb strings.Builder
	bomb.WriteString(`<!DOCTYPE a [<!ENTITY a0 "<p id='x'/>">`)
	for level := range 10 {
		name := string(rune('0' + level))
		bomb.WriteString(`<!ENTITY a` + string(rune('1'+level)) + ` "` + strings.Repeat("&a"+name+";", 10) + `<b/>">`)
	}
	bomb.WriteString(`]><a id="&a:;"/>&a:;`)
	var page Page
	XHTML([]byte(bomb.String()), Options{}, &page)
	if len(page.Anchors) > maxEntityText {
		t.Errorf("%d bytes have %d anchors", bomb.Len(), len(page.Anchors))
	}
}
