package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// TestAMistakeInTheDelivery delivers a report whose summary cannot be made: the outputs and an
// annotation tell of it.
func TestAMistakeInTheDelivery(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	environ := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": filepath.Join(dir, "outputs"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
	}
	getenv := func(name string) string {
		if name == "GITHUB_SERVER_URL" {
			panic("a mistake of ours")
		}
		return environ[name]
	}
	var out bytes.Buffer
	guard := github.Guard(&out)
	s := &session{workflow: github.NewWorkflow(getenv, &out), flush: guard.Flush, out: guard, log: guard}
	file := config.ReportFile{Format: report.FormatJSON, Path: filepath.Join(dir, "links.json")}
	s.cfg = config.Config{Format: report.FormatText, Summary: true, Annotations: true, Reports: []config.ReportFile{file}}
	if status := s.deliver(t.Context(), &link.Report{Complete: true}); status != exitIncomplete {
		t.Errorf("the exit status is %d, want %d", status, exitIncomplete)
	}
	for name, want := range map[string]string{"outputs": "complete<<_GitHubActionsFileCommandDelimeter_\nfalse\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s has %q, error %v", name, got, err)
		}
	}
	if !strings.Contains(out.String(), "::error title=The site was not checked completely::could not write the job summary: ") {
		t.Errorf("there is no annotation: %q", out.String())
	}
}

// TestTheLastResort ends a call that fails by a mistake of ours with the status of a
// run that could not check, and tells the workflow.
func TestTheLastResort(t *testing.T) {
	t.Parallel()
	outputs, summary := filepath.Join(t.TempDir(), "outputs"), filepath.Join(t.TempDir(), "summary")
	var stderr bytes.Buffer
	p := Process{Stdout: io.Discard, Stderr: &stderr, Environ: []string{"GITHUB_ACTIONS=true", "GITHUB_OUTPUT=" + outputs, "GITHUB_STEP_SUMMARY=" + summary}}
	status := func() (status int) {
		defer lastResort(p, &status)
		panic("a mistake\n::set-output name=failed::false")
	}()
	if status != exitIncomplete {
		t.Errorf("the exit status is %d, want %d", status, exitIncomplete)
	}
	text := stderr.String()
	for _, want := range []string{"linkvet: internal error: a mistake\n", "please report it at https://", "TestTheLastResort", "::error", `\::set-output`} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if got, err := os.ReadFile(outputs); err != nil || !strings.Contains(string(got), "complete") {
		t.Errorf("the outputs are %q, error %v", got, err)
	}
	if got, err := os.ReadFile(summary); err != nil || !strings.Contains(string(got), "- linkvet: internal error: a mistake\n") {
		t.Errorf("the summary is %q, error %v", got, err)
	}
	if quiet := func() (status int) { defer lastResort(p, &status); return exitFailed }(); quiet != exitFailed {
		t.Errorf("without a panic the status is %d", quiet)
	}
}
