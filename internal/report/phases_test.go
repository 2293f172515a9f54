package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/report"
)

// TestPhases: times below ten milliseconds have tenths, and only a verbose report lists any.
func TestPhases(t *testing.T) {
	t.Parallel()
	opt := report.TextOptions{Phases: []phase.Time{
		{Phase: phase.Settings, Took: 490 * time.Microsecond},
		{Phase: phase.Listing, Took: 9960 * time.Microsecond},
		{Phase: phase.Reading, Took: 812 * time.Millisecond},
		{Phase: phase.External, Took: 83 * time.Second},
	}}
	var quiet, verbose strings.Builder
	if err := report.Text(&quiet, &link.Report{Complete: true}, opt); err != nil {
		t.Fatal(err)
	}
	opt.Verbose = true
	if err := report.Text(&verbose, &link.Report{Complete: true}, opt); err != nil {
		t.Fatal(err)
	}
	const want = "phase: settings: 0.4 ms\nphase: listing files: 9.9 ms\nphase: reading pages: 812 ms\nphase: external targets: 1 min 23 s\n"
	if strings.Contains(quiet.String(), "phase:") || !strings.Contains(verbose.String(), want) {
		t.Errorf("a report of a run that is not verbose:\n%s\na verbose one:\n%s\nwant in it:\n%s", quiet.String(), verbose.String(), want)
	}
}
