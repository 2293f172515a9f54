package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestIdentity(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tag string
		want      link.Identity
	}{
		{name: "canonical", tag: `<link rel=canonical href=x>`, want: link.Canonical},
		{name: "in upper case, among others", tag: `<LINK REL=" next CANONICAL " HREF=x>`, want: link.Canonical},
		{name: "alternate", tag: `<link rel=alternate hreflang=de href=x>`, want: link.Variant},
		{name: "amphtml", tag: `<link rel=amphtml href=x>`, want: link.Variant},
		{name: "both", tag: `<link rel="alternate canonical" href=x>`, want: link.Canonical},
		{name: "both, the other way round", tag: `<link rel="canonical alternate" href=x>`, want: link.Canonical},
		{name: "alternate style sheet", tag: `<link rel="alternate stylesheet" href=x>`, want: link.NoIdentity},
		{name: "next", tag: `<link rel=next href=x>`, want: link.NoIdentity},
		{name: "og:url", tag: `<meta property=og:url content=x>`, want: link.OpenGraph},
		{name: "og:url by name", tag: `<meta name="OG:URL" content=x>`, want: link.OpenGraph},
		{name: "og:image", tag: `<meta property=og:image content=x>`, want: link.NoIdentity},
		{name: "a link", tag: `<a rel=canonical href=x>x</a>`, want: link.NoIdentity},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var html Page
			HTML([]byte(test.tag), Options{}, &html)
			if len(html.Links) != 1 {
				t.Fatalf("got %d links", len(html.Links))
			}
			if diff := cmp.Diff(test.want, html.Links[0].Identity); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// A page can be used again.
			HTML([]byte("<a href=x>"), Options{}, &html)
			if got := html.Links[0].Identity; got != link.NoIdentity {
				t.Errorf("the next document's link is taken for %v", got)
			}
		})
	}
	var page Page
	const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="canonical" href="x"/></head></html>`
	if err := Read(link.XHTMLKind, []byte(xhtml), Options{}, &page); err != nil || page.Links[0].Identity != link.Canonical {
		t.Errorf("in XML: %+v, %v", page.Links, err)
	}
}
