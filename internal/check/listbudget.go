package check

import (
	"context"
	"fmt"
	"math"

	"github.com/linkvet/linkvet/internal/link"
)

// maxAfterEnd is how many places are listed by a run that was ended: as many as can
// be put in order and written in the second that is left. Few sites have so many
// places that are wrong, but one page may be made of millions.
const maxAfterEnd = 200_000

// listBudget is how many places the report of a run may still list, and what it had none
// for.
type listBudget struct {
	left int
	// findings and places are what is counted and not listed.
	findings, places int
}

// NewListBudget is the budget of a run. One that goes to its end lists all that it found.
func NewListBudget(ctx context.Context) listBudget {
	if ctx.Err() != nil {
		return listBudget{left: maxAfterEnd}
	}
	return listBudget{left: math.MaxInt}
}

func (r *listBudget) full() bool { return r.left == 0 }

// take returns those of the places of a finding that fit into the budget.
func (r *listBudget) take(occurrences []OccurrenceRef) []OccurrenceRef {
	n := min(len(occurrences), r.left)
	r.left -= n
	r.places += len(occurrences) - n
	return occurrences[:n]
}

// problem says what is not listed; it is empty when everything is listed.
func (r *listBudget) problem() string {
	switch {
	case r.places == 0 && r.findings == 0:
		return ""
	case r.findings == 0:
		return fmt.Sprintf("the run ended early with too many findings to list: %d occurrences are not listed", r.places)
	}
	return fmt.Sprintf("the run ended early with too many findings to list: %d findings with %d occurrences are counted, but not listed",
		r.findings, r.places)
}

// omit notes a finding that there is no room for. It may be what makes the run fail: whether
// a baseline lists all its places is not looked up.
func (b *Builder) omit(internal bool, o Outcome) {
	b.ListBudget.findings++
	b.CountUnlisted(internal, o)
}

// CountUnlisted lets a finding that is not listed count for whether the run fails.
func (b *Builder) CountUnlisted(internal bool, o Outcome) {
	if b.Job.fails(&link.Finding{Verdict: o.Verdict, Internal: internal}) {
		b.Report.Failed = true
		b.Report.FailsUnlisted++
	}
}
