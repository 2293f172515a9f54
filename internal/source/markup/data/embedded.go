package data

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
)

// readElements reads the elements of JSX, which may be in any JavaScript. They have a
// text, and the strings of their attributes have none.
func (d *reader) readElements(from, to int) {
	text := d.uncommented(to)
	tags := html.NewReader(d.doc, text, lexical.Closers{})
	for i := from; i < to; {
		j := bytes.IndexByte(text[i:], '<')
		if j < 0 {
			return
		}
		i = max(tags.Tag(i+j), i+j+1)
	}
}

// readMarkdown reads values that hold Markdown or HTML.
func (d *reader) readMarkdown(from, to int) {
	markdown.ReadValues(d.doc, d.uncommented(to), from)
}

// uncommented returns the text up to an offset, in which comments are masked.
func (d *reader) uncommented(to int) []byte {
	text := bytes.Clone(d.doc.Source[:to])
	for _, c := range d.comments {
		lexical.Mask(text, c.Start, c.End)
	}
	return text
}
