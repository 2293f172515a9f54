package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// forkWorkflow is a workflow of docs/comments.md.
type forkWorkflow struct {
	Name        string
	Permissions map[string]string
	On          yaml.Node
	Jobs        map[string]struct {
		Permissions map[string]string
		If          string
		Steps       []struct {
			Uses, Run string
			With      map[string]string
		}
	}
}

// forkWorkflows returns the workflows of docs/comments.md for pull requests from forks: the
// one that checks, and the one that comments.
func forkWorkflows(t *testing.T) (checks, comments forkWorkflow) {
	t.Helper()
	_, section, _ := strings.Cut(read(t, "docs/comments.md"), "\n## Pull requests from forks\n")
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(section, -1)
	if len(blocks) != 2 {
		t.Fatalf("docs/comments.md has %d workflows for forks", len(blocks))
	}
	for i, into := range []*forkWorkflow{&checks, &comments} {
		if err := yaml.Load([]byte(blocks[i][1]), into); err != nil {
			t.Fatal(err)
		}
	}
	return checks, comments
}

// inputs returns the environment of the step with linkvet.
func (w *forkWorkflow) inputs(job string) []string {
	var env []string
	for _, step := range w.Jobs[job].Steps {
		if strings.HasPrefix(step.Uses, "linkvet/linkvet@") {
			for name, value := range step.With {
				env = append(env, "INPUT_"+strings.ToUpper(name)+"="+value)
			}
		}
	}
	return env
}

// TestForkWorkflows runs both workflows for a pull request from a fork.
func TestForkWorkflows(t *testing.T) {
	t.Parallel()
	checks, comments := forkWorkflows(t)
	p := publishing(t, 2)
	fork := strings.Repeat("fa", 20)
	p.server.AddPull(githubtest.Pull{Number: 9, Head: fork, Fork: true})
	p.fill(t, "public/index.html", "<!doctype html>\n<a href=/missing.html>a</a>\n")
	// The first one has a token that may only read.
	p.server.Permit("issues", "read")
	p.server.Permit("pull_requests", "read")
	first := exec.CommandContext(t.Context(), "linkvet")
	first.Dir, first.Env = p.dir, append(p.Env, checks.inputs("links")...)
	if out, _ := first.CombinedOutput(); first.ProcessState.ExitCode() != 1 {
		t.Fatalf("the first workflow has the exit status %d\n%s", first.ProcessState.ExitCode(), out)
	}
	if len(checks.Permissions) != 1 || checks.Permissions["contents"] != "read" {
		t.Errorf("the first workflow has the permissions %v", checks.Permissions)
	}
	report := p.read("linkvet.json")
	runsNoCode(t, &comments)
	p.server.Permit("pull_requests", comments.Jobs["comment"].Permissions["pull-requests"])
	for _, tt := range []struct {
		name, report, settings string
		exit                   int
		want                   string
	}{
		{name: "as it was made", report: report, exit: 1, want: "## ❌ Failed: 1 broken in `public`\n"},
		{name: "incomplete", report: strings.Replace(report, `"complete": true`, `"complete": false`, 1), exit: 3, want: "## ⚠️ Incomplete: `public` was not checked completely; so far 1 broken\n"},
		{name: "with settings", report: report, settings: "fail-on: none\nquiet: true\n", exit: 1, want: "## ❌ Failed: 1 broken in `public`\n"},
		{name: "of another pull request", report: strings.Replace(report, `"version"`, `"pull_request": 8, "commit": "ffffffffffffffffffffffffffffffffffffffff", "version"`, 1), exit: 1, want: "Commit [`fafafaf`]"},
		{name: "refused", report: "{}", exit: 2, want: "## ❌ Failed: 1 broken in `public`\n"},
	} {
		dir := t.TempDir()
		p.fill(t, "event.json", `{"action": "completed", "workflow_run": {"head_sha": "`+fork+`", "event": "pull_request", "pull_requests": [], "head_repository": {"full_name": "mallory/site"}}, "repository": {"full_name": "octo/site", "default_branch": "main"}}`)
		second := exec.CommandContext(t.Context(), "linkvet")
		second.Dir, second.Env = dir, append(p.Env, append(comments.inputs("comment"), "GITHUB_EVENT_NAME=workflow_run",
			"GITHUB_EVENT_PATH="+p.file("event.json"), "GITHUB_SHA=eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")...)
		if err := os.MkdirAll(dir+"/untrusted", 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"linkvet.json": tt.report, ".linkvet.yml": tt.settings} {
			if err := os.WriteFile(dir+"/untrusted/"+name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out, _ := second.CombinedOutput()
		all := p.commentsOf(9)
		if exit := second.ProcessState.ExitCode(); exit != tt.exit || len(all) != 1 || !strings.Contains(all[0], tt.want) {
			t.Errorf("%s: exit status %d, comments %q\n%s", tt.name, exit, all, out)
		}
	}
}

// runsNoCode fails the test unless the second workflow has only the rights to comment, no
// checkout, and no step that runs a program of the pull request.
func runsNoCode(t *testing.T, comments *forkWorkflow) {
	t.Helper()
	job := comments.Jobs["comment"]
	for _, step := range job.Steps {
		if strings.HasPrefix(step.Uses, "actions/checkout@") || step.Run != "" {
			t.Errorf("the second workflow runs code: %+v", step)
		}
	}
	if len(comments.Permissions) != 0 || len(job.Permissions) != 2 {
		t.Errorf("the second workflow has the permissions %v and %v", comments.Permissions, job.Permissions)
	}
}
