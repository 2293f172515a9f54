//go:build unix

package git

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe in the place of a file of git's would be waited for until somebody writes
// to it, which nobody does.
func TestPipes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".git", ".git/HEAD", ".git/index", ".git/config"} {
		r := newRepository(t)
		r.write("a.md", "")
		r.commit()
		pipe := filepath.Join(r.dir, name)
		if err := os.RemoveAll(pipe); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		tree, err := Open(r.dir)
		if (err != nil) != (name == ".git" || name == ".git/index") {
			t.Errorf("%s is a pipe: got %v", name, err)
		}
		if name == ".git/HEAD" {
			if _, err := tree.Changed(t.Context(), ""); err == nil {
				t.Error("what changed is known although nobody knows what is checked out")
			}
		}
		if c, err := ReadClone(r.dir); c.Branch != "" && name == ".git/HEAD" || err != nil && (name != ".git" || !errors.Is(err, ErrIndex)) {
			t.Errorf("%s is a pipe: got %+v, %v", name, c, err)
		}
	}
}
