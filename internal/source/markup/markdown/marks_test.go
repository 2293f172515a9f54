package markdown

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// TestMarks: readInline steps over every byte that is not in marks, and so step must do the
// same.
func TestMarks(t *testing.T) {
	t.Parallel()
	rests := []string{"", "a", "ttps://example.com/", "ww.example.com", "[a](b)", "{a}(b)", "a](b)", "<a href=b>", "a href=b>", "{< ref \"a.md\" >}}", "[a]: b\n", ":a[b]{c=d}", "``a``"}
	for c, isMark := range marks {
		if isMark {
			continue
		}
		for _, rest := range rests {
			text := append([]byte{byte(c)}, rest...)
			doc := document.New(t.Context(), "a.md", text, func(destination.Destination) bool { return true })
			closers := lexical.Closers{}
			m := &inline{
				doc: doc, text: text, definitions: map[string]lexical.Span{}, skip: map[int]int{},
				tags: html.NewReader(doc, text, closers), closers: closers, blockEnd: len(text),
			}
			if end := m.step(0); end != 1 || len(doc.Links) > 0 || len(m.open) > 0 {
				t.Errorf("step reads %d bytes, %d links and %d brackets at %q, which is no mark", end, len(doc.Links), len(m.open), text)
			}
		}
	}
}
