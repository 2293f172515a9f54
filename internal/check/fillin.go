package check

import (
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// fault notes a link of the document that is being read to a target that is not
// ok. Past the bound on what is kept, that is one link of each target.
func (r *reader) fault(name string, internal bool, o outcome, m mention) {
	if known := r.tally.knows(name, internal, o.reason); known && !r.bounds.keeps() || !known && !r.bounds.finding() {
		return
	}
	r.tally.fault(name, internal, o, r.unquote(m))
}

// unquote gives a link of the document that is being read what the report shows
// of it, which quote fills in.
func (r *reader) unquote(m mention) mention {
	m.at = new(link.Occurrence)
	if m.page == r.rulePage() {
		*m.at = r.ruleOccurrence(m.index)
		return m
	}
	r.unquoted = append(r.unquoted, quote{index: m.index, at: m.at})
	return m
}

// quote completes the occurrences in the document that was read. Texts were not
// collected, as in a site in good order nobody asks for them.
func (r *reader) quote(ctx context.Context, file int32) {
	if len(r.unquoted) == 0 {
		return
	}
	if !r.quoteInPlace() && ctx.Err() == nil {
		r.doc.readTexts()
	}
	r.complete(ctx, file, &r.doc, r.unquoted)
	for _, q := range r.unquoted {
		r.quotedBytes += int64(len(q.at.Link) + len(q.at.Text))
	}
	clear(r.unquoted)
	r.unquoted = r.unquoted[:0]
}

// quoteInPlace reads the texts of the links that are to be quoted one by one. It
// reports false when the whole document has to be read instead: it does no more work
// than that, as what each link reads may go on to the end of the document.
func (r *reader) quoteInPlace() bool {
	if !r.isQuotedInPlace() {
		return false
	}
	most := r.texts.Bytes() + len(r.doc.text)
	for _, q := range r.unquoted {
		if l := &r.doc.page.Links[q.index]; l.Element == "a" && l.Attribute == "href" {
			if r.texts.Bytes() > most {
				return false
			}
			l.Text = r.texts.Of(r.doc.kind, r.doc.text, l.Offset)
		}
	}
	return true
}

// isQuotedInPlace reports whether the texts of the links that are to be quoted can be
// read where these stand: those of a srcdoc have their places in another document,
// and around a link of a picture it matters what is.
func (r *reader) isQuotedInPlace() bool {
	return !r.doc.page.Nested && !slices.ContainsFunc(r.unquoted, func(q quote) bool {
		l := &r.doc.page.Links[q.index]
		return l.Element == "a" && l.Attribute == "xlink:href"
	})
}
