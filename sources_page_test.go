package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sourceExample is the source file in docs/sources.md, and what is said of its page.
var sourceExample = regexp.MustCompile("(?s)<!-- source -->\n```markdown\n(.*?)```\n.*```text\n(.*?)```\n<!-- /source -->")

// TestSourcesPageShowsTheLine holds the example in docs/sources.md to the program.
func TestSourcesPageShowsTheLine(t *testing.T) {
	t.Parallel()
	example := sourceExample.FindStringSubmatch(read(t, "docs/sources.md"))
	if example == nil {
		t.Fatal("docs/sources.md has no example between <!-- source --> and <!-- /source -->")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"content/guide.md":        example[1],
		"public/index.html":       `<!doctype html><title>Start</title><a href="/guide/">Guide</a>`,
		"public/guide/index.html": `<!doctype html><title>Guide</title><p>Read the <a href="../install/">install page</a> first.`,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "linkvet", "public")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	// The exit status is 1, as a link is broken: the text says so.
	out, _ := cmd.Output()
	if !strings.Contains(string(out), example[2]) {
		t.Errorf("docs/sources.md shows\n%s\nbut linkvet says\n%s", example[2], out)
	}
}
