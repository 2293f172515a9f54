package source

import (
	"cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// maxCandidates bounds how many candidates an occurrence shows.
const maxCandidates = 5

// place returns where a link is in the sources.
func place(x *index.Index, l *document.Link) link.Source {
	return link.Source{File: x.Files[l.File].Shown, Line: l.Line, Column: l.Column, EndColumn: l.EndColumn}
}

// byPlace orders links by their positions in the sources.
func byPlace(a, b *document.Link) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Order, b.Order), cmp.Compare(a.Offset, b.Offset))
}
