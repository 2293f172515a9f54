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
		{"elements", `<A href="n"/><IMG src="n"/><Form action="n"/><a href="¦x"/>`, []string{"a@href x follow"}},
		{"attributes", `<a HREF="n"/><a Href="n" href="¦x"/><img SRC="n"/>`, []string{"a@href x follow"}},
		{"SVG", `<svg><linearGradient href="¦a"/><lineargradient href="n"/><feImage href="¦b"/><feimage href="n"/><Image href="n"/></svg>`, []string{"lineargradient@href a", "feimage@href b"}},
		{"a point of SVG", `<svg><foreignObject><image href="n"/></foreignObject><foreignobject><image href="¦x"/></foreignobject></svg>`, []string{"image@href x"}},
	})
}

func TestXHTMLReadsPrefixes(t *testing.T) {
	t.Parallel()
	const spaces = ` xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s='http://www.w3.org/2000/svg' xmlns:l="http://www.w3.org/1999/xlink" xmlns:o="urn:x"`
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"HTML", `<h:html` + spaces + `><h:a href="¦x">x</h:a><h:img src="¦y"/><o:a href="n"/><p:a href="n"/></h:html>`, []string{"a@href x follow", "img@src y"}},
		{"SVG", `<div` + spaces + `><s:svg><s:a l:href="¦x"/><s:image l:href="¦y"/></s:svg><s:image l:href="n"/></div>`, []string{"a@xlink:href x follow", "image@xlink:href y"}},
		{"on the element itself", `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="¦x"/></s:svg>`, []string{"image@href x"}},
		{"xlink by another name", `<svg xmlns:xl="http://www.w3.org/1999/xlink"><use xl:href="¦x#a"/></svg>`, []string{"use@xlink:href x#a"}},
		{"attributes of HTML", `<a` + spaces + ` h:href="n" o:href="n"/>`, nil},
		{"a prefix for something else", `<p xmlns:h="http://www.w3.org/1999/xhtml"/><p xmlns:h="urn:x"><h:a href="n"/></p>`, nil},
		{"a template", `<h:div` + spaces + `><h:template><h:a href="n"/></h:template><h:a href="¦x"/></h:div>`, []string{"a@href x follow"}},
	})
}

func TestXHTMLReadsEntitiesOfTheDoctype(t *testing.T) {
	t.Parallel()
	const doctype = `<!DOCTYPE html [ <!-- <!ENTITY a "n"> --> <!ENTITY a "A&b;"><!ENTITY a "n"> <!ENTITY b 'B'> <!ENTITY % p "n"> <!ENTITY e SYSTEM "n">
		<!ENTITY nav "<a href='&a;'>t</a><b id='i'/>"> <!ENTITY loop "&loop;&loop;"> <!ENTITY svg "http://www.w3.org/2000/svg"> ]>`
	runTestsOf(t, link.XHTMLKind, []linkTest{
		{"values", doctype + `<a href="¦x&a;y&amp;&b;"/><a href="¦&e;&p;&c;"/>`, []string{"a@href xABy&B follow", "a@href &e;&p;&c; follow"}},
		{"elements", doctype + `<p>t ¦&nav; t</p><![CDATA[&nav;]]><a href="¦x"/>`, []string{"a@href AB follow", "a@href x follow"}},
		{"elements in a template", doctype + `<template>&nav;</template>`, nil},
		{"namespaces", doctype + `<s:svg xmlns:s="&svg;"><s:image href="¦x"/></s:svg>`, []string{"image@href x"}},
		{"HTML's own beside them", doctype + `<a href="¦&eacute;&b;"/>`, []string{"a@href éB follow"}},
		{"no others than those of the doctype", `<!ENTITY b "n"><a href="¦&b;"/>`, []string{"a@href &b; follow"}},
	})
	var page Page
	XHTML([]byte(doctype+`<p id="&a;"/>&nav;<p id="&loop;"/>`), Options{IDs: true}, &page)
	if len(page.IDs) != 3 || !cmp.Equal([]string{"AB", "i"}, page.IDs[:2]) {
		t.Errorf("got the anchors %q", page.IDs)
	}
}

// TestXHTMLEntitiesTakeTimeInProportion holds entities of entities against their size, and
// references against theirs.
func TestXHTMLEntitiesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(fill func(string) string) string{
		"references": func(fill func(string) string) string {
			return `<!DOCTYPE a [<!ENTITY a "bb">]><a id="` + fill("&a;") + `"/>`
		},
		"open references": func(fill func(string) string) string {
			return `<!DOCTYPE a [<!ENTITY a "<b/>">]><a id="` + fill("&") + `"/>` + fill("&")
		},
		"elements":          func(fill func(string) string) string { return `<!DOCTYPE a [<!ENTITY a "<p id='x'/>">]>` + fill("&a;") },
		"entities":          func(fill func(string) string) string { return `<!DOCTYPE a [` + fill(`<!ENTITY a "bb">`) },
		"open declarations": func(fill func(string) string) string { return `<!DOCTYPE a [` + fill(`<!ENTITY a `) },
		"prefixes": func(fill func(string) string) string {
			return "<a" + fill(` xmlns:a="http://www.w3.org/2000/svg"`) + "/>"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			takesTimeInProportion(t, write, func(src []byte) { XHTML(src, Options{Text: true}, new(Page)) })
		})
	}
	// Ten levels of ten references each would be ten thousand million bytes.
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
