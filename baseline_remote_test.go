package main

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

// knownLines is a report baseline of the site of runWithBaseline.
const knownLines = "# linkvet.baseline/1\nnot-found /missing /\n"

// runWithBaseline runs the program over a site with one broken link, and returns its exit
// status and what it prints.
func runWithBaseline(t *testing.T, environ []string, args ...string) (status int, out string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "site", "index.html"), []byte(`<a href="missing">a</a>`), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "linkvet", append(args, "--retries=0", "site")...)
	cmd.Dir, cmd.Env = dir, append(environ, "PATH="+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0")
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// TestBaselineAtURL covers the answers to the request for a baseline.
func TestBaselineAtURL(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Header.Get("Authorization") != "" || req.Header.Get("X-Secret") != "" {
			t.Errorf("%s gets a secret", req.URL)
		}
		switch req.URL.Path {
		case "/known.txt":
			_, _ = w.Write([]byte(knownLines))
		case "/known.json":
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"schema":"linkvet.report/1","findings":[{"reason":"not-found","target":"/missing","occurrences":[{"page":"/"}]}]}`))
		case "/moved":
			http.Redirect(w, req, "/known.txt", http.StatusFound)
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<!doctype html><p>No report."))
		default:
			http.NotFound(w, req)
		}
	}))
	t.Cleanup(server.Close)
	for name, test := range map[string]struct {
		path, want string
		args       []string
		status     int
	}{
		"a baseline":        {path: "/known.txt?sig=secret", want: "Passed: 1 known broken", args: []string{"--allow-private"}},
		"a JSON report":     {path: "/known.json", want: "Passed: 1 known broken", args: []string{"--allow-private"}},
		"a redirect":        {path: "/moved", want: "Passed: 1 known broken", args: []string{"--allow-private"}},
		"headers":           {path: "/known.txt", want: "Passed: 1 known broken", args: []string{"--allow-private", "--header=X-Secret: s3cret-header", "--site-url=" + server.URL}},
		"a private address": {path: "/known.txt", want: `could not read the baseline "` + server.URL + `/known.txt": 127.0.0.1 is not a public address; to allow it, set --allow-private`, status: 2},
		"no file":           {path: "/none?sig=secret", want: `could not read the baseline "` + server.URL + `/none": the host answered with status 404`, args: []string{"--allow-private"}, status: 2},
		"a page":            {path: "/page", want: `/page": `, args: []string{"--allow-private"}, status: 2},
	} {
		environ := []string{"GITHUB_TOKEN=" + githubtest.Token}
		status, out := runWithBaseline(t, environ, append(test.args, "--baseline="+server.URL+test.path)...)
		if status != test.status || !strings.Contains(out, test.want) || strings.Contains(out, "sig=") || strings.Contains(out, "s3cret") {
			t.Errorf("%s: exit status %d, want %d with %q\n%s", name, status, test.status, test.want, out)
		}
	}
}

// zipped returns an archive with one file.
func zipped(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	out, err := w.Create(name)
	if err == nil {
		_, err = out.Write([]byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBaselineInArtifact covers the runs of a workflow, and what GitHub answers.
func TestBaselineInArtifact(t *testing.T) {
	t.Parallel()
	good := githubtest.Artifact{Name: "links", Archive: zipped(t, "known.txt", knownLines)}
	bad := githubtest.Artifact{Name: "links", Archive: zipped(t, "a", "hello")}
	empty := githubtest.Artifact{Name: "links", Archive: zipped(t, "known.txt", "# linkvet.baseline/1\n")}
	expired, denied := good, good
	expired.Expired, denied.Denied = true, true
	runOf := func(event, branch, conclusion string, isFork bool, artifacts ...githubtest.Artifact) githubtest.Run {
		return githubtest.Run{Workflow: "links.yml", Event: event, Branch: branch, Conclusion: conclusion, IsFork: isFork, Artifacts: artifacts}
	}
	const (
		passed  = "Passed: 1 known broken in site"
		none    = `note: there is no baseline yet, so all findings are new: no successful run of links.yml on main (for push, schedule or workflow_dispatch) has the artifact "links"; `
		problem = `could not read the baseline "artifact:links": `
	)
	for name, test := range map[string]struct {
		runs    []githubtest.Run // the oldest first
		prepare func(*githubtest.Server)
		environ []string
		status  int
		want    string
	}{
		"the last run":        {runs: []githubtest.Run{runOf("push", "main", "success", false, empty), runOf("push", "main", "success", false, good)}, want: passed},
		"the last with one":   {runs: []githubtest.Run{runOf("schedule", "main", "success", false, good), runOf("push", "main", "success", false)}, want: passed},
		"a failed run":        {runs: []githubtest.Run{runOf("push", "main", "success", false, good), runOf("push", "main", "failure", false, empty)}, want: passed},
		"another branch":      {runs: []githubtest.Run{runOf("push", "main", "success", false, good), runOf("push", "topic", "success", false, empty)}, want: passed},
		"a branch of a fork":  {runs: []githubtest.Run{runOf("push", "main", "success", false, empty), runOf("push", "main", "success", true, good)}, status: 1, want: "Failed: 1 broken"},
		"a pull request":      {runs: []githubtest.Run{runOf("push", "main", "success", false, empty), runOf("pull_request", "main", "success", false, good), runOf("workflow_run", "main", "success", false, good)}, status: 1, want: "Failed: 1 broken"},
		"an expired artifact": {runs: []githubtest.Run{runOf("workflow_dispatch", "main", "success", false, good), runOf("push", "main", "success", false, expired)}, want: passed},
		"no run":              {status: 1, want: none},
		"another workflow":    {runs: []githubtest.Run{{Workflow: "build.yml", Artifacts: []githubtest.Artifact{good}}}, status: 1, want: none},
		"no report":           {runs: []githubtest.Run{runOf("push", "main", "success", false, bad)}, status: 2, want: problem + "the artifact has no report baseline and no JSON report"},
		"storage refuses":     {runs: []githubtest.Run{runOf("push", "main", "success", false, denied)}, status: 2, want: problem + "the host answered with status 403"},
		"no permission":       {prepare: func(s *githubtest.Server) { s.Permit("actions", "none") }, status: 2, want: problem + "the token needs `permissions: actions: read`"},
		"no token":            {environ: []string{"GITHUB_TOKEN="}, status: 2, want: problem + "there is no token; set the environment variable GITHUB_TOKEN"},
		"no workflow":         {environ: []string{"GITHUB_WORKFLOW_REF="}, status: 2, want: problem + "artifacts are available only in a workflow run on GitHub; use a file or a URL"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := githubtest.Start(t)
			runs := githubtest.ServeRuns(server)
			for _, run := range test.runs {
				runs.Add(run)
			}
			if test.prepare != nil {
				test.prepare(server)
			}
			event := filepath.Join(t.TempDir(), "event.json")
			if err := os.WriteFile(event, []byte(`{"repository":{"full_name":"octo/site","default_branch":"main"},"ref":"refs/heads/main"}`), 0o644); err != nil {
				t.Fatal(err)
			}
			environ := append(server.Environ(), "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=push", "GITHUB_EVENT_PATH="+event, "GITHUB_SHA="+head,
				"GITHUB_WORKFLOW_REF="+githubtest.Repository+"/.github/workflows/links.yml@refs/heads/topic")
			file := filepath.Join(t.TempDir(), "known.txt")
			status, out := runWithBaseline(t, append(environ, test.environ...), "--baseline=artifact:links", "--allow-private", "--report=baseline="+file)
			// Where there is no baseline yet, the report lists all places: it is the first one.
			text, _ := os.ReadFile(file)
			if lists := strings.Contains(string(text), "\nnot-found /missing /\n"); lists != (status == 0 || test.want == none) {
				t.Errorf("exit status %d, and the report baseline is %q", status, text)
			}
			if status != test.status || !strings.Contains(out, test.want) {
				t.Errorf("exit status %d, want %d with %q\n%s", status, test.status, test.want, out)
			}
		})
	}
}
