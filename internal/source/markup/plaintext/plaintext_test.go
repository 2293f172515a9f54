package plaintext_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, markup, want string
		loose              bool
	}{
		{name: "an element", markup: "the <b class='x'>guide</b>", want: "theguide"},
		{name: "an entity", markup: "R&amp;D &eacute;", want: "rdé"},
		{name: "an expression", markup: "all {{ count }} pages", want: "allpages", loose: true},
		{name: "an image of Markdown", markup: "![Logo](logo.png) home", want: "logohome"},
		{name: "an image without a text", markup: `<img src=a.png>`, want: ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, loose := plaintext.Read(tt.markup)
			if got != tt.want || loose != tt.loose {
				t.Errorf("Read(%q) = %q, %v, want %q, %v", tt.markup, got, loose, tt.want, tt.loose)
			}
		})
	}
}
