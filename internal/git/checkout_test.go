package git

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

// newCheckout is a repository of a remote that has these files.
func newCheckout(t *testing.T, files ...string) repository {
	t.Helper()
	r := newRepository(t, "--initial-branch=main")
	r.git("remote", "add", "origin", "git@github.com:o/r.git")
	for _, name := range files {
		r.write(name, "1\n2\n3")
	}
	r.commit()
	return r
}

// openCheckout opens a checkout that takes the first file of the same name for what was meant.
func openCheckout(dir string, environ map[string]string, fallback string) *Checkout {
	return OpenCheckout(dir, variables(environ), fallback, func(files []string) func(string) string {
		return func(name string) string {
			i := slices.IndexFunc(files, func(file string) bool { return path.Base(file) == path.Base(name) })
			if i < 0 {
				return ""
			}
			return files[i]
		}
	})
}

// look describes what a checkout says of a path below the repository's page.
func look(t *testing.T, c *Checkout, below string) string {
	t.Helper()
	u, err := weburl.Parse("https://github.com/o/r/" + below)
	if err != nil {
		t.Fatal(err)
	}
	answer, ok := c.Look(u.Document())
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
	r := newCheckout(t, "docs/guide.md", "docs.md", "docs/a b%.md", "docs/deep/x.md", "sparse/a.md", "gone/leftover.md", ".gitignore")
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
	for _, name := range []string{"docs/new.md", "docs/made.gen.md", "public/index.html", "fresh/x.md"} {
		r.write(name, "")
	}
	c := openCheckout(r.dir, nil, "")
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
		"tree/main/doc":                "missing",
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
		"blob/main/gone/leftover.md":    "missing",
		"commits/main/gone/leftover.md": "network",
		"blob/main/giude/guide.md":      "missing blob/main/docs/guide.md",
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
		"edit/master/docs/lost.md":           "network",
		"wiki/Home":                          "network",
	} {
		if got := look(t, c, path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestBranchWithSlashes(t *testing.T) {
	t.Parallel()
	r := newCheckout(t, "docs/a.md", "x/docs/a.md")
	r.git("checkout", "--quiet", "-b", "feature/x")
	c := openCheckout(r.dir, nil, "")
	for path, want := range map[string]string{
		"blob/feature/x/docs/a.md": "there", "blob/feature/x/lost.md": "missing", "blob/feature%2Fx/docs/a.md": "there",
		"blob/feature/docs/a.md": "network", "tree/feature/x": "there", "blob/feature/y/docs/a.md": "network",
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
	c := openCheckout(r.dir, nil, "")
	for path, want := range map[string]string{
		"blob/main/docs/a.md": "there", "blob/main/docs/lost.md": "network", "edit/main/docs/lost.md": "network",
		"../../me/r/blob/main/docs/lost.md": "missing",
	} {
		if got := look(t, c, path); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestNoCheckout(t *testing.T) {
	t.Parallel()
	if c := openCheckout(t.TempDir(), map[string]string{"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r"}, ""); c != nil {
		t.Error("a directory without a repository is a checkout")
	}
	r := newCheckout(t, "a.md")
	r.git("remote", "remove", "origin")
	if c := openCheckout(r.dir, nil, ""); c != nil {
		t.Error("a repository without a known place answers")
	}
	// An index that is kept in another form answers for nothing.
	r.git("remote", "add", "origin", "git@github.com:o/r.git")
	if err := os.WriteFile(filepath.Join(r.dir, ".git", "index"), []byte("DIRC"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := look(t, openCheckout(r.dir, nil, ""), "blob/main/a.md"); got != "network" {
		t.Errorf("without an index: got %q", got)
	}
}
