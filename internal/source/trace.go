package source

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// Trace shows how lines are named, to measure what each rule is worth.
type Trace struct {
	// Without is the name of a rule that is left out.
	Without string
	// Named is called with each occurrence that has a source now, and with the names of the
	// rules that named it.
	Named func(o *link.Occurrence, rules string)
}

// noEvidence is the row of evidence for matches that no row is for.
const noEvidence = "nothing speaks against it"

// Rules returns the names of all rules that a trace can leave out.
func Rules() []string {
	var names []string
	for _, r := range rules {
		names = append(names, r.name)
	}
	for _, row := range evidence {
		names = append(names, row.name)
	}
	return names
}

// isLeftOut reports whether the trace leaves out a rule.
func (t *Trace) isLeftOut(rule string) bool { return t != nil && t.Without == rule }

// named calls Named for occurrence i, which comes from a link.
func (t *Trace) named(p *pageLinks, i int, l *document.Link) {
	if t == nil || t.Named == nil {
		return
	}
	name := noEvidence
	matches := p.found[p.groupOf[i]]
	if k := slices.IndexFunc(matches, func(m match) bool { return m.link == l }); k >= 0 {
		if row := p.evidenceFor(i, matches[k]); row != nil {
			name = row.name
		}
	}
	if p.decideOnce(i).inOrder != nil {
		name += "; equal links are numbered"
	}
	t.Named(&p.on[i], name)
}
