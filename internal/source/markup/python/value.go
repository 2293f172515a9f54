package python

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/data"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// holdsMarkup reports whether a string may hold links of HTML or Markdown.
func holdsMarkup(text []byte) bool {
	return bytes.Contains(text, []byte("](")) || bytes.Contains(text, []byte("href=")) || bytes.Contains(text, []byte("src="))
}

// markup reads a string that holds HTML or Markdown.
func (r *reader) markup(t *token) {
	r.part.Reset()
	if t.raw {
		r.part.Add(r.doc, t.Start, t.End)
	} else {
		r.part.AddUnescaped(r.doc, t.Start, t.End)
	}
	r.doc.ReadPart(&r.part, func(part *document.Document) { markdown.ReadValues(part, part.Source, 0) })
}

// values reads the lists and dictionaries of a program: {"name": "Guide", "url": "/guide/"}
// and ("Guide", "/guide/").
func (r *reader) values(comments []lexical.Span) {
	r.part.Reset()
	r.part.Add(r.doc, 0, len(r.doc.Source))
	for _, c := range comments {
		blank(r.part.Text[c.Start:c.End])
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if text := r.part.Text[t.Start:t.End]; t.triple || t.docstring || holdsMarkup(text) || bytes.IndexByte(text, '<') >= 0 {
			blank(r.part.Text[t.open:t.after])
		}
	}
	found := r.doc.ReadPart(&r.part, func(part *document.Document) { data.Read(part, 0, len(part.Source), data.JSON) })
	for i := range found {
		found[i].IsValue = true
	}
	for i := 1; i < len(r.tokens); i++ {
		r.pair(&r.tokens[i-1], &r.tokens[i])
	}
}

// pair adds the link of a text and its destination that have brackets around them.
func (r *reader) pair(text, dest *token) {
	src := r.doc.Source
	if string(bytes.TrimSpace(src[text.after:max(dest.open, text.after)])) != "," || !destination.LooksLike(string(src[dest.Start:dest.End])) {
		return
	}
	before, after := bytes.TrimRight(src[:text.open], " \t\r\n"), bytes.TrimLeft(src[dest.after:], ", \t\r\n")
	if !bytes.HasSuffix(before, []byte("(")) || !bytes.HasPrefix(after, []byte(")")) {
		return
	}
	folded, loose := plaintext.Read(string(src[text.Start:text.End]))
	r.doc.Add(document.Link{Offset: dest.Start, End: dest.End, Text: folded, Loose: loose, IsValue: true})
}

// blank replaces a text by spaces, but keeps its lines.
func blank(text []byte) {
	for i := range text {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}
