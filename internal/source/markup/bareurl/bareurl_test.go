package bareurl_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/bareurl"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		at         int
		want       string
	}{
		{name: "a URL", text: "https://a.example/x", want: "https://a.example/x"},
		{name: "capitals", text: "HTTP://A.example/x", want: "HTTP://A.example/x"},
		{name: "without a scheme", text: "www.a.example", want: "www.a.example"},
		{name: "the end of a sentence", text: "https://a.example/x.", want: "https://a.example/x"},
		{name: "a question", text: "https://a.example/x?!", want: "https://a.example/x"},
		{name: "emphasis", text: "https://a.example/x**", want: "https://a.example/x"},
		{name: "in parentheses", text: "https://a.example/x)", want: "https://a.example/x"},
		{name: "with parentheses", text: "https://a.example/x_(y)", want: "https://a.example/x_(y)"},
		{name: "in an element", text: "https://a.example/x</p>", want: "https://a.example/x"},
		{name: "before code", text: "https://a.example/x\x01\x01", want: "https://a.example/x"},
		{name: "as the text of a link", text: "https://a.example](/b)", want: "https://a.example"},
		{name: "after a word", text: "xhttps://a.example", at: 1},
		{name: "after a slash", text: "/www.a.example", at: 1},
		{name: "another word", text: "however"},
		{name: "a scheme alone", text: "www."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := document.New(t.Context(), "a.md", []byte(tt.text), func(destination.Destination) bool { return true })
			after := bareurl.Read(doc, doc.Source, tt.at)
			got := ""
			for _, l := range doc.Links {
				if got += l.Raw; !l.Bare || l.Role != document.LinkRole || after != l.End {
					t.Errorf("link %+v, and then %d", l, after)
				}
			}
			if got != tt.want || after <= tt.at {
				t.Errorf("read %q and then %d, want %q", got, after, tt.want)
			}
		})
	}
}
