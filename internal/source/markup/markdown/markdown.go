// Package markdown finds the links of Markdown with the exact place of each destination.
// It follows CommonMark, but for what generators add: expressions of template languages
// as destinations, shortcodes, components of MDX, and indented fences in admonitions.
//
// The first pass masks code and finds where blocks end; the second one reads inline.
package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// Read reads the Markdown between two offsets. mdx is true for MDX and its relatives, in
// which indentation makes no code. It returns where the properties of components are,
// which are YAML.
func Read(doc *document.Document, from, to int, mdx bool) (properties []lexical.Span) {
	text := bytes.Clone(doc.Source[:to])
	b := blocks{doc: doc, text: text, mdx: mdx, closers: lexical.Closers{}}
	b.read(from)
	readInline(doc, text, from, mdx, b.layout)
	return b.properties
}

// ReadValues reads Markdown in the values of a data file from an offset on. text is that
// of doc, in which comments are masked. Only empty lines end a block.
func ReadValues(doc *document.Document, text []byte, from int) {
	readInline(doc, text, from, true, plainLayout(text, from))
}
