package rst

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// ReadTargets reads a text that is put on other pages, which use the names that it defines.
// The text of a link is usually the name.
func ReadTargets(doc *document.Document) {
	Read(doc)
	r := &reader{doc: doc, text: bytes.Clone(doc.Source), targets: map[string]lexical.Span{}}
	r.readLines()
	for name, d := range r.targets {
		doc.Add(document.Link{Offset: d.Start, End: d.End, Text: plaintext.Fold(name), Loose: true, Role: document.LinkRole})
	}
}
