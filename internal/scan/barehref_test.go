package scan

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestTextOfHrefWithoutValue has links without a value, and others that look like
// them. In HTML the "/" of <a href/> is ignored (HTML standard, section 13.2.5.40),
// and the link reads on; in XML it ends the element (XML 1.0, production 44).
func TestTextOfHrefWithoutValue(t *testing.T) {
	t.Parallel()
	tests := []struct{ src, html, xhtml string }{
		{src: `<a href/>text</a>`, html: "text"},
		{src: `<a HREF />text</a>`, html: "text"},
		{src: `<a href>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href/title=">">text</a>`, html: "text", xhtml: "text"},
		{src: `<a href title="a > b"/>text</a>`, html: "text"},
		{src: `<a title="x"href>text</a><b id="y">`, html: "text", xhtml: "text"},
		{src: `<a title='='href>text</a><b id='y'>`, html: "text", xhtml: "text"},
		{src: `<a = href/>text</a>`, html: "text"},
		{src: `<a href = href>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href = "href title"/>text</a>`, html: "text"},
		{src: `<a href=/>text</a>`, html: "text", xhtml: "text"},
		{src: `<a href=''/>text</a>`, html: "text"},
		{src: `<a hreF= >text</a>`, html: "text", xhtml: "text"},
	}
	var texts Texts
	for _, tt := range tests {
		for kind, want := range map[link.Kind]string{link.HTMLKind: tt.html, link.XHTMLKind: tt.xhtml} {
			var page Page
			src := tt.src
			if kind == link.HTMLKind {
				HTML([]byte(tt.src), Options{Text: true}, &page)
			} else {
				src = strings.ToLower(src) // XML tells names by case
				XHTML([]byte(src), Options{Text: true}, &page)
			}
			if len(page.Links) != 1 || page.Links[0].Text != want {
				t.Fatalf("%s as %v has the links %+v, want one with the text %q", tt.src, kind, page.Links, want)
			}
			if got := texts.Of(kind, []byte(src), page.Links[0].Offset); got != want {
				t.Errorf("the text of %s as %v is %q, want %q", tt.src, kind, got, want)
			}
		}
	}
}
