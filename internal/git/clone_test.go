package git

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadClone(t *testing.T) {
	t.Parallel()
	r := newRepository(t, "--initial-branch=trunk/1")
	r.write("docs/a.md", "")
	commit := r.commit()
	r.git("remote", "add", "origin", "git@github.com:owner/name.git")
	r.git("remote", "add", "quo\"ted", "https://me:pw@example.com/x#y")
	r.git("config", "remote.origin.pushurl", "https://example.com/push")
	r.git("config", "--add", "remote.origin.url", "https://example.com/second")
	r.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	want := Clone{
		Top: r.dir, Branch: "trunk/1", DefaultBranch: "main",
		Remotes: map[string]string{"origin": "git@github.com:owner/name.git", "quo\"ted": "https://me:pw@example.com/x#y"},
	}
	got, err := ReadClone(filepath.Join(r.dir, "docs"))
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}

	linked := filepath.Join(t.TempDir(), "linked")
	r.git("worktree", "add", "--quiet", "-b", "other", linked)
	want.Top, want.Branch = linked, "other"
	got, err = ReadClone(linked)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("a linked work tree: %v (-want +got):\n%s", err, diff)
	}

	r.git("checkout", "--quiet", "--detach", commit)
	if got, err = ReadClone(r.dir); got.Branch != "" || got.Commit != commit || err != nil {
		t.Errorf("a commit that is checked out: got branch %q, commit %q, want %q, %v", got.Branch, got.Commit, commit, err)
	}
	if _, err := ReadClone(t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("no repository: got %v", err)
	}
}
