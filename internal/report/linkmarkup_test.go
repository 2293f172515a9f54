package report

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLinkMarkup(t *testing.T) {
	t.Parallel()
	f := &link.Finding{Target: "https://example.com/"}
	tests := []struct {
		element, attribute, link, want string
	}{
		{element: "a", attribute: "href", link: "x", want: `<a href="x">`},
		{element: "a", attribute: "href", link: f.Target, want: `<a>`},
		{element: "css", attribute: "url", link: "x", want: `url(x)`},
		{element: "css", attribute: "import", link: "x", want: `@import "x"`},
		{element: "icons", attribute: "src", link: "x", want: `icons: "src": "x"`},
		{element: "loc", attribute: "", link: f.Target, want: `<loc>https://example.com/`},
		{element: "script", attribute: "@id", link: "x", want: `script: "@id": "x"`},
		{element: "script", attribute: "src", link: "x", want: `<script src="x">`},
	}
	for _, test := range tests {
		o := &link.Occurrence{Element: test.element, Attribute: test.attribute, Link: test.link}
		if got := linkMarkup(f, o); got != test.want {
			t.Errorf("%s@%s %s: %s, want %s", test.element, test.attribute, test.link, got, test.want)
		}
	}
}
