package scan

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil"
)

func TestPagesHaveBoundedLinks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind             link.Kind
		begin, one, rest string
	}{
		"HTML":        {kind: link.HTMLKind, one: "<a href=a>"},
		"srcset":      {kind: link.HTMLKind, begin: "<img srcset='", one: "a,\n", rest: "'>"},
		"style sheet": {kind: link.CSSKind, one: "@import 'a';"},
		"sitemap":     {kind: link.XMLKind, begin: "<urlset>", one: "<url><loc>a</loc></url>", rest: "</urlset>"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if name != "HTML" {
				testutil.Nightly(t)
			}
			var page Page
			text := test.begin + strings.Repeat(test.one, MaxLinks+1) + test.rest
			if err := Read(test.kind, []byte(text), Options{}, &page); err != nil {
				t.Fatal(err)
			}
			if len(page.Links) != MaxLinks || !page.Full {
				t.Errorf("%d links, full is %t", len(page.Links), page.Full)
			}
			if err := Read(test.kind, []byte(test.begin+test.one+test.rest), Options{}, &page); err != nil || page.Full {
				t.Errorf("the next page is full: %t, %v", page.Full, err)
			}
		})
	}
}
