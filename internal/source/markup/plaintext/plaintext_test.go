package plaintext_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{text: "", want: ""},
		{text: "Install it", want: "installit"},
		{text: "“Don’t” — panic…", want: "dontpanic"},
		{text: "GRÜSSE, Ähre", want: "grüsseähre"},
		{text: "v1.2-rc3", want: "v12rc3"},
		{text: "日本語 ３", want: "日本語３"},
		{text: "*em* `code` _x_", want: "emcodex"},
		{text: "\xff\xfe", want: ""},
	} {
		if got := plaintext.Fold(tt.text); got != tt.want {
			t.Errorf("Fold(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, markup, want string
		loose              bool
	}{
		{name: "plain", markup: "the guide", want: "theguide"},
		{name: "an element", markup: "the <b class='x'>guide</b>", want: "theguide"},
		{name: "an entity", markup: "R&amp;D &eacute;", want: "rdé"},
		{name: "an expression", markup: "all {{ count }} pages", want: "allpages", loose: true},
		{name: "an expression without an end", markup: "all { pages", want: "allpages"},
		{name: "an element without an end", markup: "a < b", want: "ab"},
		{name: "an image of Markdown", markup: "![Logo](logo.png) home", want: "logohome"},
		{name: "a link of Markdown", markup: "[a](b.md) c", want: "ac"},
		{name: "an image with quotes", markup: `<img src=a.png alt="The A">`, want: "thea"},
		{name: "an image without quotes", markup: `<img alt=logo />`, want: "logo"},
		{name: "an image in capitals", markup: `<IMG alt='b'>`, want: "b"},
		{name: "an image without a text", markup: `<img src=a.png>`, want: ""},
		{name: "an image with half an attribute", markup: `<img alt=`, want: "imgalt"},
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
