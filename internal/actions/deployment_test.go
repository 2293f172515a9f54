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
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://p.test/x", "target_url": "https://t.test"}}`,
			"https://p.test/x", "", "",
		},
		"pages of an enterprise": {
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/pages/octo/actions/runs/"}}`,
			"https://forge.test:8443/pages/octo/actions/runs/", "", "",
		},
		"queued":      {"deployment_status", `{"deployment_status": {"state": "queued"}}`, "", `the event deployment_status has the state "queued"`, pending},
		"pending":     {"deployment_status", `{"deployment_status": {"state": "pending"}}`, "", `the state "pending"; the environment_url comes with the state "success"`, pending},
		"in progress": {"deployment_status", `{"deployment_status": {"state": "in_progress", "environment_url": "https://p.test"}}`, "", `"in_progress"`, pending},
		"waiting":     {"deployment_status", `{"deployment_status": {"state": "waiting"}}`, "", `"waiting"`, pending},
		"failure": {
			"deployment_status", `{"deployment_status": {"state": "failure", "environment_url": "https://p.test"}}`,
			"", `the event deployment_status has the state "failure"; the deployment failed, so its environment_url is not checked`, nothing,
		},
		"error":    {"deployment_status", `{"deployment_status": {"state": "error"}}`, "", `the state "error"; the deployment failed`, nothing},
		"inactive": {"deployment_status", `{"deployment_status": {"state": "inactive"}}`, "", `the state "inactive"; a newer deployment replaced`, nothing},
		"unknown":  {"deployment_status", `{"deployment_status": {"state": "Success"}}`, "", `the state "Success", which is unknown`, nothing},
		"hostile": {
			"deployment_status", `{"deployment_status": {"state": "x\n::error::y\u001b[2J"}}`,
			"", `the state "x\n::error::y\u001b[2J", which is unknown`, nothing,
		},
		"no address": {
			"deployment_status", `{"deployment_status": {"state": "success"}}`,
			"", `the event deployment_status has the state "success" and no environment_url`, nothing,
		},
		"nulls": {"deployment_status", `{"deployment_status": {"state": "success", "environment_url": null, "target_url": null}}`, "", "no environment_url", nothing},
		"only where the log is": {
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "", "target_url": "https://t.test", "log_url": "https://t.test"}}`,
			"", "no environment_url", nothing,
		},
		"a log on the forge": {
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://GitHub.com/o/r/actions/runs/1"}}`,
			"", "which is the log of a job", nothing,
		},
		"an older log": {"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://github.com/o/r/runs/1?a=b"}}`, "", "which is the log", nothing},
		"a log on the own forge": {
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://forge.test:8443/o/r/actions"}}`,
			"", "which is the log", nothing,
		},
		"not the web": {
			"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "javascript:alert(1)"}}`,
			"", `the environment_url "javascript:alert(1)", which is not an http or https URL`, nothing,
		},
		"control":          {"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "https://p.test/\n::error::"}}`, "", `\n::error::", which is not`, nothing},
		"user info":        {"deployment_status", `{"deployment_status": {"state": "success", "environment_url": "ftp://u:hunter2@p.test/"}}`, "", "which is not", nothing},
		"no status at all": {"deployment_status", `{}`, "", "the event deployment_status has no state, which is unknown", nothing},
		"dispatched": {
			"repository_dispatch", `{"action": "vercel.deployment.success", "client_payload": {"url": "https://p.test", "state": {"type": "success"}}}`,
			"https://p.test", "", "",
		},
		"dispatched and pending": {
			"repository_dispatch", `{"action": "vercel.deployment.pending", "client_payload": {"url": "https://p.test"}}`,
			"", `the event repository_dispatch has the state "vercel.deployment.pending"; the client_payload.url comes with the state "vercel.deployment.success"`, pending,
		},
		"dispatched and failed":  {"repository_dispatch", `{"action": "vercel.deployment.failed"}`, "", "the deployment failed, so its client_payload.url is not checked", nothing},
		"dispatched and skipped": {"repository_dispatch", `{"action": "vercel.deployment.skipped"}`, "", "the host did not deploy", nothing},
		"dispatched nowhere":     {"repository_dispatch", `{"action": "vercel.deployment.ready", "client_payload": {}}`, "", "and no client_payload.url", nothing},
		"dispatched by others":   {"repository_dispatch", `{"action": "deploy", "client_payload": {"url": ["https://p.test"]}}`, "", "", ""},
		"state of the other event": {
			"deployment_status", `{"deployment_status": {"state": "canceled"}}`, "", "the host did not deploy", nothing,
		},
		"another event": {"push", `{"deployment_status": {"state": "success", "environment_url": "https://p.test"}}`, "", "", ""},
		"no event":      {"", `{`, "", "", ""},
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
