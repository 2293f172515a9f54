package source

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// listedIn are the names of the files that are listed.
func listedIn(t *testing.T, opt Options) []string {
	t.Helper()
	l, err := list(t.Context(), &opt, nil)
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
	dir := sourcetest.Write(t, map[string]string{
		"docs/a.md": "", "docs/deeper/ü b.md": "", "docs/public/c.md": "", "docs/x.bin": "", "e.md": "", "d.md": "",
		"site/index.html": "", "site/a.md": "",
	})
	sourcetest.Git(t, dir, "init", "-q")
	sourcetest.Git(t, dir, "add", "docs", "e.md", "site")
	opt := Options{Dir: dir, Built: filepath.Join(dir, "site")}
	if diff := cmp.Diff([]string{"docs/a.md", "docs/deeper/ü b.md", "docs/public/c.md", "e.md", "d.md"}, listedIn(t, opt)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	opt.Dir = filepath.Join(dir, "docs", "deeper")
	if diff := cmp.Diff([]string{"docs/deeper/ü b.md"}, listedIn(t, opt)); diff != "" {
		t.Errorf("below (-want +got):\n%s", diff)
	}
}

// TestListOfNewFiles lists what an author has written and not yet told git of,
// without what programs have written.
func TestListOfNewFiles(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := sourcetest.Write(t, map[string]string{
		".gitignore": "drafts/\n", "content/a.md": "", "content/new.md": "", "layouts/new.html": "", "drafts/b.md": "", "data/new.json": "",
		"node_modules/p/c.md": "", "dist/d.md": "", "site/e.md": "", ".cache/f.md": "",
	})
	sourcetest.Git(t, dir, "init", "-q")
	sourcetest.Git(t, dir, "add", ".gitignore", "content/a.md")
	opt := Options{Dir: dir, Built: filepath.Join(dir, "site")}
	if diff := cmp.Diff([]string{"content/a.md", "content/new.md", "layouts/new.html"}, listedIn(t, opt)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	opt.Dir = filepath.Join(dir, "content")
	if diff := cmp.Diff([]string{"content/a.md", "content/new.md"}, listedIn(t, opt)); diff != "" {
		t.Errorf("below (-want +got):\n%s", diff)
	}
}

func TestListWithoutGit(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{
		"a.md": "", "docs/b.rst": "", "docs/.vitepress/config.ts": "", "docs/.vitepress/dist/c.html": "", ".hidden/d.md": "",
		"node_modules/x/e.md": "", "web/f.html": "", "web/f.css": "", "package-lock.json": "", ".gitignore": "made.md\n", "made.md": "",
	})
	want := []string{"a.md", "docs/.vitepress/config.ts", "docs/b.rst"}
	if diff := cmp.Diff(want, listedIn(t, Options{Dir: dir, Built: filepath.Join(dir, "web")})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListWithoutOtherRepositories has a clone and a submodule below the sources, whose
// pages are not those of the site.
func TestListWithoutOtherRepositories(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{
		"a.md": "", "clone/.git/HEAD": "ref: refs/heads/main\n", "clone/about.md": "", "clone/docs/about.md": "",
		"modules/one/.git": "gitdir: ../../.git/modules/one\n", "modules/one/about.md": "", "modules/about.md": "",
	})
	if diff := cmp.Diff([]string{"a.md", "modules/about.md"}, listedIn(t, Options{Dir: dir})); diff != "" {
		t.Errorf("without git (-want +got):\n%s", diff)
	}
	clone := filepath.Join(dir, "clone")
	if diff := cmp.Diff([]string{"about.md", "docs/about.md"}, listedIn(t, Options{Dir: clone})); diff != "" {
		t.Errorf("of the clone itself (-want +got):\n%s", diff)
	}
}

// TestListOfADamagedIndex says why no source is known: without the index, files that a build
// made would be taken for sources.
func TestListOfADamagedIndex(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{"a.md": "", ".git/index": "DIRC\x00\x00\x00\x02\xff\xff\xff\xffnot an index at all, but long enough"})
	if _, err := list(t.Context(), &Options{Dir: dir}, nil); err == nil || !strings.HasPrefix(err.Error(), "no source line is known: could not read git's index of ") {
		t.Errorf("got %v", err)
	}
}

// TestListTooMuch looks for sources among more files than a project has.
func TestListTooMuch(t *testing.T) {
	t.Parallel()
	testutil.Nightly(t)
	dir := t.TempDir()
	for i := range maxEntries + 1 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.md", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err := list(t.Context(), &Options{Dir: dir}, nil)
	if err == nil || !strings.Contains(err.Error(), "too many files") {
		t.Errorf("the error is %v", err)
	}
	sourcetest.Git(t, dir, "init", "-q")
	sourcetest.Git(t, dir, "add", "7.md")
	if diff := cmp.Diff([]string{"7.md"}, listedIn(t, Options{Dir: dir})); diff != "" {
		t.Errorf("in a repository (-want +got):\n%s", diff)
	}
}
