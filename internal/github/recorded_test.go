package github

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The commits of the payloads in testdata: the one under test, the one that it is to be
// merged into, and the one of the run.
const (
	tested  = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
	base    = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c"
	ofRun   = "9999999999999999999999999999999999999999"
	waiting = "nothing yet: "
	nothing = "nothing: "
	no      = "no site: "
)

// variables returns those of a runner.
func variables(name string, more ...string) func(string) string {
	m := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_SHA": ofRun,
		"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "octo/site",
	}
	for i := 0; i < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	return func(name string) string { return m[name] }
}

// siteOf returns the URL to check, or the kind of the error and the error.
func siteOf(e *Event) string {
	address, deployed, err := e.Site("")
	early := (*NothingError)(nil)
	switch {
	case errors.As(err, &early) && early.IsEarly:
		return waiting + err.Error()
	case errors.As(err, &early):
		return nothing + err.Error()
	case err != nil:
		return no + err.Error()
	case deployed && address == "":
		return "a deployment without a URL"
	}
	return address
}

// found is what was found in a payload.
type found struct {
	site, commit, environment string
	pullRequest               int
	fork                      bool
}

// recorded says what is to be found in each payload of testdata.
var recorded = map[string]found{
	"vercel-deployment_status":            {site: "https://site-k3j9x2q7w-octo.vercel.app", commit: tested, environment: "Preview"},
	"vercel-deployment_status-pending":    {site: waiting + `the event deployment_status has the state "pending"`, commit: tested, environment: "Preview"},
	"vercel-deployment_status-failure":    {site: no + `the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`, commit: tested, environment: "Preview"},
	"vercel-deployment_status-monorepo":   {site: "https://docs-m4n8b1v6c-octo.vercel.app", commit: tested, environment: "Preview – docs"},
	"vercel-deployment_status-production": {site: "https://docs-p0l5o2i7u-octo.vercel.app", commit: tested, environment: "Production – docs"},
	"vercel-repository_dispatch":          {site: "https://docs-m4n8b1v6c-octo.vercel.app", commit: tested, environment: "preview – docs"},
	"vercel-repository_dispatch-pending":  {site: waiting + `the event repository_dispatch has the state "vercel.deployment.pending"`, commit: tested, environment: "preview – docs"},
	"vercel-repository_dispatch-skipped":  {site: no + `the event repository_dispatch has the state "vercel.deployment.skipped"; the host did not deploy, so its client_payload.url is not checked`, commit: tested, environment: "preview – docs"},
	"vercel-status":                       {site: nothing + `the commit status "Vercel – docs" is not one that linkvet knows as a deployment; if it links to the site, set the input ` + "`environment`" + ` to its name`, commit: tested, environment: "Vercel – docs"},

	"netlify-status":          {site: "https://deploy-preview-12--octo-site.netlify.app", commit: tested, environment: "netlify/octo-site/deploy-preview"},
	"netlify-status-pending":  {site: waiting + `the event status has the state "pending"`, commit: tested, environment: "netlify/octo-site/deploy-preview"},
	"netlify-status-failure":  {site: no + `the event status has the state "failure"; the deployment failed, so its target_url is not checked`, commit: tested, environment: "netlify/octo-site/deploy-preview"},
	"netlify-status-canceled": {site: no + `the event status has the state "success" ("Deploy Preview canceled."); the host did not deploy`, commit: tested, environment: "netlify/octo-site/deploy-preview"},

	"readthedocs-status":         {site: "https://octo-site--12.org.readthedocs.build/en/12/", commit: tested, environment: "docs/readthedocs.org:octo-site"},
	"readthedocs-status-pending": {site: waiting + `the event status has the state "pending"`, commit: tested, environment: "docs/readthedocs.org:octo-site"},

	"cloudflare-check_run":             {site: "https://262f78c3.octo-site.pages.dev", commit: tested, environment: "Cloudflare Pages", pullRequest: 12},
	"cloudflare-check_run-in_progress": {site: waiting + `the event check_run has the state "in_progress"`, commit: tested, environment: "Cloudflare Pages", pullRequest: 12},
	"cloudflare-check_run-failure":     {site: no + `the event check_run has the state "failure"; the deployment failed, so its URL of a preview in check_run.output.summary is not checked`, commit: tested, environment: "Cloudflare Pages", pullRequest: 12},

	"amplify-check_run":         {site: "https://pr-12.d1a2b3c4d5e6f7.amplifyapp.com", commit: tested, environment: "AWS Amplify Console Web Preview", pullRequest: 12},
	"railway-deployment_status": {site: no + `the event deployment_status has the state "success" and the environment_url "https://railway.com/project/055d4303-229c-4009-b87e-b8b3f9220808?environmentId=e573887c-2993-4045-8eed-a2da55b600a6", which is a dashboard, not a site`, commit: tested, environment: "octo-site / site-pr-12"},
	"render-deployment_status":  {site: "https://octo-site-pr-12.onrender.com", commit: tested, environment: "change - octo-site PR #12"},
	"fly-deployment_status":     {site: "https://pr-12-octo-site.fly.dev", commit: tested, environment: "pr-12-octo-site", pullRequest: 12},
	"azure-deployment_status":   {site: "https://nice-stone-0a1b2c3d4-12.westeurope.6.azurestaticapps.net", commit: tested, environment: "preview", pullRequest: 12},
	"firebase-check_run":        {site: nothing + `the check run "Deploy Preview" is not one that linkvet knows as a deployment; if it links to the site, set the input ` + "`environment`" + ` to its name`, commit: tested, environment: "Deploy Preview", pullRequest: 12},
	"linter-check_run":          {site: nothing + `the check run "lint" is not one that linkvet knows as a deployment; if it links to the site, set the input ` + "`environment`" + ` to its name`, commit: tested, environment: "lint", pullRequest: 12},
	"circleci-status":           {site: nothing + `the commit status "ci/circleci: build" is not one that linkvet knows as a deployment; if it links to the site, set the input ` + "`environment`" + ` to its name`, commit: tested, environment: "ci/circleci: build"},
	"github-workflow_run":       {commit: tested, pullRequest: 12},
	"github-workflow_run-fork":  {commit: tested, fork: true},
	"github-pull_request":       {commit: tested, pullRequest: 12},
	"github-pull_request-fork":  {commit: tested, pullRequest: 12, fork: true},
	"github-merge_group":        {commit: tested},
	"github-push":               {commit: ofRun},

	"github-pages-deployment_status":             {site: "https://octo.github.io/site/", commit: tested, environment: "github-pages"},
	"github-pages-deployment_status-in_progress": {site: waiting + `the event deployment_status has the state "in_progress"`, commit: tested, environment: "github-pages"},
	"github-actions-deployment_status":           {site: no + `the event deployment_status has the state "success" and no environment_url`, commit: tested, environment: "production"},
}

// TestRecorded holds that the URL, commit, pull request and environment are found in the
// payload of each host, and no others.
func TestRecorded(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(recorded) {
		t.Errorf("there are %d payloads, and the table has %d", len(files), len(recorded))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, ok := recorded[name]
			if !ok {
				t.Fatal("the table has no row for this payload")
			}
			e := ReadEvent(variables(eventOf(name), "GITHUB_EVENT_PATH", file))
			got := found{siteOf(&e), e.Commit, e.Environment, e.PullRequest, e.IsFork()}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(found{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if e.DefaultBranch != "main" {
				t.Errorf("got the default branch %q", e.DefaultBranch)
			}
		})
	}
}

// eventOf returns the event of a payload by the name of its file, HOST-EVENT.json or
// HOST-EVENT-CASE.json.
func eventOf(name string) string {
	for _, event := range []string{"deployment_status", "repository_dispatch", "status", "check_run", "workflow_run", "pull_request", "merge_group", "push"} {
		if strings.HasSuffix(name, "-"+event) || strings.Contains(name, "-"+event+"-") {
			return event
		}
	}
	return ""
}

func TestTheTargetOfAPullRequest(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"github-pull_request": base, "github-merge_group": base, "github-workflow_run": ""} {
		e := ReadEvent(variables(eventOf(file), "GITHUB_EVENT_PATH", filepath.Join("testdata", file+".json")))
		if e.Base != want {
			t.Errorf("%s: got %q, want %q", file, e.Base, want)
		}
	}
}
