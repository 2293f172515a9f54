package data

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
)

// ReadLiterals reads the literals of JavaScript in parts of a file in another syntax:
// const nav = [{href: "/guide/", label: "Guide"}]. It leaves out destinations that were read
// as links already.
func ReadLiterals(doc *document.Document, parts ...lexical.Span) {
	if len(parts) == 0 {
		return
	}
	known := make(map[int]bool, len(doc.Links))
	for i := range doc.Links {
		known[doc.Links[i].Offset] = true
	}
	first := len(doc.Links)
	for _, p := range parts {
		d := &reader{doc: doc, language: JSON, texts: map[int]lexical.Span{}}
		d.push(maxIndent)
		d.readLines(p.Start, p.End)
		d.keep(true)
	}
	kept := doc.Links[:first]
	for _, l := range doc.Links[first:] {
		if l.IsValue = true; !known[l.Offset] {
			kept = append(kept, l)
		}
	}
	doc.Links = kept
}

// addEscaped notes a string whose markup holds escapes, as HTML in JSON has them.
func (d *reader) addEscaped(text []byte, start, end int) {
	if bytes.IndexByte(text, '\\') >= 0 {
		d.escaped = append(d.escaped, lexical.Span{Start: start, End: end})
	}
}

// readEscaped reads the strings whose markup holds escapes. The readers of all other markup
// pass over them.
func (d *reader) readEscaped() {
	var part document.Part
	for _, s := range d.escaped {
		part.Reset()
		part.AddUnescaped(d.doc, s.Start, s.End)
		d.doc.ReadPart(&part, func(part *document.Document) { markdown.ReadValues(part, part.Source, 0) })
	}
	d.comments = append(d.comments, d.escaped...)
}
