package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// finding is one line of what the report is to say.
type finding struct {
	verdict link.Verdict
	reason  link.Reason
	target  string
	page    string
}

func (f finding) String() string {
	return fmt.Sprintf("%s %s %s on %s", f.verdict, f.reason, f.target, f.page)
}

// judge compares a JSON report and an exit status with the world, and returns what
// is wrong with them.
func (w *world) judge(path string, exit int) (faults []string, planted int, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, fmt.Errorf("could not read the report: %w", err)
	}
	var report link.Report
	if err := json.Unmarshal(raw, &report); err != nil {
		return nil, 0, fmt.Errorf("could not read the report: %w", err)
	}
	if exit != 1 {
		faults = append(faults, fmt.Sprintf("exit status %d, want 1", exit))
	}
	for _, problem := range report.Problems {
		faults = append(faults, "problem: "+problem)
	}
	if want := w.allPages(); report.Stats.Pages != want {
		faults = append(faults, fmt.Sprintf("%d pages were read, want %d", report.Stats.Pages, want))
	}
	got := map[finding]bool{}
	for _, f := range report.Findings {
		for _, at := range f.Occurrences {
			got[finding{f.Verdict, f.Reason, f.Target, at.Page}] = true
		}
	}
	want := w.wanted()
	var wrong []string
	for f := range want {
		if !got[f] {
			wrong = append(wrong, "missing: "+f.String())
		}
	}
	for f := range got {
		if !want[f] {
			wrong = append(wrong, "false: "+f.String())
		}
	}
	slices.SortFunc(wrong, strings.Compare)
	return append(faults, wrong...), len(want), nil
}
