package git

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changedByProgram is what the git program says of what changed.
func (r repository) changedByProgram(commits string) []string {
	r.t.Helper()
	names := strings.FieldsFunc(r.git("diff", "--name-only", "--no-renames", "-z", commits, "--"), func(c rune) bool { return c == 0 })
	slices.Sort(names)
	return names
}

// grow makes a history with a branch that was merged, and one that is to be: large
// files, so that packs hold deltas, and changes of every kind. It returns the commit
// that the branch is to be merged into.
func (r repository) grow() (base string) {
	r.t.Helper()
	for i := range 40 {
		r.write(fmt.Sprintf("docs/d%d/page%d.md", i%4, i), strings.Repeat(fmt.Sprintf("line %d\n", i), 50))
	}
	r.write("gone.md", "1")
	r.write("becomes/file.md", "1")
	r.write("dir.md", "1")
	r.commit()
	r.git("branch", "-M", "main")
	for i := range 3 {
		r.write("docs/d1/page1.md", strings.Repeat(fmt.Sprintf("line %d\n", i), 60))
		r.commit()
	}
	r.git("checkout", "--quiet", "-b", "side", "HEAD~2")
	r.write("side.md", "1")
	r.commit()
	r.git("checkout", "--quiet", "-b", "topic", "main")
	r.git("merge", "--quiet", "--no-ff", "--message=m", "side")
	r.write("docs/d2/page2.md", "new")
	r.write("ü new.md", "1")
	for _, name := range []string{"gone.md", "becomes/file.md", "dir.md"} {
		if err := os.RemoveAll(filepath.Join(r.dir, name)); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(r.dir, "becomes")); err != nil {
		r.t.Fatal(err)
	}
	r.write("becomes", "a file")
	r.write("dir.md/file.md", "in a directory")
	if err := os.Chmod(filepath.Join(r.dir, "docs/d3/page3.md"), 0o755); err != nil {
		r.t.Fatal(err)
	}
	r.commit()
	r.git("checkout", "--quiet", "main")
	r.write("docs/d0/page0.md", "of the base")
	base = r.commit()
	r.git("checkout", "--quiet", "topic")
	return base
}

// grown is a repository that has grown, made once for all tests, and the commit that its
// branch is to be merged into.
var grown struct {
	sync.Once
	dir, base string
}

func TestMain(m *testing.M) {
	defer func() { _ = os.RemoveAll(grown.dir) }() // it is a folder of temporary files
	m.Run()
}

// newGrown returns a copy of the repository that has grown.
func newGrown(t *testing.T) (r repository, base string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	grown.Do(func() {
		dir, err := os.MkdirTemp("", "linkvet-git")
		if err != nil {
			t.Fatal(err)
		}
		grown.dir = dir
		r := repository{t, dir}
		r.git("init", "--quiet")
		grown.base = r.grow()
	})
	return repository{t, grown.dir}.copy(t), grown.base
}

// copy is another repository with the same in it.
func (r repository) copy(t *testing.T) repository {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(r.dir)); err != nil {
		t.Fatal(err)
	}
	return repository{t, dir}
}

// TestChangedIsWhatGitSays compares histories that are kept in every way.
func TestChangedIsWhatGitSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		store func(repository) string
	}{
		{name: "a pack", store: func(r repository) string {
			r.git("gc", "--quiet", "--aggressive", "--prune=now")
			return r.dir
		}},
		{name: "deltas by name", store: func(r repository) string {
			r.git("-c", "repack.useDeltaBaseOffset=false", "repack", "--quiet", "-a", "-d", "-f")
			return r.dir
		}},
		{name: "long offsets", store: func(r repository) string {
			r.git("-c", "pack.indexVersion=2", "gc", "--quiet")
			packs, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack/*.pack"))
			if err != nil || len(packs) != 1 {
				r.t.Fatal(packs, err)
			}
			r.git("index-pack", "--index-version=2,0x40", packs[0])
			return r.dir
		}},
		{name: "a linked work tree", store: func(r repository) string {
			dir := filepath.Join(r.t.TempDir(), "linked")
			r.git("worktree", "add", "--quiet", "--detach", dir, "topic")
			return dir
		}},
		{name: "borrowed objects", store: func(r repository) string {
			dir := filepath.Join(r.t.TempDir(), "clone")
			r.git("clone", "--quiet", "--shared", r.dir, dir)
			return dir
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, base := newGrown(t)
			tree, err := Open(tt.store(r))
			if err != nil {
				t.Fatal(err)
			}
			got, err := tree.Changed(t.Context(), base)
			if diff := cmp.Diff(r.changedByProgram(base+"...topic"), got); diff != "" || err != nil {
				t.Errorf("error %v (-want +got):\n%s", err, diff)
			}
		})
	}
	for name, damage := range map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)/3] },
		"changed": func(b []byte) []byte { return append(slices.Clone(b[:12]), make([]byte, len(b)-12)...) },
	} {
		t.Run("damage: "+name, func(t *testing.T) {
			t.Parallel()
			r, base := newGrown(t)
			r.git("gc", "--quiet", "--prune=now")
			packs, err := filepath.Glob(filepath.Join(r.dir, ".git/objects/pack/*.pack"))
			if err != nil || len(packs) != 1 {
				t.Fatal(packs, err)
			}
			if err := os.Chmod(packs[0], 0o644); err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(packs[0])
			if err != nil {
				t.Fatal(err)
			}
			write(t, packs[0], damage(src))
			tree, err := Open(r.dir)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := tree.Changed(t.Context(), base); err == nil {
				t.Errorf("no error, and %q", got)
			}
		})
	}
}

// TestChangedOfAMerge is what a workflow of a pull request finds: a merge, and no
// more of the history than was asked for.
func TestChangedOfAMerge(t *testing.T) {
	t.Parallel()
	r, base := newGrown(t)
	want := r.changedByProgram(base + "...topic")
	r.git("checkout", "--quiet", "--detach", base)
	r.git("merge", "--quiet", "--no-ff", "--message=m", "topic")
	r.git("branch", "merged")
	for depth, known := range map[string]bool{"1": false, "2": true} {
		dir := filepath.Join(t.TempDir(), "clone")
		if out, err := exec.CommandContext(t.Context(), "git", "clone", "--quiet", "--depth="+depth, "--branch=merged", "file://"+r.dir, dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		tree, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{base, ""} {
			got, err := tree.Changed(t.Context(), from)
			if (err == nil) != known {
				t.Errorf("depth %s from %q: error %v", depth, from, err)
			}
			if diff := cmp.Diff(want, got); known && diff != "" {
				t.Errorf("depth %s from %q (-want +got):\n%s", depth, from, diff)
			}
		}
	}
}

func FuzzPatch(f *testing.F) {
	f.Add([]byte("a base"), []byte("\x06\x08\x90\x06\x02!!"))
	f.Add([]byte("x"), []byte("\x01\x01\x91\x00\x01"))
	f.Add([]byte("another base"), []byte("\x06\x08\x90\x06"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		if made, err := patch(base, delta); err == nil {
			if size, _ := patchSize(delta[1:]); len(made) > maxObject || size < 0 {
				t.Errorf("%d bytes were made", len(made))
			}
		}
	})
}
