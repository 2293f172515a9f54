package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/event"
	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// hostedCommit is the commit under test in the recorded payloads, and hostedPull the
// number of its pull request.
const (
	hostedCommit = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
	hostedPull   = 12
)

// hostedRun is a run of a workflow of docs/gating for a payload that its host has sent.
type hostedRun struct {
	// page is the name of the page, and nth which of its workflows runs, from 0.
	page string
	nth  int
	// event is GitHub's name of the event, and payload the file that it sent.
	event, payload string
	// output is the output of an earlier step that holds the URL, as "steps.deploy.url=URL";
	// empty where linkvet finds it.
	output string
	// site is the URL that linkvet has to check; empty where it must check none.
	site string
	// publishes is the commit status that has to be written, "comment" for a comment
	// only, or empty for nothing.
	publishes string
	// exit is the exit status where there is no site to check.
	exit int
	// isReadOnly is true for a token that must not write, such as that of a fork.
	isReadOnly bool
	// isSkipped is true where the condition of the job is not met.
	isSkipped bool
}

// hostedRuns are in the order of the pages.
func hostedRuns() []hostedRun {
	const (
		deployments, dispatch, pull = "deployment_status", "repository_dispatch", "pull_request"
		vercel, docs, netlify       = "https://site-k3j9x2q7w-octo.vercel.app", "https://docs-m4n8b1v6c-octo.vercel.app", "https://deploy-preview-12--octo-site.netlify.app"
		pagesDev, azure             = "https://262f78c3.octo-site.pages.dev", "https://nice-stone-0a1b2c3d4-12.westeurope.6.azurestaticapps.net"
		github, firebase            = "https://octo.github.io/site/pr-preview/pr-12/", "https://octo-site--pr-12-a1b2c3d4.web.app"
		amplify, render             = "https://pr-12.d1abcdefghij23.amplifyapp.com/", "https://octo-site-pr-12.onrender.com"
		readTheDocs                 = "https://octo-site--12.org.readthedocs.build/en/12/"
	)
	return []hostedRun{
		{page: "vercel", event: deployments, payload: "vercel-deployment_status", site: vercel, publishes: "linkvet (Preview)"},
		{page: "vercel", event: deployments, payload: "vercel-deployment_status-monorepo", site: docs, publishes: "linkvet (Preview – docs)"},
		{page: "vercel", event: deployments, payload: "vercel-deployment_status-production"},
		{page: "vercel", event: deployments, payload: "vercel-deployment_status-pending", isSkipped: true},
		{page: "vercel", event: deployments, payload: "vercel-deployment_status-failure", isSkipped: true},
		{page: "vercel", nth: 1, event: dispatch, payload: "vercel-repository_dispatch", site: docs, publishes: "linkvet (preview – docs)"},
		{page: "netlify", event: "status", payload: "netlify-status", site: netlify, publishes: "linkvet (netlify/octo-site/deploy-preview)"},
		{page: "netlify", event: "status", payload: "netlify-status-pending", isSkipped: true},
		{page: "netlify", event: "status", payload: "netlify-status-canceled", publishes: "linkvet (netlify/octo-site/deploy-preview)", exit: 2},
		{page: "netlify", event: "status", payload: "circleci-status", isSkipped: true},
		{page: "cloudflare-pages", event: pull, payload: "github-pull_request", output: "steps.deploy.deployment-url=" + pagesDev, site: pagesDev, publishes: "comment"},
		{page: "cloudflare-pages", nth: 1, event: "check_run", payload: "cloudflare-check_run", site: pagesDev, publishes: "linkvet (Cloudflare Pages)"},
		{page: "cloudflare-pages", nth: 1, event: "check_run", payload: "cloudflare-check_run-failure", isSkipped: true},
		{page: "cloudflare-pages", nth: 1, event: "check_run", payload: "linter-check_run", isSkipped: true},
		{page: "github-pages", event: pull, payload: "github-pull_request", output: "steps.preview.preview-url=" + github, site: github, publishes: "comment"},
		{page: "azure", event: pull, payload: "github-pull_request", output: "steps.deploy.static_web_app_url=" + azure, site: azure, publishes: "comment"},
		{page: "firebase", event: pull, payload: "github-pull_request", output: "steps.deploy.details_url=" + firebase, site: firebase, publishes: "comment"},
		{page: "amplify", event: pull, payload: "github-pull_request", site: amplify, publishes: "comment"},
		{page: "amplify", event: pull, payload: "github-pull_request-fork", site: amplify, isReadOnly: true},
		{page: "render", event: pull, payload: "github-pull_request", site: render + "/", publishes: "comment"},
		{page: "render", nth: 1, event: deployments, payload: "render-deployment_status", site: render, publishes: "linkvet (change - octo-site PR #12)"},
		{page: "read-the-docs", event: "status", payload: "readthedocs-status", site: readTheDocs, publishes: "linkvet (docs/readthedocs.org:octo-site)"},
		{page: "read-the-docs", event: "status", payload: "readthedocs-status-pending", isSkipped: true},
		// These call the reusable workflow.
		{page: "../recipes", event: deployments, payload: "vercel-deployment_status", site: vercel, publishes: "linkvet (Preview)"},
		{page: "../recipes", event: deployments, payload: "vercel-deployment_status-pending", isSkipped: true},
		{page: "../../README", nth: 1, event: deployments, payload: "vercel-deployment_status", site: vercel, publishes: "linkvet (Preview)"},
	}
}

// TestTheWorkflowOfEachHostRuns runs each workflow of docs/gating as GitHub's runner does:
// with the payloads of its host, on a preview without and with a broken link.
func TestTheWorkflowOfEachHostRuns(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for _, r := range hostedRuns() {
		tested[fmt.Sprint(r.page, r.nth)] = true
		t.Run(fmt.Sprintf("%s/%d/%s", r.page, r.nth, r.payload), func(t *testing.T) {
			t.Parallel()
			r.run(t)
		})
	}
	pages, err := filepath.Glob("docs/gating/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		for nth := range shownWorkflows(t, name) {
			if !tested[fmt.Sprint(name, nth)] {
				t.Errorf("%s: no run of workflow %d", page, nth)
			}
		}
	}
}

// shownWorkflow is a workflow of the docs.
type shownWorkflow struct {
	On          yaml.Node
	Permissions map[string]string
	Concurrency struct{ Group string }
	Jobs        map[string]shownJob
}

// shownJob is a job with steps, or one that calls a workflow with inputs and secrets.
type shownJob struct {
	If, Uses      string
	Permissions   map[string]string
	With, Secrets map[string]string
	Steps         []struct {
		If, Uses string
		With     map[string]string
	}
}

// called returns the job of the workflow that a job calls, and what its expressions can
// name. All other jobs are returned unchanged.
func (j shownJob) called(t *testing.T, c contexts) (shownJob, contexts) {
	t.Helper()
	if !strings.HasPrefix(j.Uses, "linkvet/linkvet/"+reusableFile+"@") {
		return j, c
	}
	filled := func(all map[string]string) map[string]any {
		given := map[string]any{}
		for name, value := range all {
			given[name] = c.filled(t, value)
		}
		return given
	}
	var w shownWorkflow
	if err := yaml.Load([]byte(read(t, reusableFile)), &w); err != nil {
		t.Fatal(err)
	}
	return w.Jobs["links"], contexts{"github": c["github"], "inputs": filled(j.With), "secrets": filled(j.Secrets)}
}

// yamlBlock matches an example of YAML.
var yamlBlock = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// shownWorkflows returns the workflows of a page of docs/gating.
func shownWorkflows(t *testing.T, page string) []shownWorkflow {
	t.Helper()
	var all []shownWorkflow
	for _, block := range yamlBlock.FindAllStringSubmatch(read(t, "docs/gating/"+page+".md"), -1) {
		var w shownWorkflow
		if !strings.Contains(block[1], "\njobs:\n") {
			continue
		}
		if err := yaml.Load([]byte(block[1]), &w); err != nil {
			t.Fatalf("%s: %v", page, err)
		}
		all = append(all, w)
	}
	return all
}

// isFor reports whether the workflow runs for an event with an action.
func (w *shownWorkflow) isFor(name, action string) bool {
	if w.On.Kind == yaml.ScalarNode {
		return w.On.Value == name
	}
	var events map[string]struct{ Types []string }
	if w.On.Decode(&events) != nil {
		return false
	}
	found, ok := events[name]
	return ok && (len(found.Types) == 0 || slices.Contains(found.Types, action))
}

// contexts returns what the expressions of the workflow can name.
func (r hostedRun) contexts(t *testing.T, payload []byte) contexts {
	t.Helper()
	var sent map[string]any
	if err := json.Unmarshal(payload, &sent); err != nil {
		t.Fatal(err)
	}
	c := contexts{
		"github":  map[string]any{"event": sent, "event_name": r.event, "token": githubtest.Token},
		"secrets": map[string]any{"VERCEL_AUTOMATION_BYPASS_SECRET": "hush-5b1f0c"},
	}
	if path, url, ok := strings.Cut(r.output, "="); ok {
		names := strings.Split(path, ".")
		c["steps"] = map[string]any{names[1]: map[string]any{"outputs": map[string]any{names[2]: url}}}
	}
	return c
}

// run runs the job of the workflow that uses linkvet.
func (r hostedRun) run(t *testing.T) {
	payload, err := os.ReadFile("internal/event/testdata/" + r.payload + ".json")
	if err != nil {
		t.Fatal(err)
	}
	w := shownWorkflows(t, r.page)[r.nth]
	c := r.contexts(t, payload)
	action, _ := c["github"].(map[string]any)["event"].(map[string]any)["action"].(string)
	if !w.isFor(r.event, action) {
		t.Fatalf("the workflow does not run for %s %s", r.event, action)
	}
	job, c := w.Jobs["links"].called(t, c)
	if met := c.holds(t, job.If); met == r.isSkipped {
		t.Fatalf("the condition %q is met: %v, want %v", job.If, met, !r.isSkipped)
	}
	if r.isSkipped {
		return
	}
	inputs, ref := map[string]string{}, ""
	for _, step := range job.Steps {
		if !c.holds(t, step.If) {
			continue
		}
		switch name, _, _ := strings.Cut(step.Uses, "@"); name {
		case "actions/checkout":
			ref = c.filled(t, step.With["ref"])
		case "linkvet/linkvet", "$/":
			for input, value := range step.With {
				inputs[input] = c.filled(t, value)
			}
		}
	}
	if len(inputs) == 0 {
		t.Fatal("no step runs linkvet")
	}
	e := event.New(payload, func(name string) string { return map[string]string{"GITHUB_EVENT_NAME": r.event}[name] })
	if ref != hostedCommit || e.Commit != hostedCommit {
		t.Errorf("checkout of %q, and the commit under test is %q, want %q", ref, e.Commit, hostedCommit)
	}
	for _, isBroken := range []bool{false, true} {
		r.check(t, inputs, payload, isBroken)
	}
}

// check runs linkvet with the inputs of the step, and looks at what the pull request shows.
func (r hostedRun) check(t *testing.T, inputs map[string]string, payload []byte, isBroken bool) {
	t.Helper()
	api := githubtest.Start(t)
	api.AddCommit(hostedCommit)
	api.AddPull(githubtest.Pull{Number: hostedPull, Head: hostedCommit})
	for _, permission := range []string{"statuses", "issues", "pull_requests"} {
		if r.isReadOnly {
			api.Permit(permission, "read")
		}
	}
	preview := newHostedPreview(t, r.site, isBroken)
	dir := t.TempDir()
	put(t, dir, "event.json", string(payload))
	cmd := exec.CommandContext(t.Context(), "linkvet")
	cmd.Dir = dir
	cmd.Env = append(
		api.Environ(), "PATH="+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_RUN_ID=1",
		"GITHUB_SHA=0123456789abcdef0123456789abcdef01234567", // the default branch's, for most events
		"GITHUB_EVENT_NAME="+r.event, "GITHUB_EVENT_PATH="+filepath.Join(dir, "event.json"),
		"GITHUB_OUTPUT="+filepath.Join(dir, "output"), "HTTPS_PROXY="+preview.proxy, "SSL_CERT_FILE="+preview.authority,
	)
	for name, value := range inputs {
		cmd.Env = append(cmd.Env, "INPUT_"+strings.ToUpper(name)+"="+value)
	}
	out, _ := cmd.CombinedOutput()
	want := r.exit
	if isBroken && r.site != "" {
		want = 1
	}
	if got := cmd.ProcessState.ExitCode(); got != want {
		t.Errorf("exit status %d, want %d:\n%s", got, want, out)
	}
	if strings.Contains(string(out), "hush-5b1f0c") && !strings.Contains(string(out), "::add-mask::hush-5b1f0c") {
		t.Errorf("the secret is shown:\n%s", out)
	}
	if strings.Contains(string(out), "set expect to") {
		t.Errorf("the workflow needs expect:\n%s", out)
	}
	if asked := preview.asked(); (len(asked) > 0) != (r.site != "") || len(asked) > 1 {
		t.Errorf("requests to %q, want the host of %q only", asked, r.site)
	}
	r.published(t, api, want, strings.Contains(inputs["publish"], "comment"))
}

// published compares what linkvet wrote with what the page says.
func (r hostedRun) published(t *testing.T, api *githubtest.Server, exit int, hasComment bool) {
	t.Helper()
	var got, want []string
	for _, s := range api.Statuses(hostedCommit) {
		got = append(got, s.Context+" "+s.State)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	if r.publishes != "" && r.publishes != "comment" {
		want = append(want, r.publishes+" "+[]string{"success", "failure", "error"}[exit])
	}
	if diff := cmp.Diff(want, slices.DeleteFunc(got, func(s string) bool { return strings.HasSuffix(s, " pending") })); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	// A comment is new only when there is a finding.
	comments := api.Comments(hostedPull)
	if hasOne := hasComment && r.publishes != "" && exit == 1; (len(comments) == 1) != hasOne || len(comments) > 1 {
		t.Errorf("%d comments, want one: %v", len(comments), hasOne)
	}
	for _, comment := range comments {
		if !strings.Contains(comment.Body, "/missing") {
			t.Errorf("the comment does not name the broken link:\n%s", comment.Body)
		}
	}
}
