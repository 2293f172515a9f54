//go:build unix

package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// waits prepares a run for an event that waits for a host that never answers, and starts
// it. The empty event has no payload.
func waits(t *testing.T, event, payload string) *published {
	t.Helper()
	p := publishing(t, 1, "--publish=status", "--allow-private", "--retries=0", "--timeout=10m")
	if event != "" {
		p.fill(t, "event.json", payload)
		p.Env = append(p.Env, "GITHUB_EVENT_NAME="+event, "GITHUB_EVENT_PATH="+p.file("event.json"))
	}
	s := newSilent(t)
	p.fill(t, "site/index.html", "<!doctype html><title>a</title><a href="+s.url+">a</a>")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	select {
	case <-s.asked:
	case <-time.After(time.Minute):
		t.Fatal("the link was never requested")
	}
	return p
}

const pendingOnly = "linkvet: pending: checking the links"

// TestACancelledRunEndsItsStatus sends the signal of a workflow that is cancelled.
func TestACancelledRunEndsItsStatus(t *testing.T) {
	t.Parallel()
	p := waits(t, "", "")
	if diff := cmp.Diff([]string{pendingOnly}, p.states()); diff != "" {
		t.Errorf("while it runs (-want +got):\n%s", diff)
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	if got := p.ProcessState.ExitCode(); got != 3 {
		t.Errorf("exit status %d", got)
	}
	// A run that ends quickly sets its last status before the one of the signal is sent.
	got := p.states()
	if len(got) < 2 {
		t.Errorf("got %q", got)
	}
	for _, state := range got[1:] {
		if !strings.HasPrefix(state, "linkvet: error: ") || !strings.Contains(state, "the run was ended early") && !strings.Contains(state, "the run ended early") {
			t.Errorf("got %q", got)
		}
	}
}

// post runs the end of the job after a run, with the state that the run kept.
func (p *published) post(t *testing.T) (exit int, out string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "linkvet-post")
	cmd.Dir, cmd.Env = p.dir, p.Env
	for line := range strings.Lines(p.read("state.txt")) {
		cmd.Env = append(cmd.Env, "STATE_"+strings.TrimSuffix(line, "\n"))
	}
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// TestAKilledRunDoesNotStayPending kills a run, which then can do nothing itself.
func TestAKilledRunDoesNotStayPending(t *testing.T) {
	t.Parallel()
	p := waits(t, "", "")
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	if diff := cmp.Diff([]string{pendingOnly}, p.states()); diff != "" {
		t.Errorf("after the kill (-want +got):\n%s", diff)
	}
	exit, out := p.post(t)
	if exit != 0 || out != "linkvet: the run was killed: the commit status \"linkvet\" is an error now\n" {
		t.Errorf("exit status %d: %s", exit, out)
	}
	want := []string{pendingOnly, "linkvet: error: the run was killed"}
	if diff := cmp.Diff(want, p.states()); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	if status := p.server.Statuses(head)[1]; !strings.HasSuffix(status.TargetURL, "/actions/runs/42") {
		t.Errorf("the status leads to %q", status.TargetURL)
	}
	// Once more changes nothing.
	if exit, out := p.post(t); exit != 0 || out != "" || len(p.states()) != 2 {
		t.Errorf("exit status %d, %q: %s", exit, p.states(), out)
	}
}

// TestTheEndOfTheJobShowsNamesAsText kills a run for a check run whose name is a command
// for the runner.
func TestTheEndOfTheJobShowsNamesAsText(t *testing.T) {
	t.Parallel()
	p := waits(t, "check_run", `{"check_run":{"name":"##[error]x","head_sha":"`+head+`","status":"completed","conclusion":"success"}}`)
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	exit, out := p.post(t)
	if exit != 0 || !strings.Contains(out, `the commit status "linkvet (##\[error]x)" is an error now`) {
		t.Errorf("exit status %d: %s", exit, out)
	}
}

// TestTheEndOfTheJobLeavesOtherStatusesAlone covers all but a killed run.
func TestTheEndOfTheJobLeavesOtherStatusesAlone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args    []string
		prepare func(*published)
		after   func(*testing.T, *published)
		exit    int
		out     string
		states  int
	}{
		"a run that ended":              {args: []string{"--publish=status"}, states: 2},
		"a run that publishes nothing":  {},
		"a run that could not start":    {args: []string{"--publish=status", "--fail-on=some"}, states: 1},
		"a run with a read-only token":  {args: []string{"--publish=status"}, prepare: func(p *published) { p.server.Permit("statuses", "read") }},
		"a state that is not ours":      {after: func(t *testing.T, p *published) { p.fill(t, "state.txt", "pending_status={}\n") }, exit: 3, out: "could not read the state of the step: it has no commit"},
		"a state that is no JSON":       {after: func(t *testing.T, p *published) { p.fill(t, "state.txt", "pending_status=x\n") }, exit: 3, out: "could not read the state of the step"},
		"a token that became read-only": {args: []string{"--publish=status"}, after: func(_ *testing.T, p *published) { p.server.Permit("statuses", "none") }, exit: 3, states: 2, out: "the token needs `permissions: statuses: write`"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := publishing(t, 0, test.args...)
			if test.prepare != nil {
				test.prepare(p)
			}
			p.end(t)
			if test.after != nil {
				test.after(t, p)
			}
			exit, out := p.post(t)
			if exit != test.exit || !strings.Contains(out, test.out) || (out == "") != (test.out == "") {
				t.Errorf("exit status %d: %s", exit, out)
			}
			if got := p.states(); len(got) != test.states {
				t.Errorf("got %q, want %d statuses", got, test.states)
			}
		})
	}
}

// TestALaterRunKeepsItsPendingStatus has another run begin on the commit of a killed one.
func TestALaterRunKeepsItsPendingStatus(t *testing.T) {
	t.Parallel()
	first := waits(t, "", "")
	_ = first.Process.Kill()
	_ = first.Wait()
	second := publishing(t, 0, "--publish=status")
	second.server = first.server
	second.Env = append(second.Env, first.server.Environ()...)
	if got := second.end(t); got != 0 {
		t.Errorf("exit status %d: %s", got, &second.out)
	}
	if exit, out := first.post(t); exit != 0 || out != "" {
		t.Errorf("exit status %d: %s", exit, out)
	}
	if got := first.states(); len(got) != 3 || !strings.Contains(got[2], "success") {
		t.Errorf("got %q", got)
	}
}

// TestASlowServerDelaysNoReport ends a run while GitHub answers nothing.
func TestASlowServerDelaysNoReport(t *testing.T) {
	t.Parallel()
	asked, once := make(chan struct{}), sync.Once{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// A server notices that a client has gone only after it has read the body.
		_, _ = io.Copy(io.Discard, r.Body)
		once.Do(func() { close(asked) })
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	p := publishing(t, 1, "--publish=status", "--report=json=links.json")
	p.Env = append(p.Env, "GITHUB_API_URL="+server.URL)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	if got := p.ProcessState.ExitCode(); got != 3 {
		t.Errorf("exit status %d", got)
	}
	if got := p.read("links.json"); !strings.Contains(got, `"complete": false`) {
		t.Errorf("links.json: %s\n%s", got, &p.out)
	}
}
