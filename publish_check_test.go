package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// TestCheckRunHasAllAnnotations has more findings than a runner annotates, and than one
// request takes.
func TestCheckRunHasAllAnnotations(t *testing.T) {
	t.Parallel()
	p := publishing(t, 120, "--publish=check\nstatus")
	if got := p.end(t); got != 1 {
		t.Errorf("exit status %d", got)
	}
	runs := p.server.CheckRuns(head)
	if len(runs) != 1 {
		t.Fatalf("%d check runs\n%s", len(runs), &p.out)
	}
	run := runs[0]
	if run.Name != "linkvet" || run.Conclusion != "failure" || run.Output.Title != "120 broken in 2 pages" || !strings.HasSuffix(run.DetailsURL, "/actions/runs/42") {
		t.Errorf("got %+v", run)
	}
	if !strings.Contains(run.Output.Summary, "missing-000.html") {
		t.Errorf("the summary has no finding: %.300s", run.Output.Summary)
	}
	if len(run.Annotations) != 120 {
		t.Errorf("%d annotations, want 120", len(run.Annotations))
	}
	lines := map[int]bool{}
	for _, a := range run.Annotations {
		lines[a.StartLine] = true
		want := fmt.Sprintf("/missing-%03d.html: no such file (not-found)", a.StartLine-2)
		if a.Path != "site/page.html" || a.Level != "failure" || a.Message != want {
			t.Fatalf("got %+v, want %s", a, want)
		}
	}
	if len(lines) != 120 {
		t.Errorf("annotations at %d lines", len(lines))
	}
	updates := 0
	for _, request := range p.server.Requests() {
		if strings.HasPrefix(request, "checks/update ") {
			updates++
		}
	}
	if updates != 3 {
		t.Errorf("%d updates, want one for each 50 annotations more and one for the conclusion: %q", updates, p.server.Requests())
	}
	if last := p.server.Requests()[len(p.server.Requests())-1]; !strings.HasPrefix(last, "repos/create-commit-status ") {
		t.Errorf("the status is not the last: %s", last)
	}
}

// TestCheckRunAgreesWithTheExitStatus covers how a run can end.
func TestCheckRunAgreesWithTheExitStatus(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		broken     int
		publish    string
		args       []string
		prepare    func(*githubtest.Server)
		exit       int
		conclusion string // of the check run; empty for none
		title      string
		log        string
	}{
		"clean":      {exit: 0, conclusion: "success", title: "no broken links in 2 pages"},
		"incomplete": {args: []string{"--min-pages=9"}, exit: 3, conclusion: "failure", title: "not checked completely: only 2 pages were read"},
		"not fatal":  {broken: 1, args: []string{"--fail-on=none"}, exit: 0, conclusion: "success", title: "passed, with 1 broken in 2 pages"},
		"no start":   {args: []string{"--fail-on=some"}, exit: 2, conclusion: "failure", title: "linkvet could not start: --fail-on"},
		"read-only token": {
			broken: 1, prepare: func(s *githubtest.Server) { s.Permit("checks", "read") }, exit: 1,
			log: "note: could not create the check run: the token needs `permissions: checks: write` (GitHub: 403 Resource not accessible by integration)",
		},
		"personal token": {
			prepare: (*githubtest.Server).WithoutApp, exit: 0, log: "You must authenticate via a GitHub App.",
		},
		"server fails": {
			prepare: func(s *githubtest.Server) { s.Fail("checks/create", 1, githubtest.Fault{Status: 501}) }, exit: 3,
			log: "could not create the check run: GitHub answered 501", conclusion: "failure", title: "not checked completely: could not create the check run",
		},
		"server fails later": {
			broken: 60, prepare: func(s *githubtest.Server) { s.Fail("checks/update", 1, githubtest.Fault{Status: 501}) }, exit: 3,
			conclusion: "failure", title: "not checked completely, so far 60 broken: could not create the check run",
		},
		"status fails after a good check run": {
			publish: "check\nstatus", exit: 3, conclusion: "failure", title: "not checked completely: could not set the commit status",
			// The first one is pending, and the last one corrects nothing.
			prepare: func(s *githubtest.Server) {
				s.Fail("repos/create-commit-status", 3, githubtest.Fault{Status: 501})
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			what := test.publish
			if what == "" {
				what = "check"
			}
			p := publishing(t, test.broken, append([]string{"--publish=" + what, "--report=json=links.json"}, test.args...)...)
			if test.prepare != nil {
				test.prepare(p.server)
			}
			if got := p.end(t); got != test.exit {
				t.Errorf("exit status %d, want %d", got, test.exit)
			}
			runs := p.server.CheckRuns(head)
			if test.conclusion == "" && len(runs) > 0 || test.conclusion != "" && (len(runs) != 1 || runs[0].Conclusion != test.conclusion || !strings.HasPrefix(runs[0].Output.Title, test.title)) {
				t.Errorf("got %+v", runs)
			}
			if !strings.Contains(p.out.String(), test.log) {
				t.Errorf("the log lacks %q", test.log)
			}
			if test.exit != 2 {
				p.agrees(t, test.exit, test.log)
			}
			if t.Failed() {
				t.Log(p.out.String())
			}
		})
	}
}

// agrees compares the outputs and the report with the exit status.
func (p *published) agrees(t *testing.T, exit int, note string) {
	t.Helper()
	complete := fmt.Sprintf("complete<<_GitHubActionsFileCommandDelimeter_\n%v\n", exit != 3)
	text := p.read("output.txt")
	if last := strings.LastIndex(text, "complete<<"); last < 0 || !strings.HasPrefix(text[last:], complete) {
		t.Errorf("the outputs do not end with %q: %s", complete, text)
	}
	report := p.read("links.json")
	if !strings.Contains(report, fmt.Sprintf(`"complete": %v`, exit != 3)) {
		t.Errorf("the JSON report does not agree with exit status %d: %s", exit, report)
	}
	note = strings.TrimPrefix(note, "note: ")
	if !strings.Contains(report, note) || !strings.Contains(p.read("summary.md"), note[:min(len(note), 30)]) {
		t.Errorf("the report or the summary lacks %q:\n%s\n%s", note, report, p.read("summary.md"))
	}
	if slices.Contains(p.Args, "--publish=status") && len(p.states()) == 0 {
		t.Error("no status")
	}
}
