package check

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// TestRejudgeWithoutABaselineYet has a baseline that does not exist yet, and a report that
// says that all is known.
func TestRejudgeWithoutABaselineYet(t *testing.T) {
	r := &link.Report{Complete: true, Findings: []link.Finding{{
		Verdict: link.Broken, Reason: link.NotFound, Target: "/x", Known: true, Occurrences: []link.Occurrence{{Page: "/", Known: true}},
	}}}
	(&Job{Config: config.Config{Baseline: "artifact:links", FailOn: config.FailOnUnverified}}).Rejudge(r)
	if f := r.Findings[0]; !r.Failed || !f.Fails || f.Known || f.Occurrences[0].Known {
		t.Errorf("failed: %v, %+v", r.Failed, f)
	}
}

// TestUnlistedPlacesAreNotKnown holds that places without room in the list are not taken for
// known ones: the run is incomplete where it uses places, and says so in a note otherwise.
func TestUnlistedPlacesAreNotKnown(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		cfg             config.Config
		problems, notes int
	}{
		"no baseline":       {notes: 1},
		"a baseline":        {cfg: config.Config{Baseline: "known.txt"}, problems: 1},
		"a report baseline": {cfg: config.Config{Reports: []config.ReportFile{{Format: report.FormatBaseline, Path: "known.txt"}}}, problems: 1},
	} {
		r := &link.Report{}
		run := &Run{Job: &Job{MaxFindings: 1, Config: test.cfg}, Report: r}
		for range 3 {
			run.AddOccurrence()
		}
		run.noteOmitted()
		if len(r.Problems) != test.problems || len(r.Notes) != test.notes || !strings.Contains(strings.Join(append(r.Problems, r.Notes...), ""), "2 more occurrences") {
			t.Errorf("%s: problems %q, notes %q", name, r.Problems, r.Notes)
		}
	}
}
