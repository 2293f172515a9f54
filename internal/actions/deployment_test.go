package actions

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDeploymentURL(t *testing.T) {
	t.Parallel()
	const pending, nothing = "pending", "nothing"
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
		"queued":      {name: "deployment_status", event: `{"deployment_status": {"state": "queued"}}`, url: "", err: `the event deployment_status has the state "queued"`, kind: pending},
		"pending":     {name: "deployment_status", event: `{"deployment_status": {"state": "pending"}}`, url: "", err: `the state "pending"; the environment_url comes with the state "success"`, kind: pending},
		"in progress": {name: "deployment_status", event: `{"deployment_status": {"state": "in_progress", "environment_url": "https://p.test"}}`, url: "", err: `"in_progress"`, kind: pending},
		"waiting":     {name: "deployment_status", event: `{"deployment_status": {"state": "waiting"}}`, url: "", err: `"waiting"`, kind: pending},
		"failure": {
			name: "deployment_status", event: `{"deployment_status": {"state": "failure", "environment_url": "https://p.test"}}`,
			url: "", err: `the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`, kind: nothing,
		},
		"error":    {name: "deployment_status", event: `{"deployment_status": {"state": "error"}}`, url: "", err: `the state "error"; the deployment failed`, kind: nothing},
		"inactive": {name: "deployment_status", event: `{"deployment_status": {"state": "inactive"}}`, url: "", err: `the state "inactive"; a newer deployment replaced`, kind: nothing},
		"unknown":  {name: "deployment_status", event: `{"deployment_status": {"state": "Success"}}`, url: "", err: `the state "Success", which is unknown`, kind: nothing},
		"hostile": {
			name: "deployment_status", event: `{"deployment_status": {"state": "x\n::error::y\u001b[2J"}}`,
			url: "", err: `the state "x\n::error::y\u001b[2J", which is unknown`, kind: nothing,
		},
		"no address": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success"}}`,
			url: "", err: `the event deployment_status has the state "success" and no environment_url`, kind: nothing,
		},
		"nulls": {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": null, "target_url": null}}`, url: "", err: "no environment_url", kind: nothing},
		"only where the log is": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "", "target_url": "https://t.test", "log_url": "https://t.test"}}`,
			url: "", err: "no environment_url", kind: nothing,
		},
		"a log on the forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://GitHub.com/o/r/actions/runs/1"}}`,
			url: "", err: "which is the log of a job", kind: nothing,
		},
		"an older log": {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://github.com/o/r/runs/1?a=b"}}`, url: "", err: "which is the log", kind: nothing},
		"a log on the own forge": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/o/r/actions"}}`,
			url: "", err: "which is the log", kind: nothing,
		},
		"not the web": {
			name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "javascript:alert(1)"}}`,
			url: "", err: `the environment_url "javascript:alert(1)", which is not an http or https URL`, kind: nothing,
		},
		"control":          {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "https://p.test/\n::error::"}}`, url: "", err: `\n::error::", which is not`, kind: nothing},
		"user info":        {name: "deployment_status", event: `{"deployment_status": {"state": "success", "environment_url": "ftp://u:hunter2@p.test/"}}`, url: "", err: "which is not", kind: nothing},
		"no status at all": {name: "deployment_status", event: `{}`, url: "", err: "the event deployment_status has no state, which is unknown", kind: nothing},
		"dispatched": {
			name: "repository_dispatch", event: `{"action": "vercel.deployment.success", "client_payload": {"url": "https://p.test", "state": {"type": "success"}}}`,
			url: "https://p.test", err: "", kind: "",
		},
		"dispatched and pending": {
			name: "repository_dispatch", event: `{"action": "vercel.deployment.pending", "client_payload": {"url": "https://p.test"}}`,
			url: "", err: `the event repository_dispatch has the state "vercel.deployment.pending"; the client_payload.url comes with the state "vercel.deployment.success"`, kind: pending,
		},
		"dispatched and failed":  {name: "repository_dispatch", event: `{"action": "vercel.deployment.failed"}`, url: "", err: "the deployment failed, so its client_payload.url is not checked", kind: nothing},
		"dispatched and skipped": {name: "repository_dispatch", event: `{"action": "vercel.deployment.skipped"}`, url: "", err: "the host did not deploy", kind: nothing},
		"dispatched nowhere":     {name: "repository_dispatch", event: `{"action": "vercel.deployment.ready", "client_payload": {}}`, url: "", err: "and no client_payload.url", kind: nothing},
		"dispatched by others":   {name: "repository_dispatch", event: `{"action": "deploy", "client_payload": {"url": ["https://p.test"]}}`, url: "", err: "", kind: ""},
		"state of the other event": {
			name: "deployment_status", event: `{"deployment_status": {"state": "canceled"}}`, url: "", err: "the host did not deploy", kind: nothing,
		},
		"another event": {name: "push", event: `{"deployment_status": {"state": "success", "environment_url": "https://p.test"}}`, url: "", err: "", kind: ""},
		"no event":      {name: "", event: `{`, url: "", err: "", kind: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "event.json")
			if err := os.WriteFile(file, []byte(tt.event), 0o644); err != nil {
				t.Fatal(err)
			}
			w := New(env("GITHUB_EVENT_NAME", tt.name, "GITHUB_EVENT_PATH", file, "GITHUB_SERVER_URL", "https://forge.test:8443"), io.Discard)
			got, ok, err := w.DeploymentURL()
			if got != tt.url || ok != (tt.url != "" || tt.err != "") || (err != nil) != (tt.err != "") {
				t.Fatalf("got %q, %v, %v, want %q, %q", got, ok, err, tt.url, tt.err)
			}
			if err == nil {
				return
			}
			if !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got error %q, want %q", err, tt.err)
			}
			if errors.As(err, new(*PendingError)) != (tt.kind == pending) || errors.As(err, new(*DeploymentError)) != (tt.kind == nothing) {
				t.Errorf("got a %T, want one of kind %s", err, tt.kind)
			}
		})
	}
}

// TestRecordedDeployments reads payloads in the form in which the forge sends them.
func TestRecordedDeployments(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"pages_in_progress.json": "pending: in_progress",
		"preview_success.json":   "https://site-git-change-team.preview.test",
		"job_success.json":       `nothing: the event deployment_status has the state "success" and no environment_url`,
		"preview_failure.json":   `nothing: the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`,
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "deployment_status", file)
			got, _, err := New(env("GITHUB_EVENT_NAME", "deployment_status", "GITHUB_EVENT_PATH", path), io.Discard).DeploymentURL()
			var goesOn *PendingError
			if errors.As(err, &goesOn) {
				got = "pending: " + goesOn.deployment.state
			} else if err != nil {
				got = "nothing: " + err.Error()
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestDeploymentURLErrors(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, []byte(`{"deployment_status": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	for verb, path := range map[string]string{"parse": file, "read": file + ".none"} {
		got, ok, err := New(env("GITHUB_EVENT_NAME", "deployment_status", "GITHUB_EVENT_PATH", path), io.Discard).DeploymentURL()
		var e *FileError
		if got != "" || !ok || !errors.As(err, &e) || e.Verb != verb || e.Variable != "GITHUB_EVENT_PATH" || !strings.HasPrefix(err.Error(), "could not "+verb) {
			t.Errorf("%s: got %q, %v, %v", verb, got, ok, err)
		}
	}
}
