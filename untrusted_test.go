package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// events are those of GitHub that run workflows on what may be a stranger's checkout,
// and some on which it rarely is.
var events = []string{
	"check_run", "deployment_status", "issue_comment", "merge_group", "pull_request", "pull_request_review", "pull_request_target",
	"push", "release", "repository_dispatch", "schedule", "status", "workflow_dispatch", "workflow_run",
}

// recorder is a server on a loopback port that keeps the header fields of what it
// is asked.
type recorder struct {
	*httptest.Server
	mu   sync.Mutex
	seen []http.Header
}

func record(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		r.seen = append(r.seen, req.Header.Clone())
		r.mu.Unlock()
		page(w, `<a href="/">home</a> <p>Welcome to the server of a stranger, which has words enough.</p>`)
	}))
	t.Cleanup(r.Close)
	return r
}

// fields returns the values of a header field, one for each request.
func (r *recorder) fields(name string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var values []string
	for _, h := range r.seen {
		values = append(values, h.Get(name))
	}
	return values
}

// untrustedCase is a run on the checkout of a stranger, in which $SERVER stands for the
// origin of a server on the loopback interface.
type untrustedCase struct {
	// file is .linkvet.yml, and page the start page of the directory site.
	file, page string
	inputs     []string
	status     int
	// says is what the run says, and never what it must not.
	says, never string
	// token is the X-Token of each request; with unasked there is no request.
	token   string
	unasked bool
}

// secret is the header of an input.
const secret = "INPUT_HEADER=X-Token: s3cr3t-of-the-build"

var untrustedCases = map[string]untrustedCase{
	"the file chooses where a secret goes": {
		file: "target: $SERVER/", inputs: []string{secret, "INPUT_ALLOW-PRIVATE=true"},
		status: 2, unasked: true, never: "s3cr3t",
		says: "linkvet: .linkvet.yml:1: target: must not decide which site gets the secret header; set target as an input, too",
	},
	"the file chooses where a secret goes from a directory": {
		file: "site-url: $SERVER/docs/", page: `<a href="$SERVER/">x</a>`,
		inputs: []string{secret, "INPUT_ALLOW-PRIVATE=true", "INPUT_TARGET=site"},
		status: 2, unasked: true, never: "s3cr3t",
		says: "linkvet: .linkvet.yml:1: site-url: must not decide which site gets the secret header; set site-url as an input, too",
	},
	"the file chooses a private site": {
		file: "target: $SERVER/", status: 3, unasked: true,
		says: "not a public address; .linkvet.yml:1: target must not lead to a private address in a workflow run; set target as an input",
	},
	"the file chooses this machine by name": {
		file: "target: http://site.localhost:1/", status: 3, unasked: true,
		says: ".linkvet.yml:1: target must not lead to a private address in a workflow run; set target as an input",
	},
	"the file chooses the private place of a directory": {
		file: "site-url: $SERVER/docs/", page: `<a href="$SERVER/">x</a>`, inputs: []string{"INPUT_TARGET=site"},
		status: 0, unasked: true, says: "1 private-address",
	},
	"the file opens private addresses": {
		file: "allow-private: true", page: `<a href="$SERVER/">x</a>`, inputs: []string{"INPUT_TARGET=site"},
		status: 0, unasked: true,
		says: "note: allow-private in .linkvet.yml is ignored in a workflow run; set it as an input",
	},
	"the file sends a header of its own": {
		file: "target: $SERVER/\nheader: 'X-Token: its-own-business'", inputs: []string{"INPUT_ALLOW-PRIVATE=true"},
		status: 0, token: "its-own-business", never: "add-mask",
		says: "note: settings from .linkvet.yml: target, header",
	},
	"the file names another sender": {
		file: "user-agent: stranger", inputs: []string{"INPUT_TARGET=$SERVER/", secret},
		status: 0, token: "s3cr3t-of-the-build",
		says: "note: user-agent in .linkvet.yml is ignored in a workflow run; set it as an input",
	},
	"the file has a login": {
		file:   "target: http://me:e@$HOST/",
		inputs: []string{"INPUT_ALLOW-PRIVATE=true"}, status: 0, never: "add-mask",
	},
	"the workflow chooses where its secret goes": {
		file: "target: http://never.invalid/\nallow-private: true\nfragments: all", inputs: []string{"INPUT_TARGET=$SERVER/", secret},
		status: 0, token: "s3cr3t-of-the-build",
		says: "note: settings from .linkvet.yml: fragments",
	},
}

// TestTheFileNarrows plays each case in a run of each event: who may have changed the
// checkout cannot be told by the event.
func TestTheFileNarrows(t *testing.T) {
	t.Parallel()
	for name, c := range untrustedCases {
		for _, event := range events {
			t.Run(name+"/"+event, func(t *testing.T) {
				t.Parallel()
				c.play(t, event)
			})
		}
	}
}

func (c untrustedCase) play(t *testing.T, event string) {
	t.Helper()
	server, dir := record(t), t.TempDir()
	fill := func(s string) string {
		return strings.NewReplacer("$SERVER", server.URL, "$HOST", strings.TrimPrefix(server.URL, "http://")).Replace(s)
	}
	put(t, dir, ".linkvet.yml", fill(c.file))
	put(t, dir, "site/index.html", "<!doctype html>\n"+fill(c.page))
	put(t, dir, "event.json", "{}")
	environ := []string{
		"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + event, "GITHUB_EVENT_PATH=" + filepath.Join(dir, "event.json"),
		"INPUT_REPORT=json=report.json",
	}
	for _, input := range c.inputs {
		environ = append(environ, fill(input))
	}
	status, said := runIn(t, dir, environ)
	if status != c.status || !strings.Contains(said, c.says) {
		t.Errorf("exit status %d, want %d, and %q in:\n%s", status, c.status, c.says, said)
	}
	if c.never != "" && strings.Contains(strings.ReplaceAll(said, "::add-mask::s3cr3t-of-the-build", ""), c.never) {
		t.Errorf("it says %q:\n%s", c.never, said)
	}
	tokens := server.fields("X-Token")
	if c.unasked != (len(tokens) == 0) {
		t.Errorf("%d requests", len(tokens))
	}
	if slices.ContainsFunc(tokens, func(token string) bool { return token != c.token }) {
		t.Errorf("X-Token is %q, want %q", tokens, c.token)
	}
	if slices.ContainsFunc(server.fields("User-Agent"), func(agent string) bool { return !strings.HasPrefix(agent, "linkvet/") }) {
		t.Errorf("User-Agent is %q", server.fields("User-Agent"))
	}
	if c.status != 2 {
		var report link.Report
		data, err := os.ReadFile(filepath.Join(dir, "report.json"))
		if err := errors.Join(err, json.Unmarshal(data, &report)); err != nil || report.Complete != (c.status != 3) {
			t.Errorf("complete is %v, %v", report.Complete, err)
		}
	}
}

// runIn runs the program in a directory and returns its exit status and all that it
// says.
func runIn(t *testing.T, dir string, environ []string, args ...string) (status int, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "linkvet", args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}, environ...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
