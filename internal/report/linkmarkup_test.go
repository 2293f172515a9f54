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
		{"a", "href", "x", `<a href="x">`},
		{"a", "href", f.Target, `<a>`},
		{"a", "ping", f.Target, `<a ping>`},
		{"p", "style", "x", `<p style="x">`},
		{"css", "url", "x", `url(x)`},
		{"style", "url", "x", `url(x)`},
		{"css", "import", "x", `@import "x"`},
		{"loc", "", f.Target, `<loc>https://example.com/`},
		{"enclosure", "url", "x", `<enclosure url="x">`},
		{"icons", "src", "x", `icons: "src": "x"`},
		{"script", "@id", "x", `script: "@id": "x"`},
		{"script", "src", "x", `<script src="x">`},
	}
	for _, test := range tests {
		o := &link.Occurrence{Element: test.element, Attribute: test.attribute, Link: test.link}
		if got := linkMarkup(f, o); got != test.want {
			t.Errorf("%s@%s %s: %s, want %s", test.element, test.attribute, test.link, got, test.want)
		}
	}
}
