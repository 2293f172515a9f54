package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPageKeepsNothingButLinks writes over a document that was read: what the Page
// holds besides the Raw and the Text of links is its own.
func TestPageKeepsNothingButLinks(t *testing.T) {
	t.Parallel()
	const document = `<base href="base/"><meta http-equiv="refresh" content="0;url=away"><meta property="og:image" content="image">
		<a href="link" id="anchor">text</a><unknown style="background:url(style)"><img usemap="#m"><map name="m"></map>
		<style>p{background:url(sheet)}</style><iframe srcdoc="<base href=inner><a href='nested'>nested</a>"></iframe>
		<svg><a xlink:href="drawn" xml:base="no">drawn</a></svg><p data-linkvet-ignore><a href="ignored">`
	var want, got Page
	HTML([]byte(document), Options{Text: true}, &want)
	src := []byte(document)
	HTML(src, Options{Text: true}, &got)
	for i := range src {
		src[i] = '*'
	}
	if len(got.Links) != len(want.Links) || len(want.Links) != 9 {
		t.Fatalf("the document has %d links, want %d", len(got.Links), len(want.Links))
	}
	for i := range got.Links {
		got.Links[i].Raw, want.Links[i].Raw = "", ""
		got.Links[i].Text, want.Links[i].Text = "", ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("page of a document that was written over (-want +got):\n%s", diff)
	}
}
