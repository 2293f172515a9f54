// Package livetest is shared by the tests of packages that check live sites: it serves
// sites on loopback, runs linkvet on them, and compares what it reports.
package livetest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// maxReport is the limit of a JSON report in a test.
const maxReport = 1 << 30

// The exit statuses that users rely on.
const (
	Clean      = 0 // no finding fails the run
	Failed     = 1 // a finding fails the run
	Incomplete = 3 // a problem kept linkvet from checking everything
)

// Result is what one run of the program came to.
type Result struct {
	// Status is the exit status.
	Status int
	// Report is the JSON report.
	Report link.Report
	// Text is the report for people, JSON that for programs, as written.
	Text, JSON string
	// Notes and Problems are those that the text shows.
	Notes, Problems []string
}

// Check runs the program, outside of any workflow.
func Check(t *testing.T, args ...string) Result {
	t.Helper()
	return CheckIn(t.Context(), t, nil, args...)
}

// CheckIn runs the program within ctx and an environment.
func CheckIn(ctx context.Context, t *testing.T, environ []string, args ...string) Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.json")
	var stdout, stderr bytes.Buffer
	r := Result{Status: cli.Run(ctx, cli.Process{
		Version: "test",
		Args:    append([]string{"--report=json=" + file}, args...),
		Environ: environ,
		Stdout:  &stdout,
		Stderr:  &stderr,
	})}
	if said := WithoutProgress(stderr.String()); said != "" {
		t.Errorf("standard error: %s", said)
	}
	src, err := openfile.Read(file, maxReport)
	if err != nil {
		t.Fatal(err)
	}
	r.Read(t, stdout.String(), src)
	return r
}

// WithoutProgress returns what was said on standard error but for the signs of life,
// which a run gives every ten seconds on a machine that is busy.
func WithoutProgress(said string) string {
	var rest strings.Builder
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "checking: ") && !strings.HasPrefix(line, "waiting for ") {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

// Read takes in both reports of a run, and holds them to what is true of all.
func (r *Result) Read(t *testing.T, text string, src []byte) {
	t.Helper()
	r.Text, r.JSON = text, string(src)
	if err := json.Unmarshal(src, &r.Report); err != nil {
		t.Fatalf("the JSON report is not valid: %v\n%s", err, src)
	}
	for line := range strings.Lines(text) {
		if note, ok := strings.CutPrefix(line, "note: "); ok {
			r.Notes = append(r.Notes, strings.TrimSpace(note))
		}
		if problem, ok := strings.CutPrefix(line, "problem: "); ok {
			r.Problems = append(r.Problems, strings.TrimSpace(problem))
		}
	}
	if r.Report.Complete != (r.Status != Incomplete) || r.Report.Complete != (len(r.Problems) == 0) {
		t.Errorf("complete is %v with exit status %d and problems %q", r.Report.Complete, r.Status, r.Problems)
	}
	if r.Report.Complete && r.Report.Failed != (r.Status == Failed) {
		t.Errorf("failed is %v with exit status %d", r.Report.Failed, r.Status)
	}
	s := r.Report.Stats
	if sum := s.OK + s.Broken + s.Unverified + s.Redirected + s.Skipped; sum != s.Targets {
		t.Errorf("the verdicts add up to %d, not to the %d targets", sum, s.Targets)
	}
}

// Reasons are the findings' reasons by their targets.
func (r *Result) Reasons() map[string]link.Reason {
	reasons := map[string]link.Reason{}
	for _, f := range r.Report.Findings {
		reasons[f.Target] = f.Reason
	}
	return reasons
}

// Finding returns the one finding about a target.
func (r *Result) Finding(t *testing.T, target string) link.Finding {
	t.Helper()
	i := slices.IndexFunc(r.Report.Findings, func(f link.Finding) bool { return f.Target == target })
	if i < 0 {
		t.Fatalf("there is no finding about %q in\n%s", target, r.Text)
	}
	return r.Report.Findings[i]
}

// Found fails the test unless the run ended with the status and exactly the
// findings that are wanted.
func (r *Result) Found(t *testing.T, status int, want map[string]link.Reason) {
	t.Helper()
	if want == nil {
		want = map[string]link.Reason{}
	}
	if diff := cmp.Diff(want, r.Reasons()); diff != "" {
		t.Errorf("reasons by target (-want +got):\n%s", diff)
	}
	if r.Status != status {
		t.Errorf("exit status %d, want %d:\n%s", r.Status, status, r.Text)
	}
}

// Pages fails the test unless that many pages were read.
func (r *Result) Pages(t *testing.T, want int) {
	t.Helper()
	if r.Report.Stats.Pages != want {
		t.Errorf("%d pages were read, want %d:\n%s", r.Report.Stats.Pages, want, r.Text)
	}
}

// Says fails the test unless one of the lines holds all of the words.
func Says(t *testing.T, lines []string, words ...string) {
	t.Helper()
	for _, line := range lines {
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
			return
		}
	}
	t.Errorf("no line says %q: %q", words, lines)
}

// Keeps fails the test when one of the secrets is in an output of the run,
// in any form that a URL may give it.
func (r *Result) Keeps(t *testing.T, markdown string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			for name, output := range map[string]string{"text": r.Text, "JSON": r.JSON, "Markdown": markdown} {
				if strings.Contains(output, form) {
					t.Errorf("the %s shows %q:\n%s", name, form, output)
				}
			}
		}
	}
}
