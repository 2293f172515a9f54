package scan

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// FuzzTexts compares the two ways to the text of a link, and holds each text to its
// form: valid, without white space at its ends or in a row, and of a bounded length.
func FuzzTexts(f *testing.F) {
	for _, seed := range slices.Concat(seeds, contentSeeds, markupSeeds, []string{
		`<a href=x>a <b>b</b><img alt=c><br>d<script>e</script><!-- f --> g&amp;h<p>i<a href=y>j</div>k</a>`,
		"<a href=x>\xff\xc3 \u00a0\u2028b&nbsp;&#0;&#x110000;c</a>",
		"<a href=x>" + strings.Repeat("ü ", maxText) + "</a>",
		"<a href='x' title='a > b'>y<textarea></a></textarea>z</a><a href=\"&quot;\">q<template>r</template>s",
		`<a href/>a</a><a href/title=">">b</a><a title="="href>c</a><a href = href>d</a><a title=x href =/>e</a><a = href/>f</a><a title="href="href>g</a>`,
	}) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var texts Texts
		for _, kind := range []link.Kind{link.HTMLKind, link.XHTMLKind} {
			var page Page
			if kind == link.HTMLKind {
				HTML(src, Options{Text: true}, &page)
			} else {
				XHTML(src, Options{Text: true}, &page)
			}
			for _, l := range page.Links {
				if folded := strings.Join(strings.Fields(l.Text), " "); folded != l.Text || utf8.RuneCountInString(l.Text) > maxText || !utf8.ValidString(l.Text) {
					t.Fatalf("%q of %q is no text of a link", l.Text, src)
				}
				if l.Element != "a" || l.Attribute != "href" || l.Offset >= len(src) || hasContext(src) || looksLikeValue(&l, src) {
					continue
				}
				if got := texts.Of(kind, src, l.Offset); got != l.Text {
					t.Fatalf("the text at %d of %q is %q as %v; with all of the document it is %q", l.Offset, src, got, kind, l.Text)
				}
			}
		}
	})
}

// hasContext reports whether a document has elements inside of which text is read
// otherwise: what reads a single link sees nothing around it.
func hasContext(src []byte) bool {
	lower := bytes.ToLower(src)
	for _, name := range []string{"<svg", "<math", "srcdoc", "<![cdata[", "<!doctype", "<!entity", ":", "shadowrootmode"} {
		if bytes.Contains(lower, []byte(name)) {
			return true
		}
	}
	return false
}

// looksLikeValue reports whether l is an href without a value behind another value
// that ends in "href=", which what reads a single link takes for its own.
func looksLikeValue(l *link.Link, src []byte) bool {
	end := l.Offset + len("href")
	return l.Raw == "" && end <= len(src) && ascii.EqualFold(src[l.Offset:end], "href") && isValueOfHref(src[:l.Offset])
}
