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
		{name: "without a scheme", text: "www.a.example", want: "www.a.example"},
		{name: "the end of a sentence", text: "https://a.example/x.", want: "https://a.example/x"},
		{name: "in parentheses", text: "https://a.example/x)", want: "https://a.example/x"},
		{name: "with parentheses", text: "https://a.example/x_(y)", want: "https://a.example/x_(y)"},
		{name: "after a word", text: "xhttps://a.example", at: 1},
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
