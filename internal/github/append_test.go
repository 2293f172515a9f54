package github

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/link"
)

func wantNoFile(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s was made: %v", path, err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestOutputs(t *testing.T) {
	t.Parallel()
	r := &link.Report{
		Complete: true, Failed: true, Fixed: 4, Unread: 7,
		Stats:    link.Stats{Pages: 5001, Links: 735000, Broken: 6, Unverified: 2, Redirected: 1},
		Findings: []link.Finding{{Verdict: link.Broken}, {Verdict: link.Broken, Known: true}, {Verdict: link.Redirected}},
	}
	numbers := map[string]string{
		"broken": "6", "unverified": "2", "redirected": "1", "new": "2", "fixed": "4", "lost": "0",
		"pages": "5001", "unread": "7", "links": "735000", "failed": "true", "complete": "true", "report": "",
	}
	tests := map[string]struct {
		path  string
		fails bool
	}{
		"a report":      {path: "out/links.json", fails: false},
		"a line break":  {path: "a\nfailed=false", fails: true},
		"the delimiter": {path: delimiter, fails: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "output")
			err := NewWorkflow(env("GITHUB_OUTPUT", file), io.Discard).Outputs(r, tt.path)
			if (err != nil) != tt.fails {
				t.Errorf("got error %v", err)
			}
			want := map[string]string{}
			for k, v := range numbers {
				want[k] = v
			}
			if tt.fails {
				want["complete"] = "false"
			} else {
				want["report"] = tt.path
			}
			if diff := cmp.Diff(want, outputs(read(t, file))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzOutputs(f *testing.F) {
	f.Add("a\nb=c")
	f.Add("x\n" + delimiter + "\nfailed=false")
	f.Fuzz(func(t *testing.T, path string) {
		file := filepath.Join(t.TempDir(), "output")
		err := NewWorkflow(env("GITHUB_OUTPUT", file), io.Discard).Outputs(&link.Report{}, path)
		got := outputs(read(t, file))
		if want := map[bool]string{true: path}[err == nil]; len(got) != 12 || got["failed"] != "false" || got["report"] != want {
			t.Errorf("path %q, error %v: got outputs %q", path, err, got)
		}
	})
}

func TestSummary(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "summary")
	if err := os.WriteFile(file, []byte("before\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	get := env("GITHUB_STEP_SUMMARY", file, "GITHUB_SERVER_URL", "https://github.test", "GITHUB_REPOSITORY", "o/r", "GITHUB_SHA", "abc")
	r := &link.Report{Target: "public", Complete: true, Failed: true, Stats: link.Stats{Broken: 1}, Findings: []link.Finding{{
		Verdict: link.Broken, Reason: link.NotFound, Target: "/x",
		Occurrences: []link.Occurrence{
			{Page: "/a/", File: "public/a/index.html", Line: 3, Source: &link.Source{File: "content/a b#(1).md", Line: 7}},
			{Page: "/b/", File: "public/b/index.html", Line: 4, Source: &link.Source{File: "content/b.md"}},
			{Page: "/c/", File: "public/c/index.html", Line: 5},
		},
	}}}
	if err := NewWorkflow(get, io.Discard).Summary(r, Files{}); err != nil {
		t.Fatal(err)
	}
	got := read(t, file)
	for _, want := range []string{
		"before\n\n## ❌ Failed: 1 broken in `public`\n",
		"[`content/a b#(1).md:7`](https://github.test/o/r/blob/abc/content/a%20b%23%281%29.md#L7)",
		"[`content/b.md`](https://github.test/o/r/blob/abc/content/b.md)",
		", `public/c/index.html:5`\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("summary lacks %q:\n%s", want, got)
		}
	}
	if err := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), io.Discard).Summary(r, Files{}); err != nil {
		t.Fatal(err)
	}
	if more := strings.TrimPrefix(read(t, file), got); strings.Contains(more, "](") {
		t.Errorf("links without a repository:\n%s", more)
	}
}

func TestSummaryStaysBelowTheLimit(t *testing.T) {
	t.Parallel()
	r := &link.Report{Target: "public", Notes: []string{strings.Repeat("a", 400)}}
	for range 4000 {
		long := "/" + strings.Repeat("é", 490)
		r.Findings = append(r.Findings, link.Finding{Verdict: link.Broken, Reason: link.NotFound, Target: long, Suggestion: long})
	}
	for name, before := range map[string]int{"empty": 0, "half full": 500_000, "nearly full": runnerSummary - spareSummary - 400, "full": runnerSummary} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "summary")
			if err := os.WriteFile(file, make([]byte, before), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), io.Discard).Summary(r, Files{}); err != nil {
				t.Fatal(err)
			}
			size := len(read(t, file))
			if size > runnerSummary || before < 600_000 && size < before+400_000 {
				t.Errorf("a summary of %d bytes has now %d", before, size)
			}
		})
	}
}

func TestMissingFiles(t *testing.T) {
	t.Parallel()
	r := &link.Report{}
	w := NewWorkflow(env(), io.Discard)
	if err := errors.Join(w.Summary(r, Files{}), w.Outputs(r, "x")); err != nil {
		t.Errorf("a runner without these files: %v", err)
	}
	none := filepath.Join(t.TempDir(), "none", "file")
	w = NewWorkflow(env("GITHUB_OUTPUT", none, "GITHUB_STEP_SUMMARY", none), io.Discard)
	for variable, err := range map[string]error{"GITHUB_OUTPUT": w.Outputs(r, ""), "GITHUB_STEP_SUMMARY": w.Summary(r, Files{})} {
		var file *FileError
		if !errors.As(err, &file) || file.Variable != variable || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got error %v", variable, err)
		}
	}
}

// A disk that is full is noticed only when something is written.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("no " + full)
	}
	w := NewWorkflow(env("GITHUB_OUTPUT", full, "GITHUB_STEP_SUMMARY", full), io.Discard)
	for name, err := range map[string]error{"outputs": w.Outputs(&link.Report{}, ""), "summary": w.Summary(&link.Report{}, Files{})} {
		if !errors.As(err, new(*FileError)) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
	w.Group("the lock is free")
}

// TestOutputsAgree holds action.yml to the outputs that are set.
func TestOutputsAgree(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "output")
	if err := NewWorkflow(env("GITHUB_OUTPUT", file), io.Discard).Outputs(&link.Report{}, ""); err != nil {
		t.Fatal(err)
	}
	set := slices.Sorted(maps.Keys(outputs(read(t, file))))

	source, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Outputs map[string]any
	}
	if err := yaml.Load(source, &action); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(set, slices.Sorted(maps.Keys(action.Outputs))); diff != "" {
		t.Errorf("action.yml (-set +named):\n%s", diff)
	}
}

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
	if ten := annotated(t, manyBroken(10)); len(ten) != 10 || strings.Contains(ten[9].Fields["title"], "more") {
		t.Errorf("ten fit, got %v", ten)
	}
	for _, n := range []int{200, 10_000} {
		file := filepath.Join(t.TempDir(), "summary.md")
		var b bytes.Buffer
		w, r := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), &b), manyBroken(n)
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
		rows, omitted := strings.Count(summary, "\n- `/missing/"), 0
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
