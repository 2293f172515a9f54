package event

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
)

func TestSite(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name, event string
		url         string // what is to be checked
		err         string // what the error says
		kind        string // of the error
	}{
		"success": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://p.test/x", "target_url": "https://t.test"}}`,
			url: "https://p.test/x", err: "", kind: "",
		},
		"pages of an enterprise": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/pages/octo/actions/runs/"}}`,
			url: "https://forge.test:8443/pages/octo/actions/runs/", err: "", kind: "",
		},
		"queued":      {name: "deployment_status", event: `{"deployment_status": {"state": "queued"}}`, url: "", err: `the event deployment_status has the state "queued"`, kind: waiting},
		"pending":     {name: "deployment_status", event: `{"deployment_status": {"state": "pending"}}`, url: "", err: `the state "pending"; the environment_url comes with the state "success"`, kind: waiting},
		"in progress": {name: "deployment_status", event: `{"deployment_status": {"state": "in_progress", "environment_url": "https://p.test"}}`, url: "", err: `"in_progress"`, kind: waiting},
		"waiting":     {name: "deployment_status", event: `{"deployment_status": {"state": "waiting"}}`, url: "", err: `"waiting"`, kind: waiting},
		"failure": {
			name: "deployment_status", event: `{"deployment_status": {"state": "failure", "environment_url": "https://p.test"}}`,
			url: "", err: `the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`, kind: no,
		},
		"error":    {name: "deployment_status", event: `{"deployment_status": {"state": "error"}}`, url: "", err: `the state "error"; the deployment failed`, kind: no},
		"inactive": {name: "deployment_status", event: `{"deployment_status": {"state": "inactive"}}`, url: "", err: `the state "inactive"; a newer deployment replaced`, kind: no},
		"unknown":  {name: "deployment_status", event: `{"deployment_status": {"state": "Success"}}`, url: "", err: `the state "Success", which is unknown`, kind: no},
		"hostile": {
			name: "deployment_status", event: `{"deployment_status": {"state": "x\n::error::y\u001b[2J"}}`,
			url: "", err: `the state "x\n::error::y\u001b[2J", which is unknown`, kind: no,
		},
		"no address": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success"}}`,
			url: "", err: `the event deployment_status has the state "success" and no environment_url`, kind: no,
		},
		"nulls": {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": null, "target_url": null}}`, url: "", err: "no environment_url", kind: no},
		"only where the log is": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "", "target_url": "https://t.test", "log_url": "https://t.test"}}`,
			url: "", err: "no environment_url", kind: no,
		},
		"a log on the forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://GitHub.com/o/r/actions/runs/1"}}`,
			url: "", err: "which is the log of a job", kind: no,
		},
		"an older log": {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://github.com/o/r/runs/1?a=b"}}`, url: "", err: "which is the log", kind: no},
		"a log on the own forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/o/r/actions"}}`,
			url: "", err: "which is the log", kind: no,
		},
		"not the web": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "javascript:alert(1)"}}`,
			url: "", err: `the environment_url "javascript:alert(1)", which is not an http or https URL`, kind: no,
		},
		"control":          {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://p.test/\n::error::"}}`, url: "", err: `\n::error::", which is not`, kind: no},
		"user info":        {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "ftp://u:hunter2@p.test/"}}`, url: "", err: "which is not", kind: no},
		"no status at all": {name: "deployment_status", event: `{}`, url: "", err: "the event deployment_status has no state, which is unknown", kind: no},
		"dispatched": {
			name: "repository_dispatch", event: `{"action": "vercel.deployment.success", "client_payload": {"url": "https://p.test", "state": {"type": "success"}}}`,
			url: "https://p.test", err: "", kind: "",
		},
		"dispatched and pending": {
			name: "repository_dispatch", event: `{"action": "vercel.deployment.pending", "client_payload": {"url": "https://p.test"}}`,
			url: "", err: `the event repository_dispatch has the state "vercel.deployment.pending"; the client_payload.url comes with the state "vercel.deployment.success"`, kind: waiting,
		},
		"dispatched and failed":  {name: "repository_dispatch", event: `{"action": "vercel.deployment.failed"}`, url: "", err: "the deployment failed, so its client_payload.url is not checked", kind: no},
		"dispatched and skipped": {name: "repository_dispatch", event: `{"action": "vercel.deployment.skipped"}`, url: "", err: "the host did not deploy", kind: no},
		"dispatched nowhere":     {name: "repository_dispatch", event: `{"action": "vercel.deployment.ready", "client_payload": {}}`, url: "", err: "and no client_payload.url", kind: no},
		"dispatched by others":   {name: "repository_dispatch", event: `{"action": "deploy", "client_payload": {"url": ["https://p.test"]}}`, url: "", err: "", kind: ""},
		"state of the other event": {
			name: "deployment_status", event: `{"deployment_status": {"state": "canceled"}}`, url: "", err: "the host did not deploy", kind: no,
		},
		"another event": {name: "push", event: `{"deployment_status": {"state": "success", "environment_url": "https://p.test"}}`, url: "", err: "", kind: ""},
		"no event":      {name: "", event: `{`, url: "", err: "", kind: ""},
		"status": {
			name: "status", event: `{"state": "success", "context": "netlify/a/deploy-preview", "target_url": "https://deploy-preview-1--a.test/"}`,
			url: "https://deploy-preview-1--a.test/", err: "", kind: "",
		},
		"status of an old site": {
			name: "status", event: `{"state": "success", "context": "deploy/netlify", "target_url": "https://deploy-preview-1--a.test/"}`,
			url: "https://deploy-preview-1--a.test/", err: "", kind: "",
		},
		"status of a dashboard": {
			name: "status", event: `{"state": "success", "context": "netlify/a/deploy-preview", "target_url": "https://app.netlify.com/x"}`,
			url: "", err: `the target_url "https://app.netlify.com/x", which is a dashboard, not a site`, kind: no,
		},
		"status in between": {
			name: "status", event: `{"state": "success", "context": "x/netlify/a/deploy-preview", "target_url": "https://a.test/"}`,
			url: "", err: `the commit status "x/netlify/a/deploy-preview" is not one`, kind: nothing,
		},
		"status without a name":  {name: "status", event: `{"state": "success", "target_url": "https://a.test/"}`, url: "", err: `the commit status "" is not one`, kind: nothing},
		"status with a bad name": {name: "status", event: `{"state": "success", "context": "a\n::error::b", "target_url": "https://a.test/"}`, url: "", err: `the commit status "a\n::error::b" is not one`, kind: nothing},
		"preview on a branch": {
			name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-pages"}, "output": {"summary": "<a href='https://pages.dev'> <a href='https://b.site.pages.dev'>x</a>"}}}`,
			url: "https://b.site.pages.dev", err: "", kind: "",
		},
		"preview of a worker": {
			name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-workers-and-pages"}, "output": {"summary": "https://site.octo.workers.dev https://0a1b2c3d-site.octo.workers.dev"}}}`,
			url: "https://0a1b2c3d-site.octo.workers.dev", err: "", kind: "",
		},
		"no preview": {
			name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "success", "details_url": "https://a.test/", "app": {"slug": "cloudflare-pages"}, "output": {"summary": "http://b.site.pages.dev https://pages.dev.example/"}}}`,
			url: "", err: `the event check_run has the state "success" and no URL of a preview in check_run.output.summary`, kind: no,
		},
		"app with another name": {
			name: "check_run", event: `{"check_run": {"name": "x", "status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-pages-2"}, "output": {"summary": "https://b.site.pages.dev"}}}`,
			url: "", err: `the check run "x" is not one`, kind: nothing,
		},
		"check run that was skipped": {name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "neutral", "app": {"slug": "cloudflare-pages"}}}`, url: "", err: "the host did not deploy", kind: no},
		"check run that waits":       {name: "check_run", event: `{"check_run": {"status": "queued", "conclusion": null, "app": {"slug": "cloudflare-pages"}}}`, url: "", err: `"queued"`, kind: waiting},
		"wrong types":                {name: "deployment_status", event: `{"repository": 1, "deployment": [], "check_run": {"output": 1}, "deployment_status": {"state": "success", "environment": {}, "environment_url": "https://p.test"}}`, url: "https://p.test", err: "", kind: ""},
		"a number for a state":       {name: "deployment_status", event: `{"deployment_status": {"state": 7, "environment_url": "https://p.test"}}`, url: "", err: "has no state, which is unknown", kind: no},
		"a list":                     {name: "deployment_status", event: `[]`, url: "", err: "could not parse the file in GITHUB_EVENT_PATH", kind: "error: "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := New([]byte(tt.event), variables(tt.name, "GITHUB_SERVER_URL", "https://forge.test:8443"))
			got, ok, err := e.Site("")
			if got != tt.url || ok != (tt.url != "" || tt.err != "") || (err != nil) != (tt.err != "") {
				t.Fatalf("got %q, %v, %v, want %q, %q", got, ok, err, tt.url, tt.err)
			}
			if err == nil {
				return
			}
			if !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got error %q, want %q", err, tt.err)
			}
			if kind := siteOf(&e); !strings.HasPrefix(kind, tt.kind) {
				t.Errorf("got %q, want the kind %q", kind, tt.kind)
			}
		})
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	const deployed = `{"deployment": {"environment": "Preview – docs"}, "deployment_status": {"state": "success", "environment_url": "https://p.test"}}`
	const dispatched = `{"action": "vercel.deployment.success", "client_payload": {"url": "https://p.test", "environment": "preview", "project": {"name": "docs"}}}`
	const status = `{"state": "success", "context": "guacbot/preview", "target_url": "https://p.test"}`
	const check = `{"check_run": {"name": "Deploy Preview", "status": "completed", "conclusion": "success", "details_url": "https://p.test", "app": {"slug": "github-actions"}}}`
	tests := map[string]struct {
		name, event string
		environment config.NamePattern
		skipped     string // what the error says
	}{
		"all":                     {name: "deployment_status", event: deployed, environment: "", skipped: ""},
		"the whole name":          {name: "deployment_status", event: deployed, environment: "Preview – docs", skipped: ""},
		"a part of it":            {name: "deployment_status", event: deployed, environment: "Preview", skipped: `the deployment is for the environment "Preview – docs", and environment is "Preview"`},
		"a glob":                  {name: "deployment_status", event: deployed, environment: "preview*", skipped: ""},
		"an expression":           {name: "deployment_status", event: deployed, environment: "/^(staging|preview)/", skipped: ""},
		"another":                 {name: "deployment_status", event: deployed, environment: "Production*", skipped: `the deployment is for the environment "Preview – docs", and environment is "Production*"`},
		"a failed one":            {name: "deployment_status", event: strings.Replace(deployed, "success", "failure", 1), environment: "x", skipped: `the deployment is for`},
		"a pending one":           {name: "deployment_status", event: strings.Replace(deployed, "success", "pending", 1), environment: "x", skipped: `the deployment is for`},
		"a dispatch":              {name: "repository_dispatch", event: dispatched, environment: "Preview", skipped: ""},
		"a dispatch of a project": {name: "repository_dispatch", event: dispatched, environment: "Preview – docs", skipped: ""},
		"a dispatch of another":   {name: "repository_dispatch", event: dispatched, environment: "Preview – shop", skipped: `the deployment is for the environment "preview – docs", and environment is "Preview – shop"`},
		"no more than its name":   {name: "deployment_status", event: deployed, environment: "/^$/", skipped: "the deployment is for"},
		"a status that is named":  {name: "status", event: status, environment: "*/preview", skipped: ""},
		"another status":          {name: "status", event: status, environment: "other/*", skipped: `the commit status is "guacbot/preview", and environment is "other/*"`},
		"a run that is named":     {name: "check_run", event: check, environment: "deploy preview", skipped: ""},
		"another run":             {name: "check_run", event: check, environment: "lint", skipped: `the check run is "Deploy Preview", and environment is "lint"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := New([]byte(tt.event), variables(tt.name))
			address, deployed, err := e.Site(tt.environment)
			if selected := e.Select(tt.environment); (selected == nil) != (tt.skipped == "") || tt.skipped != "" && selected.Error() != err.Error() {
				t.Errorf("Select: got %v, and Site %v", selected, err)
			}
			if tt.skipped == "" {
				if address != "https://p.test" || !deployed || err != nil {
					t.Errorf("got %q, %v, %v", address, deployed, err)
				}
				return
			}
			var skipped *NothingError
			if address != "" || !deployed || !errors.As(err, &skipped) || skipped.IsEarly || !strings.Contains(err.Error(), tt.skipped) {
				t.Errorf("got %q, %v, %v, want %q", address, deployed, err, tt.skipped)
			}
		})
	}
}

// A name that is not known is no reason to pass without a check.
func TestSelectWithoutAName(t *testing.T) {
	t.Parallel()
	e := New([]byte(`{"deployment_status": {"state": "success", "environment_url": "https://p.test"}}`), variables("deployment_status"))
	const want = `the event deployment_status names no environment, and environment is "Preview"`
	if err := e.Select("Preview"); !errors.As(err, new(*SiteError)) || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	e = New([]byte(`{`), variables("deployment_status"))
	if err := e.Select("Preview"); !errors.As(err, new(*PayloadError)) {
		t.Errorf("got %v", err)
	}
	if err := e.Select(""); err != nil {
		t.Errorf("got %v", err)
	}
}

// An event whose payload cannot be read is about no deployment only where it never is.
func TestPayloadsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	damaged := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(damaged, []byte(`{"deployment_status": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, maxPayload+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{damaged: "could not parse the file in ", damaged + ".none": "could not read the file in ", large: "too large"} {
		for _, name := range []string{"deployment_status", "repository_dispatch", "status", "check_run"} {
			e := Read(variables(name, "GITHUB_EVENT_PATH", path))
			got, ok, err := e.Site("")
			if got != "" || !ok || !errors.As(err, new(*PayloadError)) || !strings.Contains(err.Error(), want) || e.Commit != "" {
				t.Errorf("%s: got %q, %v, %v and the commit %q", name, got, ok, err, e.Commit)
			}
		}
		for name, commit := range map[string]string{"push": ofRun, "pull_request": "", "schedule": ofRun} {
			e := Read(variables(name, "GITHUB_EVENT_PATH", path))
			if got, ok, err := e.Site(""); got != "" || ok || err != nil || e.Commit != commit {
				t.Errorf("%s: got %q, %v, %v and the commit %q", name, got, ok, err, e.Commit)
			}
		}
	}
}

func TestNoWorkflow(t *testing.T) {
	t.Parallel()
	e := Read(variables("deployment_status", "GITHUB_ACTIONS", "", "GITHUB_EVENT_PATH", "none"))
	if e != (Event{}) || siteOf(&e) != "" {
		t.Errorf("got %+v", e)
	}
}
