package check

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// whereabouts tell where the links of one document stand, which cannot be read
// again.
type whereabouts struct {
	// page is the target whose document it is, number its own among those that
	// were read, and name what the report calls it.
	page   *target
	number int32
	name   string
	kind   link.Kind
	lines  *scan.Lines
	// suspect is the series that the page is of, when that may have no end; nil for
	// most.
	suspect *shape
	// found is what was first found here.
	found seriesLeads
}

// occurrence is what the report shows of a link.
func (w *whereabouts) occurrence(l *link.Link) *link.Occurrence {
	at := occurrence(w.name, l)
	at.Line, at.Column = w.lines.Position(l.Offset)
	return &at
}

// number gives a document its number.
func (c *crawl) number(w *whereabouts) {
	w.number = int32(len(c.documents))
	c.documents = append(c.documents, w.page)
}

// name is what the report calls the document of that number.
func (c *crawl) name(number int32) string {
	t := c.documents[number]
	return c.job.display(t.url, t.internal)
}

// occurrence is what the report shows of a link that waited.
func (c *crawl) occurrence(e entry) *link.Occurrence {
	at := occurrence(c.name(e.page), &link.Link{
		Origin: &link.Origin{Element: c.words.names[e.seen.element], Attribute: c.words.names[e.seen.attribute]},
		Raw:    e.seen.raw,
		Text:   e.seen.text,
	})
	at.Line, at.Column = e.seen.line, e.seen.column
	return &at
}

// seen is what is kept of a link that stands there and waits.
func (c *crawl) seen(w *whereabouts, l *link.Link) seen {
	line, column := w.lines.Position(l.Offset)
	return seen{
		line: line, column: column,
		element: c.words.number(l.Element), attribute: c.words.number(l.Attribute),
		raw: l.Raw, text: l.Text,
	}
}
