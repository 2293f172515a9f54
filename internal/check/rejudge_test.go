package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// TestRejudgeWithoutABaselineYet has a baseline that does not exist yet, and a report that
// says that all is known.
func TestRejudgeWithoutABaselineYet(t *testing.T) {
	r := &link.Report{Complete: true, Findings: []link.Finding{{
		Verdict: link.Broken, Reason: link.NotFound, Target: "/x", Known: true, Occurrences: []link.Occurrence{{Page: "/", Known: true}},
	}}}
	(&Job{Config: config.Config{Baseline: "artifact:links", FailOn: config.FailOnBroken}}).Rejudge(r)
	if f := r.Findings[0]; !r.Failed || !f.Fails || f.Known || f.Occurrences[0].Known {
		t.Errorf("failed: %v, %+v", r.Failed, f)
	}
}
