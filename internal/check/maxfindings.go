package check

import (
	"cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// MaxFindings is how many findings a report lists, and how many occurrences of them beside the
// first of each. More than these take longer to put in order and to write than a run has that was
// ended by a signal: a stranger's page can hold a million links to nothing, and a directory any
// number of such pages. The other limits of a run are the memory limit of the process (GOMEMLIMIT),
// the size up to which one document is read, and the time limit.
const MaxFindings = 200_000

func (j *Job) maxFindings() int { return cmp.Or(j.MaxFindings, MaxFindings) }

// omit counts a finding for which the list has no room. It may be what makes the run fail: whether
// a baseline lists its places is not looked up.
func (run *Run) omit(f *link.Finding) {
	run.unlisted++
	if run.Job.Config.Fails(f) {
		run.Report.Failed = true
		run.Report.FailsUnlisted++
	}
}

// AddOccurrence notes one more place of a finding, beside the first, and reports whether
// there is room for it. It is safe for concurrent use.
func (run *Run) AddOccurrence() bool { return run.further.Add(1) <= int64(run.Job.maxFindings()) }

// noteOmitted says how many findings and how many places of others are not listed. A run that
// compares places with a baseline, or writes one, is incomplete without them.
func (run *Run) noteOmitted() {
	most := run.Job.maxFindings()
	run.Problem(unlistedFindings.Of(run.unlisted, nil, link.Number(most)))
	n := max(0, int(run.further.Load())-most)
	if cfg := &run.Job.Config; cfg.Baseline != "" || cfg.ReportPath(report.FormatBaseline) != "" {
		run.Problem(uncomparedPlaces.Of(n, nil, link.Number(most)))
	} else {
		run.Note(unlistedPlaces.Of(n, nil, link.Number(most)))
	}
}
