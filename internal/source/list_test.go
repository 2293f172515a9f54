package source

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// runGit runs git in a directory with none of the machine's configuration.
func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// listedIn are the names of the files that are listed.
func listedIn(t *testing.T, opt Options) []string {
	t.Helper()
	l, err := listFiles(opt)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range l.files {
		names = append(names, f.name)
	}
	return names
}

func TestListOfGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for _, tt := range []struct {
		name string
		args []string
		want []string
	}{
		{"version 2", nil, []string{"docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md"}},
		{"version 4", []string{"update-index", "--index-version=4"}, []string{"docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md"}},
		{"version 3", []string{"add", "--intent-to-add", "d.md"}, []string{"d.md", "docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{
				"docs/a.md": "", "docs/deeper/ü b.md": "", "docs/public/c.md": "", "docs/x.bin": "", "e.md": "", "d.md": "",
				"site/index.html": "", "site/a.md": "",
			})
			runGit(t, dir, "init", "-q")
			runGit(t, dir, "add", "docs", "e.md", "site")
			if tt.args != nil {
				runGit(t, dir, tt.args...)
			}
			opt := Options{Dir: dir, Built: filepath.Join(dir, "site")}
			if diff := cmp.Diff(tt.want, listedIn(t, opt)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			opt.Dir = filepath.Join(dir, "docs", "deeper")
			if diff := cmp.Diff([]string{"docs/deeper/ü b.md"}, listedIn(t, opt)); diff != "" {
				t.Errorf("below (-want +got):\n%s", diff)
			}
		})
	}
}

func TestListWithoutGit(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.md": "", "docs/b.rst": "", "docs/.vitepress/config.ts": "", "docs/.vitepress/dist/c.html": "", ".hidden/d.md": "",
		"node_modules/x/e.md": "", "web/f.html": "", "web/f.css": "", "package-lock.json": "",
	})
	want := []string{"a.md", "docs/.vitepress/config.ts", "docs/b.rst"}
	if diff := cmp.Diff(want, listedIn(t, Options{Dir: dir, Built: filepath.Join(dir, "web")})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestListOfADamagedIndex(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.md": "", ".git/index": "DIRC\x00\x00\x00\x02\xff\xff\xff\xffnot an index at all, but long enough"})
	if diff := cmp.Diff([]string{"a.md"}, listedIn(t, Options{Dir: dir})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListTooMuch looks for sources in a directory that is no project: it holds
// more files than any has, and git knows none of them.
func TestListTooMuch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range mostUntracked + 1 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.md", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := listFiles(Options{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "very many files") {
		t.Errorf("listFiles lists %d files, error %v", len(got.files), err)
	}
}
