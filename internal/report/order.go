package report

import "github.com/linkvet/linkvet/internal/link"

// verdicts are those of findings, the worst first.
var verdicts = [...]link.Verdict{link.Broken, link.Unverified, link.Redirected}

// Ordered returns the findings of Groups, one after the other. A report that cannot list
// all lists the first of these.
func Ordered(r *link.Report) []*link.Finding {
	ordered := make([]*link.Finding, 0, len(r.Findings))
	for _, g := range Groups(r) {
		ordered = append(ordered, g.Findings...)
	}
	return ordered
}

// yesLast compares two flags: the one that is set comes last.
func yesLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
