package scan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"golang.org/x/net/html"
)

// xhtmlSeeds are well-formed pages, and pieces of them, that have in them what
// XML and HTML read differently.
var xhtmlSeeds = []string{
	`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><link rel="icon" href="i"/><script src="s"/><style/></head>
<body><a id="x"/><p id='y'>&nbsp;<a href="#x">x</a><textarea/><iframe src="f"/><br/><template/><img src="p" alt=""/></p></body></html>`,
	`<style>/*<![CDATA[*/ @import "a"; p > q { background: url(b) } /*]]>*/</style><style>p &gt; q{a:url("&amp;")}<!-- c -->q{a:url(d)}<b/>r{a:url(n)}</style>`,
	`<script>//<![CDATA[
"</script><a href='n'/>" //]]></script><![CDATA[<a id="n"/>]]]]><![CDATA[>]]><a href="x" id="&#233;&lt;"/>`,
	`<!-- <a href="n"/> --><?pi <a href="n"/> > ?><a href="x"/><!DOCTYPE a [<!ENTITY b "<c>"> <!-- ' --> ]><a name="y"/>`,
	`<svg><title/><p/><g><g/><image href="a"/></g><desc><desc><a ping="b"/></desc><a ping="c"/></desc><style>p{a:url(d)}</style><a xlink:href="e"/></svg><image href="n"/>`,
	`<math><mi><mi/><mi><a href="a"/></mi></mi><annotation-xml><svg><a xlink:href="b"/></svg></annotation-xml><annotation-xml encoding="text/html"><a href="c"/></annotation-xml><a href="n"/></math>`,
	`<template id="a"><template/><p id="n"/><template shadowrootmode="open"><p id="n"/></template></template><template shadowrootmode="open"><p id="n"/></template><p id="b"/>`,
	`<noscript><p><a href="x"/></p></noscript><title><a id="y"/></title><plaintext><a id="z"/></plaintext><xmp/><noembed/><a href="w"/>`,
	`<h:p id="a"><h:a href="n" id="b"/></h:p><_x id="c"/><é id="d" xml:id="n"/><p ID="e" id="n"></p  ><p id = "f"  />`,
	`<A href="n" ID="n"/><a HREF="n" id="x"/><IMG src="n"/><Svg><image href="n"/></Svg><svg><linearGradient href="a"/><lineargradient href="n"/><feImage href="b"/><foreignobject><image href="c"/></foreignobject></svg>`,
	`<svg><use xl:href="u"/><a xlink:href="w"/><use b:href="n"/></svg><s:a href="n" id="i"/>`,
	"<form action='a'><form method='post'/></form><table background=\"b\r\n\tc\"><tr><td background='d'/></tr></table><q cite='e'/>",
}

// xhtmlTree returns the tree of a well-formed document. It goes by the decoder of
// encoding/xml, and by names where a browser goes by namespaces, as XHTML does.
func xhtmlTree(src []byte) (*html.Node, error) {
	strict := xml.NewDecoder(bytes.NewReader(src))
	strict.Entity = xml.HTMLEntity
	for {
		if _, err := strict.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict, d.Entity = false, xml.HTMLEntity
	doc := &html.Node{Type: html.DocumentNode}
	for at := doc; ; {
		// A raw token has its prefix as it is written.
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return doc, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			child := xhtmlNode(at, token)
			at.AppendChild(child)
			at = child
		case xml.EndElement:
			if at = at.Parent; at == nil {
				// Raw tokens are not checked, and the two readings of a name differ.
				return nil, errors.New("an element ends that was not begun")
			}
		case xml.CharData:
			at.AppendChild(&html.Node{Type: html.TextNode, Data: string(token)})
		}
	}
}

// xhtmlNode makes the node of an element in parent.
func xhtmlNode(parent *html.Node, e xml.StartElement) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: oracleName(e.Name)}
	for _, a := range e.Attr {
		key := joinName(a.Name)
		if key == "xl:href" {
			key = "xlink:href"
		}
		if _, twice := valueOf(n, key); !twice && key != "shadowrootmode" {
			n.Attr = append(n.Attr, html.Attribute{Key: key, Val: a.Value})
		}
	}
	switch {
	case parent.Namespace != "" && !holdsHTML(parent):
		n.Namespace = parent.Namespace
		if n.Data == "svg" && parent.Data == "annotation-xml" {
			n.Namespace = "svg"
		}
	case n.Data == "svg", n.Data == "math":
		n.Namespace = n.Data
	}
	return n
}

// joinName writes a name as the document has it.
func joinName(name xml.Name) string {
	if name.Space != "" {
		return name.Space + ":" + name.Local
	}
	return name.Local
}

// oracleName writes the names of SVG elements as the oracle has them. One in another case
// gets a mark, so that it is none.
func oracleName(name xml.Name) string {
	joined := joinName(name)
	low := []byte(joined)
	for i := range low {
		low[i] = ascii.Lower(low[i])
	}
	exact := string(low)
	for _, name := range strings.Fields("feImage foreignObject linearGradient radialGradient textPath") {
		if strings.EqualFold(name, exact) {
			exact = name
		}
	}
	if joined == exact {
		return string(low)
	}
	return joined + wrongCase
}

// wrongCase is in no name.
const wrongCase = "\x00"

// holdsHTML reports whether the content of an element of SVG or MathML is HTML.
func holdsHTML(n *html.Node) bool {
	if n.Namespace == "svg" {
		return foldsTo(n.Data, "foreignobject", "desc", "title")
	}
	encoding, _ := valueOf(n, "encoding")
	return foldsTo(n.Data, "mi", "mo", "mn", "ms", "mtext") || n.Data == "annotation-xml" && foldsTo(encoding, "text/html", "application/xhtml+xml")
}

// addStyles records the links of the style elements below n: of what text they
// begin with.
func (o *oracle) addStyles(n *html.Node) {
	if n.Namespace == "" && n.Data == "template" {
		return
	}
	if kind, _ := valueOf(n, "type"); n.Data == "style" && n.Namespace != "math" && foldsTo(strings.Trim(kind, spaces), "", "text/css") {
		var text strings.Builder
		for c := n.FirstChild; c != nil && c.Type == html.TextNode; c = c.NextSibling {
			text.WriteString(c.Data)
		}
		css.Sheet([]byte(text.String()), func(l css.Link) {
			found := cssLink(l, "style", 0)
			o.found.link("style", found.Attribute, l.URL)
		})
	}
	for c := range n.ChildNodes() {
		o.addStyles(c)
	}
}

// xhtmlDiff holds XHTML against the tree; an error means that src is not well
// formed. Both leave out what the oracle knows less of.
func xhtmlDiff(src []byte) (string, error) {
	doc, err := xhtmlTree(src)
	if err != nil {
		return "", err
	}
	o := &oracle{found: references{}}
	if err := o.walk(doc, false); err != nil {
		return "", err
	}
	o.addStyles(doc)
	var page Page
	XHTML(src, Options{Text: true}, &page)
	found := references{}
	for _, l := range page.Links {
		if l.Attribute != "formaction" && l.Attribute != "style" && !l.OnSite {
			found.link(l.Element, l.Attribute, l.Raw)
		}
	}
	for _, anchor := range page.Anchors {
		found.hash(anchor)
	}
	for reference := range o.found {
		if lesserKnown(reference) {
			delete(o.found, reference)
		}
	}
	for reference := range found {
		if lesserKnown(reference) {
			delete(found, reference)
		}
	}
	return cmp.Diff(o.found, found), nil
}

// lesserKnown reports whether a reference is of an element of which the oracle
// knows but some links.
func lesserKnown(reference string) bool {
	return strings.HasPrefix(reference, "meta@") || strings.HasPrefix(reference, "link@")
}

// notComparable matches where XML and HTML, or the decoder and XML, are of two
// minds: references to control characters, which HTML takes for letters of
// windows-1252; documents in attributes, which are HTML; and declarations, in
// which the decoder accepts any text.
var notComparable = regexp.MustCompile(`(?is)&#(x0*[89][0-9a-f]|0*1[2-5][0-9]);|srcdoc|<![^-\[]`)

// FuzzXHTML holds XHTML against the tree on well-formed documents.
func FuzzXHTML(f *testing.F) {
	for _, seed := range xhtmlSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var page Page
		XHTML(src, Options{Text: true}, &page)
		for _, l := range page.Links {
			if l.Offset < 0 || l.Offset >= len(src) {
				t.Fatalf("%+v is outside of %q", l, src)
			}
		}
		if notComparable.Match(src) {
			return
		}
		if diff, err := xhtmlDiff(src); err == nil && diff != "" {
			t.Errorf("references of %q (-tree +ours):\n%s", src, diff)
		}
	})
}
