package report

import (
	"cmp"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// verdicts are those of findings, the worst first.
var verdicts = [...]link.Verdict{link.Broken, link.Unverified, link.Redirected}

// Ordered returns the findings in the order in which to work on them: broken,
// unverified, redirected; of each first what is new, then what most pages link
// to. A report that cannot list all lists the first of these. Findings that are
// alike in this stay in the order of r.
func Ordered(r *link.Report) []*link.Finding {
	type ranked struct {
		*link.Finding
		verdict, pages, index int
	}
	all := make([]ranked, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		all[i] = ranked{f, slices.Index(verdicts[:], f.Verdict), PagesOf(f), i}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(
			cmp.Compare(a.verdict, b.verdict),
			// A target that the run did not reach is work for the next run only.
			yesLast(a.Reason == link.NotReached, b.Reason == link.NotReached),
			yesLast(a.Known, b.Known),
			cmp.Compare(b.pages, a.pages),
			cmp.Compare(a.index, b.index),
		)
	})
	ordered := make([]*link.Finding, len(all))
	for i := range all {
		ordered[i] = all[i].Finding
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
