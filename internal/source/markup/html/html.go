// Package html reads the links of HTML, and of the template languages and components
// that are written around it.
package html

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

// Read reads the HTML between two offsets, and the expressions of template languages in
// it.
func Read(doc *document.Document, from, to int) {
	read(doc, doc.Source[:to], from, "<{")
}

// ReadPage reads a built page, in which braces mean nothing.
func ReadPage(doc *document.Document) {
	read(doc, doc.Source, 0, "<")
}

// read reads what begins with one of the bytes in openers.
func read(doc *document.Document, src []byte, from int, openers string) {
	t := NewReader(doc, src, lexical.Closers{})
	for i := from; i < len(src) && !doc.Ended(); {
		j := bytes.IndexAny(src[i:], openers)
		if j < 0 {
			return
		}
		i = t.step(i + j)
	}
}

// comments hold no links.
var comments = [...]struct{ open, close string }{
	{"<!--", "-->"},
	{"{{/*", "*/}}"},
	{"{{- /*", "*/"},
	{"{{!--", "--}}"},
	{"{#", "#}"},
	{"{/*", "*/}"},
	{"<%#", "%>"},
}

// step reads what begins at i, and returns the offset after it.
func (t *Reader) step(i int) int {
	for _, c := range comments {
		if bytes.HasPrefix(t.src[i:], []byte(c.open)) {
			if end := t.closers.After(t.src, i+len(c.open), c.close); end > 0 {
				return end
			}
		}
	}
	if t.src[i] == '{' {
		return max(template.CommentEnd(t.src, i, t.closers), i+1)
	}
	if end := t.Tag(i); end > i {
		return end
	}
	return i + 1
}
