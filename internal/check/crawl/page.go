package crawl

import (
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
)

// pageContext tells where the links of one document are, which cannot be read
// again.
type pageContext struct {
	// page is the target whose document it is, number its own among those that
	// were read, and name what the report calls it.
	page   *target.Target
	number int32
	name   string
	kind   link.Kind
	lines  lines
	// hasMap reports whether a link names a map of the document.
	hasMap func(*link.Link) bool
	// shape is that of a page; zero for other documents.
	shape shape
}

// lines tell the line and the column of an offset.
type lines interface {
	Position(offset int) (line, column int)
}

// occurrence is what the report shows of a link.
func (w *pageContext) occurrence(l *link.Link) *link.Occurrence {
	at := page.Occurrence(w.name, l)
	at.Line, at.Column = w.lines.Position(l.Offset)
	return &at
}

// numberLocked gives a document its number.
func (c *crawl) numberLocked(w *pageContext) {
	w.number = int32(len(c.documents))
	c.documents = append(c.documents, w.page)
}

// name is what the report calls the document of that number.
func (c *crawl) name(number int32) string {
	t := c.documents[number]
	return c.job.DisplayName(t.URL, t.Internal)
}

// OccurrenceLocked is what the report shows of a link that waited.
func (c *crawl) OccurrenceLocked(e target.WaitingLink) *link.Occurrence {
	at := page.Occurrence(c.name(e.Page), &link.Link{
		Origin: &link.Origin{Element: c.words.names[e.Seen.Element], Attribute: c.words.names[e.Seen.Attribute]},
		Raw:    e.Seen.Raw,
		Text:   e.Seen.Text,
	})
	at.Line, at.Column = e.Seen.Line, e.Seen.Column
	return &at
}

// seenLocked is what is kept of a link that is there and waits.
func (c *crawl) seenLocked(w *pageContext, l *link.Link) target.SeenLink {
	line, column := w.lines.Position(l.Offset)
	return target.SeenLink{
		Line: line, Column: column,
		Element: c.words.number(l.Element), Attribute: c.words.number(l.Attribute),
		Raw: l.Raw, Text: l.Text,
	}
}
