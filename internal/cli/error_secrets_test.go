package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// A run that cannot start has no settings yet that would tell what is secret.
func TestErrorsOfTheCallShowNoSecret(t *testing.T) {
	t.Parallel()
	const token, password = "s3cr3t-t0k3n", "pw@2026!-long"
	// Each quotes a secret in a message of its own.
	for name, call := range map[string]struct{ args, environ []string }{
		"no such setting":       {args: []string{"--header=X-Token: " + token, "--" + token + "=1", "public"}},
		"no directory":          {args: []string{"--header", "X-Token: " + token, token + "/public"}},
		"no URL":                {args: []string{"http://robot:pw%402026!-long@[host/"}},
		"no number":             {args: []string{"--header=X-Token: " + token, "--retries=" + strings.ToUpper(token), "public"}},
		"no host":               {args: []string{"--site-url=https://robot:pw%402026!-long@a.test:x/", "public"}},
		"no baseline":           {args: []string{"--baseline=" + token, "--header=Authorization: Bearer " + token, "."}},
		"input":                 {environ: []string{"INPUT_HEADER=X: y\nX-Token: " + token, "INPUT_TARGET=" + token}},
		"the token":             {args: []string{token}, environ: []string{"GITHUB_TOKEN=" + token}},
		"two targets":           {args: []string{"public", "ftp://robot:pw%402026!-long@a.test/"}},
		"no scheme of a site":   {args: []string{"ftp://robot:pw%402026!-long@a.test/"}},
		"a header without name": {args: []string{"--header=" + token, "--header=X-Token: " + token, "--jobs=" + token}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, workflow := range []bool{false, true} {
				dir := t.TempDir()
				environ := call.environ
				if workflow {
					environ = append([]string{"GITHUB_ACTIONS=true", "GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary")}, environ...)
				}
				var stdout, stderr bytes.Buffer
				status := cli.Run(t.Context(), cli.Process{Version: "test", Args: call.args, Environ: environ, Stdout: &stdout, Stderr: &stderr})
				if status != 2 {
					t.Errorf("exit status %d: %s", status, stderr.String())
				}
				outputs := written(t, dir, map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr})
				if workflow && len(outputs["summary"]) == 0 {
					t.Error("there is no summary")
				}
				for output, text := range outputs {
					if found := leaks(text, []string{token, password}); len(found) > 0 {
						t.Errorf("%s: %s", output, strings.Join(found, "\n\t"))
					}
				}
			}
		})
	}
}

func TestReportThatCannotBeWrittenShowsNoSecret(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<a href=x>"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := cli.Run(t.Context(), cli.Process{
		Version: "test", Stdout: &stdout, Stderr: &stderr,
		Args: []string{"--external=false", "--header=X-Token: " + token, "--report=json=" + filepath.Join(dir, "index.html", token), "--report=text=" + filepath.Join(dir, "text"), dir},
	})
	if status != livetest.Incomplete {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
	for output, text := range written(t, dir, map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr}) {
		if found := leaks(text, []string{token}); len(found) > 0 {
			t.Errorf("%s: %s", output, strings.Join(found, "\n\t"))
		}
	}
}
