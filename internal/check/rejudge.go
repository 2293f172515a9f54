package check

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// Rejudge puts the report of an earlier run in order, and decides by the settings of the
// job whether it fails. Without a baseline of the job, the report says what is known. With
// one that lists nothing, or that does not exist yet, nothing is known.
func (j *Job) Rejudge(r *link.Report) {
	r.FailOn = j.Config.FailOn
	if r.Complete && r.Stats.Pages < j.Config.MinPages {
		r.AddProblem(tooFewPages(r, j.Config.MinPages))
	}
	r.Failed = false
	known := newComparison(j)
	for i := range r.Findings {
		f := &r.Findings[i]
		slices.SortFunc(f.Occurrences, compareOccurrences)
		if j.Config.Baseline != "" {
			forget(f)
			known.mark(f, false)
		}
		f.Fails = j.fails(f)
		r.Failed = r.Failed || f.Fails
	}
	if j.Config.Baseline != "" && r.Complete {
		// The report does not say what its run could find, so nothing is sure to be fixed.
		r.Fixed = 0
		known.conclude(r, func(string) bool { return false })
	}
	sortFindings(r.Findings)
}

// forget removes what a report says of the baseline of its own run.
func forget(f *link.Finding) {
	f.Known = false
	for i := range f.Occurrences {
		f.Occurrences[i].Known = false
	}
}
