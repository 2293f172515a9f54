//go:build unix

package git

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in the place of a file of git's would be waited for until somebody writes to it, and
// no program writes. What is found out does not matter, that there is an end does.
func TestPipes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		".git", ".git/HEAD", ".git/index", ".git/config", ".git/shallow", ".git/packed-refs", ".git/commondir", ".git/info/exclude", ".gitignore",
		".git/objects/pack", "*.idx", "*.pack", "object",
	} {
		r := newRepository(t)
		r.write("a.md", "")
		base := r.commit()
		r.write("a.md", "1")
		head := r.commit()
		file := filepath.Join(r.dir, name)
		switch {
		case strings.HasPrefix(name, "*"):
			r.git("gc", "--quiet")
			names, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack", name))
			if err != nil || len(names) != 1 {
				t.Fatalf("packs are %q, %v", names, err)
			}
			file = names[0]
		case name == "object":
			file = filepath.Join(r.dir, ".git/objects", head[:2], head[2:])
		}
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(file, 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		Repositories(r.dir, variables(nil))
		_, _, _ = IsCheckedOut(t.Context(), r.dir, base)
		tree, err := Open(r.dir)
		if (err != nil) != (name == ".git" || name == ".git/index") {
			t.Errorf("%s is a pipe: got %v", name, err)
		}
		if err != nil {
			continue
		}
		_, _ = tree.Compare(t.Context(), base, head)
		tree.Untracked(t.Context(), r.dir, 100, func(string) bool { return false })
	}
}
