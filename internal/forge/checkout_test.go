package forge

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

// checkout is a repository made with the git program itself, whose files are
// given by their names.
type checkout struct {
	t   *testing.T
	dir string
}

func newCheckout(t *testing.T, files ...string) checkout {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	c := checkout{t, t.TempDir()}
	c.git("init", "--quiet", "--initial-branch=main")
	c.git("remote", "add", "origin", "git@github.com:o/r.git")
	c.write(files...)
	c.git("add", ".")
	c.git("commit", "--quiet", "--message=x")
	return c
}

// git runs the git program, away from its user's configuration.
func (c checkout) git(args ...string) {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), "git", append([]string{"-C", c.dir}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.test", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.test")
	if out, err := cmd.CombinedOutput(); err != nil {
		c.t.Fatalf("git %q: %v: %s", args, err, out)
	}
}

func (c checkout) write(files ...string) {
	c.t.Helper()
	for _, name := range files {
		full := filepath.Join(c.dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("1\n2\n3"), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
}

// look describes what a checkout says of a path below the repository's page.
func look(t *testing.T, c *Checkout, path string) string {
	t.Helper()
	u, err := weburl.Parse("https://github.com/o/r/" + path)
	if err != nil {
		t.Fatal(err)
	}
	answer, ok := c.Look(u.Document(), false)
	switch {
	case !ok:
		return "network"
	case answer.Missing == "":
		return "there"
	}
	return strings.TrimSuffix("missing "+strings.TrimPrefix(answer.Suggestion, "https://github.com/o/r/"), " ")
}

func TestLook(t *testing.T) {
	t.Parallel()
	r := newCheckout(t, "docs/guide.md", "docs/a b%.md", "docs/deep/x.md", "sparse/a.md", "gone/leftover.md", ".gitignore")
	if err := os.WriteFile(filepath.Join(r.dir, ".gitignore"), []byte("/public/\n*.gen.md\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "docs", "out": "/etc", "new-link": "/etc"} {
		if err := os.Symlink(to, filepath.Join(r.dir, link)); err != nil {
			t.Skip("no symbolic links")
		}
	}
	r.git("add", "link", "out")
	r.git("update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,vendor/theme")
	r.git("sparse-checkout", "set", "--no-cone", "/*", "!/sparse/")
	r.git("rm", "--quiet", "--cached", "gone/leftover.md")
	if err := os.RemoveAll(filepath.Join(r.dir, "gone")); err != nil {
		t.Fatal(err)
	}
	r.write("docs/new.md", "docs/made.gen.md", "public/index.html", "fresh/x.md")
	c := Open(r.dir, variables(nil), "")
	if c == nil {
		t.Fatal("no checkout")
	}
	for path, want := range map[string]string{
		"blob/main/docs/guide.md":      "there",
		"blob/HEAD/docs/guide.md":      "there",
		"blob/main/docs/a%20b%25.md":   "there",
		"tree/main":                    "there",
		"blob/main/docs%00":            "network",
		"tree/main/docs":               "there",
		"raw/main/docs":                "missing",
		"blob/main/sparse/a.md":        "there",
		"tree/main/vendor/theme":       "there",
		"blob/main/vendor/theme/x.css": "network",
		"blob/main/link":               "there",
		"blob/main/out":                "there",
		"new/main/nowhere":             "there",
		// What a change adds and takes away.
		"edit/main/docs/new.md":         "there",
		"tree/main/fresh":               "there",
		"blob/main/new-link":            "there",
		"blob/main/gone/leftover.md":    "missing",
		"commits/main/gone/leftover.md": "network",
		"blob/main/docs/giude.md":       "missing blob/main/docs/guide.md",
		"edit/main/guide.md?x":          "missing edit/main/docs/guide.md",
		// What a build makes.
		"blob/main/public/index.html": "missing",
		"edit/main/docs/made.gen.md":  "missing",
		// No link is followed, and nothing left.
		"blob/main/link/guide.md":            "missing blob/main/docs/guide.md",
		"blob/main/out/passwd":               "missing",
		"blob/main/new-link/passwd":          "missing",
		"blob/main/.git/config":              "missing",
		"blob/main/..%2f..%2fetc%2fpasswd":   "network",
		"blob/main/docs/..%252f..%252fetc":   "missing",
		"blob/main/docs/guide.md/below":      "missing",
		"blob/v1/docs/guide.md":              "network",
		"blob/0123456789abcdef/docs/lost.md": "network",
		"blob/master/docs/guide.md":          "there",
		"blob/master/docs/lost.md":           "network",
		"edit/master/docs/lost.md":           "missing",
		"edit/master/handbook/lost.md":       "network",
		"wiki/Home":                          "network",
	} {
		if got := look(t, c, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]int{"blob/main/docs/guide.md": 3, "raw/main/docs/guide.md": 0, "blob/main/sparse/a.md": 0, "blob/main/docs": 0, "blob/main/link": 0} {
		u, err := weburl.Parse("https://github.com/o/r/" + path)
		if err != nil {
			t.Fatal(err)
		}
		if answer, _ := c.Look(u, true); answer.Lines != want {
			t.Errorf("%s has %d lines, want %d", path, answer.Lines, want)
		}
	}
}

func TestBranchWithSlashes(t *testing.T) {
	t.Parallel()
	r := newCheckout(t, "docs/a.md", "x/docs/a.md")
	r.git("checkout", "--quiet", "-b", "feature/x")
	c := Open(r.dir, variables(nil), "")
	for path, want := range map[string]string{
		"blob/feature/x/docs/a.md": "there", "blob/feature/x/lost.md": "missing", "blob/feature%2Fx/docs/a.md": "there",
		"blob/feature/docs/a.md": "network", "tree/feature/x": "there", "blob/feature/y/docs/a.md": "network",
	} {
		if got := look(t, c, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// A branch that holds what was built from another lacks all of its sources.
func TestBranchOfWhatWasBuilt(t *testing.T) {
	t.Parallel()
	r := newCheckout(t, "index.html", "docs/guide/index.html")
	r.git("branch", "--move", "gh-pages")
	c := Open(r.dir, variables(nil), "main")
	for path, want := range map[string]string{
		"edit/main/docs/guide.md": "network", "edit/main/README.md": "network", "blob/main/docs/guide.md": "network",
		"edit/gh-pages/docs/guide.md": "missing edit/gh-pages/docs/guide/index.html",
	} {
		if got := look(t, c, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// A fork may lag behind what it was made from.
func TestFork(t *testing.T) {
	t.Parallel()
	r := newCheckout(t, "docs/a.md")
	r.git("remote", "set-url", "origin", "git@github.com:me/r.git")
	r.git("remote", "add", "upstream", "https://github.com/o/r")
	c := Open(r.dir, variables(nil), "")
	for path, want := range map[string]string{
		"blob/main/docs/a.md": "there", "blob/main/docs/lost.md": "network", "edit/main/docs/lost.md": "missing",
		"../../me/r/blob/main/docs/lost.md": "missing",
	} {
		if got := look(t, c, path); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestNoCheckout(t *testing.T) {
	t.Parallel()
	if c := Open(t.TempDir(), variables(map[string]string{"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r"}), ""); c != nil {
		t.Error("a directory without a repository is a checkout")
	}
	r := newCheckout(t, "a.md")
	r.git("remote", "remove", "origin")
	if c := Open(r.dir, variables(nil), ""); c != nil {
		t.Error("a repository without a known place answers")
	}
	// An index that is kept in another form answers for nothing.
	r.git("remote", "add", "origin", "git@github.com:o/r.git")
	if err := os.WriteFile(filepath.Join(r.dir, ".git", "index"), []byte("DIRC"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := look(t, Open(r.dir, variables(nil), ""), "blob/main/a.md"); got != "network" {
		t.Errorf("without an index: got %q", got)
	}
}
