package main

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/linkvet/linkvet/internal/phase"
)

// TestDocsPhases: docs/reports.md lists every phase, in the order of the report.
func TestDocsPhases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)\n### Phases\n.*?\n## `).Find(text)
	var got []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z ]+) \| .* \| .* \|$`).FindAllSubmatch(section, -1) {
		if name := string(row[1]); name != "phase" {
			got = append(got, name)
		}
	}
	var want []string
	for p := phase.Settings; p <= phase.Reports; p++ {
		want = append(want, p.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/reports.md lists the phases %q, want %q", got, want)
	}
}
