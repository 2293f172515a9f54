package report

import "github.com/linkvet/linkvet/internal/link"

// Ordered returns the findings of Groups, one after the other. A report that cannot list
// all lists the first of these.
func Ordered(r *link.Report) []*link.Finding {
	ordered := make([]*link.Finding, 0, len(r.Findings))
	for _, g := range Groups(r) {
		ordered = append(ordered, g.Findings...)
	}
	return ordered
}
