package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository is a work tree made with the git program itself.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T, flags ...string) repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	r := repository{t, t.TempDir()}
	r.git(append([]string{"init", "--quiet"}, flags...)...)
	return r
}

// git runs the git program, away from its user's configuration.
func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", append([]string{"-C", r.dir}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.test", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.test")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repository) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// commit commits all that is there, and returns the commit.
func (r repository) commit() string {
	r.t.Helper()
	r.git("add", ".")
	r.git("commit", "--quiet", "--message=x")
	return r.git("rev-parse", "HEAD")
}

func TestTracks(t *testing.T) {
	t.Parallel()
	for name, setup := range map[string]struct{ init, index []string }{
		"version 2":   {init: nil, index: []string{"update-index", "--index-version=2"}},
		"version 4":   {init: nil, index: []string{"update-index", "--index-version=4"}},
		"no checksum": {init: nil, index: []string{"-c", "index.skipHash=true", "update-index", "--force-write-index"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t, setup.init...)
			r.write(".gitignore", "/public/\n")
			r.write("content/a b.md", "")
			r.write("content/a b.md.orig", "")
			r.write("docs/é.md", "")
			r.write("public/index.html", "")
			r.commit()
			r.write("content/new.md", "")
			if setup.index != nil {
				r.git(setup.index...)
			}
			tree, err := Open(filepath.Join(r.dir, "docs"))
			if err != nil {
				t.Fatal(err)
			}
			for file, want := range map[string]string{
				"é.md": "docs/é.md", "../content/a b.md": "content/a b.md", "../.gitignore": ".gitignore", "../content/a b.md.orig": "content/a b.md.orig",
				"../public/index.html": "", "../content/new.md": "", "../../etc/passwd": "", "a.md": "",
				filepath.Join(r.dir, "docs/é.md"): "docs/é.md",
			} {
				if path := tree.Path(file); tree.Tracks(path) != (want != "") || want != "" && path != want {
					t.Errorf("%q: got path %q, tracked %v, want %q", file, path, tree.Tracks(path), want)
				}
			}
		})
	}
}

func TestNoTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := Open(dir); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: got %v", err)
	}
	r := newRepository(t)
	if tree, err := Open(r.dir); err != nil || len(tree.Files()) != 0 {
		t.Errorf("no index: got %v", err)
	}
	r.write(".git/index", "DIRC what is this, which is long enough for one?")
	if _, err := Open(r.dir); err == nil {
		t.Error("no good index: got no error")
	}
	for form, flags := range map[string][]string{"SHA-256": {"--object-format=sha256"}, "split": nil, "sparse": nil} {
		r := newRepository(t, flags...)
		r.write("a/b.md", "")
		r.write("c/d.md", "")
		r.commit()
		switch form {
		case "split":
			r.git("update-index", "--split-index")
		case "sparse":
			r.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
		}
		if _, err := Open(r.dir); err == nil || errors.Is(err, ErrNoRepository) {
			t.Errorf("%s: got %v", form, err)
		}
	}
}
