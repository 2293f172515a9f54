package actions

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// manyBroken has n broken targets, each at a line of its own in one of a thousand
// files.
func manyBroken(n int) *link.Report {
	r := &link.Report{Target: "public", Complete: true, Failed: true, Inputs: true, Stats: link.Stats{Broken: n}}
	for i := range n {
		file := fmt.Sprintf("content/%d.md", i%1000)
		r.Findings = append(r.Findings, link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/missing/%06d.html", i), Message: "no such file",
			Occurrences: []link.Occurrence{{Page: "/p/", Source: &link.Source{File: file, Line: i + 1}}},
		})
	}
	return r
}

// What the last annotation says of the summary is so: the rows of the summary and
// those that it omits are all findings.
func TestTheTenthAndTheSummaryAgree(t *testing.T) {
	t.Parallel()
	for _, n := range []int{200, 10_000} {
		file := filepath.Join(t.TempDir(), "summary.md")
		var b bytes.Buffer
		w, r := New(env("GITHUB_STEP_SUMMARY", file), &b), manyBroken(n)
		if err := w.Annotate(r, Files{}, true); err != nil {
			t.Fatal(err)
		}
		if err := w.Summary(r, Files{}); err != nil {
			t.Fatal(err)
		}
		summary := read(t, file)
		if len(summary) > maxSummary {
			t.Errorf("%d findings: a summary of %d bytes", n, len(summary))
		}
		got := obeyed(b.String())
		if len(got) != maxAnnotations {
			t.Fatalf("%d findings: got %d annotations", n, len(got))
		}
		last := got[maxAnnotations-1]
		if want := fmt.Sprintf("%d more broken links", n-9); last.Fields["title"] != want {
			t.Errorf("got title %q, want %q", last.Fields["title"], want)
		}
		rows, omitted := strings.Count(summary, "\n| `/missing/"), 0
		if m := regexp.MustCompile(`The job summary leaves out (\d+) broken targets; set report: json=links\.json for the full list\.`).FindStringSubmatch(last.Data); m != nil {
			omitted, _ = strconv.Atoi(m[1])
		} else if !strings.Contains(last.Data, "The job summary lists all.") {
			t.Errorf("%d findings: got %q", n, last.Data)
		}
		if rows+omitted != n || rows == 0 {
			t.Errorf("%d findings: %d rows, and %d omitted", n, rows, omitted)
		}
	}
}

// However many problems there are, findings are shown, too.
func TestProblemsLeaveRoomForFindings(t *testing.T) {
	t.Parallel()
	r := manyBroken(20)
	for i := range 100 {
		r.Problems = append(r.Problems, fmt.Sprintf("problem %d", i))
	}
	got := annotated(t, r)
	problems := 0
	for _, c := range got {
		if c.Fields["title"] == "The site was not checked completely" {
			problems++
		}
	}
	if len(got) != maxAnnotations || problems != maxProblems {
		t.Errorf("got %d annotations, %d of them for problems", len(got), problems)
	}
	if third := got[2].Data; !strings.HasPrefix(third, "problem 2\nproblem 3\n") || !strings.HasSuffix(third, "\nproblem 99") {
		t.Errorf("got %q", third)
	}
	if title := got[maxAnnotations-1].Fields["title"]; title != "14 more broken links" {
		t.Errorf("got %q", title)
	}
}
