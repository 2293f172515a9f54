package source

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
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
	l, err := listFiles(t.Context(), opt, nil)
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
		{"version 2", nil, []string{"docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md", "d.md"}},
		{"version 4", []string{"update-index", "--index-version=4"}, []string{"docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md", "d.md"}},
		{"version 3", []string{"add", "--intent-to-add", "d.md"}, []string{"d.md", "docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := Write(t, map[string]string{
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

// TestListOfNewFiles lists what an author has written and not yet told git of,
// without what programs have written.
func TestListOfNewFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := Write(t, map[string]string{
		".gitignore": "drafts/\n", "content/a.md": "", "content/new.md": "", "layouts/new.html": "", "drafts/b.md": "", "data/new.json": "",
		"node_modules/p/c.md": "", "dist/d.md": "", "site/e.md": "", ".cache/f.md": "",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", ".gitignore", "content/a.md")
	opt := Options{Dir: dir, Built: filepath.Join(dir, "site")}
	if diff := cmp.Diff([]string{"content/a.md", "content/new.md", "layouts/new.html"}, listedIn(t, opt)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	opt.Dir = filepath.Join(dir, "content")
	if diff := cmp.Diff([]string{"content/a.md", "content/new.md"}, listedIn(t, opt)); diff != "" {
		t.Errorf("below (-want +got):\n%s", diff)
	}
	for i := range mostBeside {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	opt.Dir = dir
	if diff := cmp.Diff([]string{"content/a.md"}, listedIn(t, opt)); diff != "" {
		t.Errorf("beside very much (-want +got):\n%s", diff)
	}
}

func TestMapOfNewFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := Write(t, map[string]string{
		"content/a.md": "text\n", "content/new.md": "\n[x](/no/)\n",
		"old-site/new/index.html": "<!doctype html><a href=\"/no/\">x</a>", "old-site/b/index.html": "<!doctype html>",
	})
	runGit(t, dir, "init", "-q")
	runGit(t, dir, "add", "content/a.md")
	r := &link.Report{Findings: []link.Finding{internal("/no/", anchor("/new/", "/no/", "x"))}}
	if err := Map(t.Context(), r, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"content/new.md:2"}, told(dir, r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestListWithoutGit(t *testing.T) {
	t.Parallel()
	dir := Write(t, map[string]string{
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
	dir := Write(t, map[string]string{"a.md": "", ".git/index": "DIRC\x00\x00\x00\x02\xff\xff\xff\xffnot an index at all, but long enough"})
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
	got, err := listFiles(t.Context(), Options{Dir: dir}, nil)
	if err == nil || !strings.Contains(err.Error(), "very many files") {
		t.Errorf("listFiles lists %d files, error %v", len(got.files), err)
	}
}
