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
		{"canonical", `<link rel=canonical href=x>`, link.Canonical},
		{"in upper case, among others", `<LINK REL=" next CANONICAL " HREF=x>`, link.Canonical},
		{"alternate", `<link rel=alternate hreflang=de href=x>`, link.Variant},
		{"amphtml", `<link rel=amphtml href=x>`, link.Variant},
		{"both", `<link rel="alternate canonical" href=x>`, link.Canonical},
		{"both, the other way round", `<link rel="canonical alternate" href=x>`, link.Canonical},
		{"alternate style sheet", `<link rel="alternate stylesheet" href=x>`, link.NoIdentity},
		{"next", `<link rel=next href=x>`, link.NoIdentity},
		{"og:url", `<meta property=og:url content=x>`, link.OpenGraph},
		{"og:url by name", `<meta name="OG:URL" content=x>`, link.OpenGraph},
		{"og:image", `<meta property=og:image content=x>`, link.NoIdentity},
		{"a link", `<a rel=canonical href=x>x</a>`, link.NoIdentity},
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
