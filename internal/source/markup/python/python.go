// Package python reads the links of Python: docstrings, from which Sphinx and MkDocs make
// pages, and the values of settings, such as conf.py.
package python

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
	"github.com/linkvet/linkvet/internal/source/markup/rst"
)

// reader reads one program.
type reader struct {
	doc    *document.Document
	tokens []token
	// rst are the texts in reStructuredText. A name that one of them defines is known in
	// the others: Sphinx puts them on one page.
	rst, part document.Part
}

// Read reads a program.
func Read(doc *document.Document) {
	s := &scanner{doc: doc, closers: lexical.Closers{}}
	s.scan()
	r := &reader{doc: doc, tokens: s.tokens}
	for i := range r.tokens {
		switch t := &r.tokens[i]; {
		case t.docstring:
			r.docstring(t)
		case t.triple && r.isEpilog(t):
			r.part.Reset()
			r.part.Add(doc, t.Start, t.End)
			doc.ReadPart(&r.part, rst.ReadTargets)
		case holdsMarkup(doc.Source[t.Start:t.End]):
			r.markup(t)
		}
	}
	r.attributes(s.comments)
	doc.ReadComment(&r.rst, rst.Read)
	r.values(s.comments)
}

// docstring reads a docstring as Markdown, if it holds links of Markdown, and otherwise as
// reStructuredText.
func (r *reader) docstring(t *token) {
	text := r.doc.Source[t.Start:t.End]
	if !bytes.Contains(text, []byte("](")) && !bytes.Contains(text, []byte("]: ")) {
		r.dedent(&r.rst, t)
		return
	}
	r.part.Reset()
	r.dedent(&r.part, t)
	r.doc.ReadComment(&r.part, func(part *document.Document) {
		// The indentation of a section makes no code.
		markdown.Read(part, 0, len(part.Source), true)
	})
}

// dedent adds the lines of a docstring without the indentation that all but the first have.
// Examples hold no links.
func (r *reader) dedent(part *document.Part, t *token) {
	src := r.doc.Source
	indent := -1
	for at := lexical.LineEnd(src[:t.End], t.Start) + 1; at < t.End; at = lexical.LineEnd(src[:t.End], at) + 1 {
		line := src[at:lexical.LineEnd(src[:t.End], at)]
		if n := len(line) - len(bytes.TrimLeft(line, " \t")); len(bytes.TrimSpace(line)) > 0 && (indent < 0 || n < indent) {
			indent = n
		}
	}
	for at := t.Start; at <= t.End; {
		end := lexical.LineEnd(src[:t.End], at)
		from := at
		for from < end && (src[from] == ' ' || src[from] == '\t') && (at == t.Start || from-at < indent) {
			from++
		}
		if body := bytes.TrimLeft(src[from:end], " \t"); !bytes.HasPrefix(body, []byte(">>> ")) {
			part.Add(r.doc, from, end)
		}
		part.AddText("\n", end, min(end+1, len(src)))
		at = end + 1
	}
	part.AddText("\n", t.End, t.after)
}

// attributes reads the comments that document attributes: "#: text".
func (r *reader) attributes(comments []lexical.Span) {
	last := 0
	for _, c := range comments {
		if !bytes.HasPrefix(r.doc.Source[c.Start:c.End], []byte("#:")) {
			continue
		}
		if len(bytes.TrimSpace(r.doc.Source[last:c.Start])) > 0 {
			r.rst.AddText("\n", c.Start, c.Start+2)
		}
		r.rst.Add(r.doc, min(c.Start+len("#: "), c.End), c.End)
		r.rst.AddText("\n", c.End, min(c.End+1, len(r.doc.Source)))
		last = c.End
	}
}

// epilogs are the settings of Sphinx whose text is a part of every page.
var epilogs = [...]string{"rst_epilog", "rst_prolog"}

// isEpilog reports whether a string is the value of one of the epilogs.
func (r *reader) isEpilog(t *token) bool {
	before := bytes.TrimRight(r.doc.Source[:t.open], " \t")
	before = bytes.TrimSuffix(before, []byte("="))
	before = bytes.TrimRight(bytes.TrimSuffix(before, []byte("+")), " \t")
	for _, name := range epilogs {
		if bytes.HasSuffix(before, []byte(name)) {
			return true
		}
	}
	return false
}
