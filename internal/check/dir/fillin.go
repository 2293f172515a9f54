package dir

import (
	"context"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// fault notes a link of the current document to a target that is not ok. Past the bound on
// what is kept, it notes one link of each target. These targets are of the site, which share 1
// judges: other shares only count them.
func (r *worker) fault(name string, internal bool, o check.Outcome, m check.OccurrenceRef) {
	if r.job.IsOtherShare() {
		r.local.AddSkip(name, check.Skip{Reason: link.Excluded})
		return
	}
	if r.local.Knows(name, internal, o.Reason) && !r.bounds.AddOccurrence() {
		return
	}
	r.local.AddFault(name, internal, o, r.reference(m))
}

// reference gives a link of the document that is being read what the report shows
// of it, which fillOccurrences fills in.
func (r *worker) reference(m check.OccurrenceRef) check.OccurrenceRef {
	if m.At != nil {
		return m
	}
	m.At = new(link.Occurrence)
	if m.Page == r.rulePage() {
		*m.At = r.ruleOccurrence(m.Index)
		return m
	}
	r.pending = append(r.pending, wantedOccurrence{index: m.Index, at: m.At})
	return m
}

// fillOccurrences completes the occurrences in the document that was read. Texts were not
// collected, because a site without broken links does not need them.
func (r *worker) fillOccurrences(ctx context.Context, file int32) {
	if len(r.pending) == 0 {
		return
	}
	if !r.fillInPlace() && ctx.Err() == nil {
		r.doc.ReadTexts()
	}
	r.complete(ctx, file, &r.doc, r.pending)
	clear(r.pending)
	r.pending = r.pending[:0]
}

// fillInPlace reads the texts of the links that are to be quoted one by one. It
// reports false when the whole document has to be read instead: it does no more work
// than that, as what each link reads may continue to the end of the document.
func (r *worker) fillInPlace() bool {
	if !r.canFillInPlace() {
		return false
	}
	most := r.texts.Bytes() + len(r.doc.Text)
	for _, q := range r.pending {
		if l := &r.doc.Page.Links[q.index]; l.Element == "a" && l.Attribute == "href" {
			if r.texts.Bytes() > most {
				return false
			}
			l.Text = r.texts.Of(r.doc.Kind, r.doc.Text, l.Offset)
		}
	}
	return true
}

// canFillInPlace reports whether the texts of the links can be read at the links' own
// positions. They cannot in a srcdoc, whose positions are of another document, or for a
// link of a picture, whose text is around it.
func (r *worker) canFillInPlace() bool {
	return !r.doc.Page.Nested && !slices.ContainsFunc(r.pending, func(q wantedOccurrence) bool {
		l := &r.doc.Page.Links[q.index]
		return l.Element == "a" && l.Attribute == "xlink:href"
	})
}
