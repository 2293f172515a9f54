package crawl

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
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
	lines  *position.Lines
	// hasMap reports whether a link names a map of the document.
	hasMap func(*link.Link) bool
	// shape is that of a page; empty for other documents.
	shape shape
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
	at := page.Occurrence(c.name(e.Page), &link.Link{Origin: c.origins[e.Seen.Origin], Raw: e.Seen.Raw, Text: e.Seen.Text})
	at.Line, at.Column = e.Seen.Line, e.Seen.Column
	return &at
}

// seenLocked is what is kept of a link that is there and waits. Of elements and attributes, a site
// has few pairs.
func (c *crawl) seenLocked(w *pageContext, l *link.Link) target.SeenLink {
	key := [2]string{l.Element, l.Attribute}
	number, ok := c.originNumbers[key]
	if !ok {
		key[0], key[1] = strings.Clone(key[0]), strings.Clone(key[1]) // they may be cut out of a document
		number = int32(len(c.origins))
		c.originNumbers[key] = number
		c.origins = append(c.origins, &link.Origin{Element: key[0], Attribute: key[1]})
	}
	line, column := w.lines.Position(l.Offset)
	return target.SeenLink{Line: line, Column: column, Origin: number, Raw: l.Raw, Text: l.Text}
}
