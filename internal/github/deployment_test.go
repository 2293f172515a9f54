package github

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
		"queued": {name: "deployment_status", event: `{"deployment_status": {"state": "queued"}}`, url: "", err: `the event deployment_status has the state "queued"`, kind: waiting},
		"failure": {
			name: "deployment_status", event: `{"deployment_status": {"state": "failure", "environment_url": "https://p.test"}}`,
			url: "", err: `the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`, kind: no,
		},
		"inactive": {name: "deployment_status", event: `{"deployment_status": {"state": "inactive"}}`, url: "", err: `the state "inactive"; a newer deployment replaced`, kind: no},
		"unknown":  {name: "deployment_status", event: `{"deployment_status": {"state": "Success"}}`, url: "", err: `the state "Success", which is unknown`, kind: no},
		"a log on the forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://GitHub.com/o/r/actions/runs/1"}}`,
			url: "", err: "which is a dashboard", kind: no,
		},
		"a log on the own forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/o/r/actions"}}`,
			url: "", err: "which is a dashboard", kind: no,
		},
		"not the web": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "javascript:alert(1)"}}`,
			url: "", err: `the environment_url "javascript:alert(1)", which is not an http or https URL`, kind: no,
		},
		"user info":          {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "ftp://u:hunter2@p.test/"}}`, url: "", err: "which is not", kind: no},
		"no status at all":   {name: "deployment_status", event: `{}`, url: "", err: "the event deployment_status has no state, which is unknown", kind: no},
		"dispatched nowhere": {name: "repository_dispatch", event: `{"action": "vercel.deployment.ready", "client_payload": {}}`, url: "", err: "and no client_payload.url", kind: no},
		"status of an old site": {
			name: "status", event: `{"state": "success", "context": "deploy/netlify", "target_url": "https://deploy-preview-1--a.test/"}`,
			url: "https://deploy-preview-1--a.test/", err: "", kind: "",
		},
		"status with a bad name": {name: "status", event: `{"state": "success", "context": "a\n::error::b", "target_url": "https://a.test/"}`, url: "", err: `the commit status "a\n::error::b" is not one`, kind: nothing},
		"preview on a branch": {
			name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-pages"}, "output": {"summary": "<a href='https://pages.dev'> <a href='https://b.site.pages.dev'>x</a>"}}}`,
			url: "https://b.site.pages.dev", err: "", kind: "",
		},
		"preview of a worker": {
			name: "check_run", event: `{"check_run": {"status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-workers-and-pages"}, "output": {"summary": "https://site.octo.workers.dev https://0a1b2c3d-site.octo.workers.dev"}}}`,
			url: "https://0a1b2c3d-site.octo.workers.dev", err: "", kind: "",
		},
		"app with another name": {
			name: "check_run", event: `{"check_run": {"name": "x", "status": "completed", "conclusion": "success", "app": {"slug": "cloudflare-pages-2"}, "output": {"summary": "https://b.site.pages.dev"}}}`,
			url: "", err: `the check run "x" is not one`, kind: nothing,
		},
		"wrong types":          {name: "deployment_status", event: `{"repository": 1, "deployment": [], "check_run": {"output": 1}, "deployment_status": {"state": "success", "environment": {}, "environment_url": "https://p.test"}}`, url: "https://p.test", err: "", kind: ""},
		"a number for a state": {name: "deployment_status", event: `{"deployment_status": {"state": 7, "environment_url": "https://p.test"}}`, url: "", err: "has no state, which is unknown", kind: no},
		"a list":               {name: "deployment_status", event: `[]`, url: "", err: "could not parse the file in GITHUB_EVENT_PATH", kind: no},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEvent([]byte(tt.event), nil, variables(tt.name, "GITHUB_SERVER_URL", "https://forge.test:8443"))
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
		"the whole name":          {name: "deployment_status", event: deployed, environment: "Preview – docs", skipped: ""},
		"a glob":                  {name: "deployment_status", event: deployed, environment: "preview*", skipped: ""},
		"an expression":           {name: "deployment_status", event: deployed, environment: "/^(staging|preview)/", skipped: ""},
		"a failed one":            {name: "deployment_status", event: strings.Replace(deployed, "success", "failure", 1), environment: "x", skipped: `the environment is`},
		"a dispatch":              {name: "repository_dispatch", event: dispatched, environment: "Preview", skipped: ""},
		"a dispatch of a project": {name: "repository_dispatch", event: dispatched, environment: "Preview – docs", skipped: ""},
		"a status that is named":  {name: "status", event: status, environment: "*/preview", skipped: ""},
		"another status":          {name: "status", event: status, environment: "other/*", skipped: `the commit status is "guacbot/preview", and the setting environment is "other/*"`},
		"a run that is named":     {name: "check_run", event: check, environment: "deploy preview", skipped: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEvent([]byte(tt.event), nil, variables(tt.name))
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
	e := newEvent([]byte(`{"deployment_status": {"state": "success", "environment_url": "https://p.test"}}`), nil, variables("deployment_status"))
	const want = `the event deployment_status names no environment, and the setting environment is "Preview"`
	if err := e.Select("Preview"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	e = newEvent([]byte(`{`), nil, variables("deployment_status"))
	if err := e.Select("Preview"); err == nil || errors.As(err, new(*NothingError)) {
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
			e := ReadEvent(variables(name, "GITHUB_EVENT_PATH", path))
			got, ok, err := e.Site("")
			if got != "" || !ok || err == nil || errors.As(err, new(*NothingError)) || !strings.Contains(err.Error(), want) || e.Commit != "" {
				t.Errorf("%s: got %q, %v, %v and the commit %q", name, got, ok, err, e.Commit)
			}
		}
		for name, commit := range map[string]string{"push": ofRun, "pull_request": "", "schedule": ofRun} {
			e := ReadEvent(variables(name, "GITHUB_EVENT_PATH", path))
			if got, ok, err := e.Site(""); got != "" || ok || err != nil || e.Commit != commit {
				t.Errorf("%s: got %q, %v, %v and the commit %q", name, got, ok, err, e.Commit)
			}
		}
	}
}

func TestNoWorkflow(t *testing.T) {
	t.Parallel()
	e := ReadEvent(variables("deployment_status", "GITHUB_ACTIONS", "", "GITHUB_EVENT_PATH", "none"))
	if e != (Event{}) || siteOf(&e) != "" {
		t.Errorf("got %+v", e)
	}
}
