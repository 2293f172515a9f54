package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// TestUnlistedPlacesAreNotKnown holds that places without room in the list are not taken for
// known ones: the run is incomplete where it uses places, and says so in a note otherwise.
func TestUnlistedPlacesAreNotKnown(t *testing.T) {
	t.Parallel()
	b := &Bounds{max: Limits{Occurrences: 1}}
	for range 3 {
		b.AddOccurrence()
	}
	for name, test := range map[string]struct {
		cfg             config.Config
		problems, notes int
	}{
		"no baseline":       {notes: 1},
		"a baseline":        {cfg: config.Config{Baseline: "known.txt"}, problems: 1},
		"a report baseline": {cfg: config.Config{Reports: []config.ReportFile{{Format: report.FormatBaseline, Path: "known.txt"}}}, problems: 1},
	} {
		r := &link.Report{}
		b.ReportOmitted(&Job{Config: test.cfg}, r)
		if len(r.Problems) != test.problems || len(r.Notes) != test.notes || !strings.Contains(strings.Join(append(r.Problems, r.Notes...), ""), "2 more occurrences") {
			t.Errorf("%s: problems %q, notes %q", name, r.Problems, r.Notes)
		}
	}

	file := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(file, []byte("# linkvet.baseline/1\nnot-found /x /a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := baseline.Read(t.Context(), file, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, isCut := range []bool{false, true} {
		f := link.Finding{ID: link.FindingID("/x", link.NotFound), Reason: link.NotFound, Target: "/x", Occurrences: []link.Occurrence{{Page: "/a"}, {Page: "/a"}}}
		newComparison(&Job{Known: known}).mark(&f, isCut)
		if f.Known == isCut || !f.Occurrences[0].Known || !f.Occurrences[1].Known {
			t.Errorf("cut (%v): known is %v of %+v", isCut, f.Known, f.Occurrences)
		}
	}
}
