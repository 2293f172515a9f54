//go:build unix

package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe in the place of a file of git's would be waited for until somebody writes
// to it, and no program writes.
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
				t.Error("what changed is known although the checkout is not")
			}
		}
		if c, err := ReadClone(r.dir); c.Branch != "" && name == ".git/HEAD" || err != nil && (name != ".git" || !errors.Is(err, ErrIndex)) {
			t.Errorf("%s is a pipe: got %+v, %v", name, c, err)
		}
	}
}

// TestPipesAmongObjects has pipes for what packs and objects are kept in, and for
// lists of patterns.
func TestPipesAmongObjects(t *testing.T) {
	t.Parallel()
	loose := newRepository(t)
	loose.write("a.md", "")
	commit := loose.commit()
	packed := loose.copy(t)
	packed.git("gc", "--quiet")
	for name, pack := range map[string]bool{
		".git/objects/pack/pack-1.idx": true, ".git/objects/info/alternates": false, ".git/packed-refs": true, ".gitignore": false, ".git/info/exclude": false,
		"head": false, "index": true, "pack": true,
	} {
		r := loose.copy(t)
		if pack {
			r = packed.copy(t)
		}
		switch name {
		case "head":
			name = ".git/objects/" + commit[:2] + "/" + commit[2:]
		case "index", "pack":
			end := map[string]string{"index": ".idx", "pack": ".pack"}[name]
			names, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack/*"+end))
			if err != nil || len(names) != 1 {
				t.Fatalf("packs are %q, %v", names, err)
			}
			name = strings.TrimPrefix(names[0], r.dir+"/")
		}
		pipe := filepath.Join(r.dir, name)
		if err := os.RemoveAll(pipe); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(pipe), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		tree, err := Open(r.dir)
		if err != nil {
			t.Errorf("%s is a pipe: got %v", name, err)
			continue
		}
		// What is found out does not matter, that there is an end does.
		_, _ = tree.Changed(t.Context(), commit)
		tree.Untracked(r.dir, 100, func(string) bool { return false })
	}
}
