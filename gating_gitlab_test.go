package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.yaml.in/yaml/v4"
)

// TestTheJobsOfGitLabRun runs the jobs of docs/gating/gitlab-pages.md that check links as
// GitLab's runner does: with its variables, on a site without and with a broken link.
func TestTheJobsOfGitLabRun(t *testing.T) {
	t.Parallel()
	var jobs map[string]any
	if err := yaml.Load([]byte(yamlBlock.FindStringSubmatch(read(t, "docs/gating/gitlab-pages.md"))[1]), &jobs); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"links", "preview-links"} {
		for want := range 2 {
			job, _ := jobs[name].(map[string]any)
			script, _ := job["script"].(string)
			preview := newHostedPreview(t, "https://octo.gitlab.io/site/mr-12/", want == 1)
			dir := t.TempDir()
			put(t, dir, "public/index.html", `<h1>Welcome</h1><a href="tea.html">Tea</a>`)
			if want == 0 {
				put(t, dir, "public/tea.html", "<h1>Tea</h1>")
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
			cmd.Dir = dir
			cmd.Env = []string{
				"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "CI=true", "GITLAB_CI=true", "CI_PAGES_URL=https://octo.gitlab.io/site",
				"CI_MERGE_REQUEST_IID=12", "CI_COMMIT_SHA=" + hostedCommit, "HTTPS_PROXY=" + preview.proxy, "SSL_CERT_FILE=" + preview.authority,
			}
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != want {
				t.Errorf("%s: exit status %d, want %d:\n%s", name, got, want, out)
			}
			for _, report := range []string{"links.xml", "gl-code-quality-report.json"} {
				if _, err := os.Stat(filepath.Join(dir, report)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			if asked := len(preview.asked()) > 0; asked != (name == "preview-links") {
				t.Errorf("%s: requests to the preview: %v", name, asked)
			}
		}
	}
}
