package github

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func TestTell(t *testing.T) {
	t.Parallel()
	hostile := "x\n::error::y\r##[error]z\u202e <img src=x> @octo"
	tests := map[string]struct {
		stop     Stop
		commands []command
		summary  string
	}{
		"a wrong call": {
			stop: Stop{Failed: true, Headline: "linkvet could not start", Causes: []Cause{{Text: "no target"}, {Text: "wrong", File: "docs/.linkvet.yml", Line: 3}}},
			commands: []command{
				{Name: "error", Fields: map[string]string{"title": "linkvet could not start"}, Data: "no target"},
				{Name: "error", Fields: map[string]string{"title": "linkvet could not start", "file": "docs/.linkvet.yml", "line": "3"}, Data: "wrong"},
			},
			summary: "## ❌ linkvet could not start\n\nNothing was checked:\n\n- no target\n- wrong\n",
		},
		"nothing to do": {
			stop:     Stop{Headline: "nothing to check yet", Causes: []Cause{{Text: "later"}}},
			commands: []command{{Name: "notice", Fields: map[string]string{"title": "nothing to check yet"}, Data: "later"}},
			summary:  "## ⏳ nothing to check yet\n\nNothing was checked:\n\n- later\n",
		},
		"hostile": {
			stop:     Stop{Failed: true, Headline: "no", Causes: []Cause{{Text: hostile}}},
			commands: []command{{Name: "error", Fields: map[string]string{"title": "no"}, Data: `x\n::error::y\r##\[error]z\u202e <img src=x> @octo`}},
			summary:  "## ❌ no\n\nNothing was checked:\n\n- x\\\\n::error::y\\\\r&#35;&#8203;&#35;&#8203;\\\\\\[error\\]z\\\\u202e &#60;img src=x&#62; &#64;&#8203;octo\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			dir := t.TempDir()
			output, summary := filepath.Join(dir, "output"), filepath.Join(dir, "summary")
			w := NewWorkflow(env("GITHUB_OUTPUT", output, "GITHUB_STEP_SUMMARY", summary), &log)
			if err := w.Tell(tt.stop, true, true); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.commands, obeyed(log.String())); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.summary, strings.TrimSuffix(read(t, summary), "\n")); diff != "" {
				t.Errorf("summary (-want +got):\n%s", diff)
			}
			if got := outputs(read(t, output)); len(got) != 12 || got["complete"] != "false" || got["failed"] != "false" || got["pages"] != "0" {
				t.Errorf("outputs: %q", got)
			}
		})
	}
}

func TestTellKeepsWithinTheBudget(t *testing.T) {
	t.Parallel()
	for n, last := range map[int]string{10: "cause 9", 5000: "4991 more; see the log of this step"} {
		var log bytes.Buffer
		stop := Stop{Failed: true, Headline: "no"}
		for i := range n {
			stop.Causes = append(stop.Causes, Cause{Text: fmt.Sprintf("cause %d", i), File: "a.yml", Line: i + 1})
		}
		file := filepath.Join(t.TempDir(), "summary")
		if err := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), &log).Tell(stop, true, true); err != nil {
			t.Fatal(err)
		}
		all := obeyed(log.String())
		if len(all) != min(n, maxAnnotations) || all[len(all)-1].Data != last {
			t.Errorf("%d causes: got %d annotations, the last is %+v", n, len(all), all[len(all)-1])
		}
		if size := len(read(t, file)); size > 2000 {
			t.Errorf("%d causes: the summary has %d bytes", n, size)
		}
	}
}

// A summary replaces the one that was written before, and nothing else.
func TestSummaryReplacesItsOwn(t *testing.T) {
	t.Parallel()
	passed := &link.Report{Target: "public", Complete: true}
	broke := &link.Report{Target: "public", Problems: []string{"late"}}
	extend := func(t *testing.T, file, text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(read(t, file)+text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, tt := range map[string]struct {
		between string
		want    int
	}{
		"alone":              {between: "", want: 1},
		"with another after": {between: "## from another step\n", want: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "summary")
			if err := os.WriteFile(file, []byte("before\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			w := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), io.Discard)
			if err := w.ReplaceSummary(passed, Files{}); err != nil {
				t.Fatal(err)
			}
			extend(t, file, tt.between)
			if err := w.ReplaceSummary(broke, Files{}); err != nil {
				t.Fatal(err)
			}
			got := read(t, file)
			if !strings.HasPrefix(got, "before\n## ") || strings.Count(got, "## ") != tt.want || strings.Count(got, "- late\n") != 1 || !strings.Contains(got, tt.between) {
				t.Errorf("the summary is\n%s", got)
			}
		})
	}
}
