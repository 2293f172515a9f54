package rst

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// anonymous pairs references and targets without names: the first reference leads to the
// first target, and so on.
type anonymous struct {
	// targets are empty for those that lead to a name.
	targets []lexical.Span
	uses    []use
}

// add adds the links whose references and targets have no names. A document with more of
// one than of the other is wrong, and which belong together is not known.
func (a *anonymous) add(doc *document.Document) {
	if len(a.targets) != len(a.uses) {
		return
	}
	for i, u := range a.uses {
		text, loose := plaintext.Read(u.text)
		d := a.targets[i]
		doc.Add(document.Link{Offset: d.Start, End: d.End, Order: u.at + 1, Text: text, Loose: loose, Role: document.LinkRole})
	}
}

// anonymousTarget notes the target of a reference without a name: what follows "__ " or
// ".. __: ". It is no text.
func (r *reader) anonymousTarget(at int, s []byte) {
	url := bytes.TrimLeft(s, " ")
	at += len(s) - len(url)
	d := lexical.Span{Start: at, End: at + len(url)}
	if bytes.HasSuffix(url, []byte("_")) {
		// It leads to a name.
		d.End = d.Start
	}
	r.anonymous.targets = append(r.anonymous.targets, d)
	lexical.Mask(r.text, at, at+len(url))
}

// nextLine returns the text of the line after the offset at, if it is indented: a target
// may be below its name.
func (r *reader) nextLine(at int) (start int, text []byte) {
	start = min(lexical.LineEnd(r.text, at)+1, len(r.text))
	line := r.text[start:lexical.LineEnd(r.text, start)]
	text = bytes.TrimLeft(line, " \t")
	if len(text) == len(line) {
		return start, nil
	}
	return start + len(line) - len(text), bytes.TrimRight(text, " \t\r")
}
