package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// grow makes a history with a branch that was merged, and one that is to be: large files, so
// that packs hold deltas, and changes of every kind. It returns the commit that the branch is
// to be merged into.
func (r repository) grow() (base string) {
	r.t.Helper()
	for i := range 40 {
		r.write(fmt.Sprintf("docs/d%d/page%d.md", i%4, i), strings.Repeat(fmt.Sprintf("line %d\n", i), 50))
	}
	r.write("gone.md", "of the page that is gone\n")
	r.write("becomes/file.md", "1 of its own\n")
	r.write("dir.md", "of a file that becomes a directory\n")
	r.commit()
	r.git("branch", "-M", "main")
	for i := range 3 {
		r.write("docs/d1/page1.md", strings.Repeat(fmt.Sprintf("line %d\n", i), 60))
		r.commit()
	}
	r.git("checkout", "--quiet", "-b", "side", "HEAD~2")
	r.write("side.md", "of the side\n")
	r.commit()
	r.git("checkout", "--quiet", "-b", "topic", "main")
	r.git("merge", "--quiet", "--no-ff", "--message=m", "side")
	r.write("docs/d2/page2.md", "new")
	r.write("ü new.md", "something new\n")
	for _, name := range []string{"gone.md", "becomes", "dir.md"} {
		if err := os.RemoveAll(filepath.Join(r.dir, name)); err != nil {
			r.t.Fatal(err)
		}
	}
	r.write("becomes", "a file")
	r.write("dir.md/file.md", "in a directory")
	r.git("mv", "docs/d0/page4.md", "docs/moved.md")
	r.git("mv", "docs/d0/page8.md", "docs/edited.md")
	r.write("docs/edited.md", strings.Repeat("line 8\n", 40)+"more\n")
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

// pathsOf returns the changes as the git program shows them with --name-status.
func pathsOf(changes []Change) (all []string) {
	for _, c := range changes {
		all = append(all, c.From+" "+c.To)
	}
	slices.Sort(all)
	return all
}

// program returns what the git program says of the same.
func (r repository) program(commits string) (all []string) {
	r.t.Helper()
	fields := strings.Split(r.git("diff", "--name-status", "-M50%", "-z", commits, "--"), "\x00")
	for len(fields) > 1 {
		switch kind := fields[0][0]; kind {
		case 'R':
			all = append(all, fields[1]+" "+fields[2])
			fields = fields[1:]
		case 'A':
			all = append(all, " "+fields[1])
		case 'D':
			all = append(all, fields[1]+" ")
		default:
			all = append(all, fields[1]+" "+fields[1])
		}
		fields = fields[2:]
	}
	slices.Sort(all)
	return all
}

// TestCompareIsWhatGitSays compares histories that are kept in every way.
func TestCompareIsWhatGitSays(t *testing.T) {
	t.Parallel()
	for name, store := range map[string]func(repository) string{
		"loose objects": func(r repository) string { return r.dir },
		"a pack": func(r repository) string {
			r.git("gc", "--quiet", "--aggressive", "--prune=now")
			return r.dir
		},
		"deltas by name": func(r repository) string {
			r.git("-c", "repack.useDeltaBaseOffset=false", "repack", "--quiet", "-a", "-d", "-f")
			return r.dir
		},
		"a linked work tree": func(r repository) string {
			dir := filepath.Join(r.t.TempDir(), "linked")
			r.git("worktree", "add", "--quiet", "--detach", dir, "topic")
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t)
			base := r.grow()
			tree, err := Open(store(r))
			if err != nil {
				t.Fatal(err)
			}
			changes, err := tree.Compare(t.Context(), base, r.git("rev-parse", "topic"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r.program(base+"...topic"), pathsOf(changes)); diff != "" {
				t.Errorf("changes (-git +got):\n%s", diff)
			}
			at := slices.IndexFunc(changes, func(c Change) bool { return c.To == "docs/edited.md" })
			if diff := cmp.Diff(map[string]int{"line 8": -10, "more": 1}, changes[at].Lines); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCompareOfAMerge takes the first parent of a merge for the base, also when the base
// branch has moved on since the event, and in a clone with no more than two commits.
func TestCompareOfAMerge(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.md", "1")
	base := r.commit()
	r.git("branch", "-M", "main")
	r.git("checkout", "--quiet", "-b", "topic")
	r.write("b.md", "1")
	head := r.commit()
	r.git("checkout", "--quiet", "main")
	r.write("later.md", "1")
	r.commit()
	r.git("merge", "--quiet", "--no-ff", "--message=m", "topic")
	for _, depth := range []string{"", "2", "1"} {
		dir := r.dir
		if depth != "" {
			dir = filepath.Join(t.TempDir(), "clone")
			if out, err := exec.CommandContext(t.Context(), "git", "clone", "--quiet", "--depth="+depth, "file://"+r.dir, dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		tree, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := tree.Compare(t.Context(), base, head)
		if depth == "1" {
			if !errors.Is(err, ErrShallow) {
				t.Errorf("one commit: got %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{" b.md"}, pathsOf(changes)); diff != "" {
			t.Errorf("depth %q: changes (-want +got):\n%s", depth, diff)
		}
	}
}

// TestCompareWithoutABase says why there is nothing to compare with.
func TestCompareWithoutABase(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.md", "1")
	first := r.commit()
	r.write("a.md", "2")
	second := r.commit()
	r.git("checkout", "--quiet", "--orphan", "alone")
	r.write("a.md", "3")
	alone := r.commit()
	tree, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, base, head string
		want             error
	}{
		{name: "a base that is not here", base: strings.Repeat("1", 40), head: alone, want: ErrShallow},
		{name: "no common history", base: first, head: alone, want: ErrShallow},
		{name: "another commit", base: first, head: second, want: ErrOtherCommit},
		{name: "the base itself", base: alone, head: alone, want: ErrMerged},
	} {
		if c, err := tree.Compare(t.Context(), tt.base, tt.head); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, %v", tt.name, c, err)
		}
	}
}

// TestRemoteDefault finds the default branch of the remote by its name, or without it, also
// among packed references.
func TestRemoteDefault(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.md", "1")
	commit := r.commit()
	tree, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := tree.RemoteDefault(""); got != "" {
		t.Errorf("without a remote: %q", got)
	}
	r.git("update-ref", "refs/remotes/origin/trunk", commit)
	r.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
	for range 2 {
		for branch, want := range map[string]string{"": commit, "trunk": commit, "main": "", "../../../HEAD": ""} {
			if got := tree.RemoteDefault(branch); got != want {
				t.Errorf("%q: got %q", branch, got)
			}
		}
		r.git("pack-refs", "--all")
	}
}

func TestIsCheckedOut(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	name := func(of string) string { return strings.TrimSpace(r.git("rev-parse", of)) }
	r.write("a.md", "1")
	r.commit()
	r.git("branch", "-M", "main")
	r.git("checkout", "--quiet", "-b", "topic")
	r.write("b.md", "1")
	r.commit()
	topic := name("HEAD")
	r.git("checkout", "--quiet", "main")
	r.write("c.md", "1")
	r.commit()
	main := name("HEAD")
	r.git("merge", "--quiet", "--no-ff", "--message=m", "topic")
	merged := name("HEAD")
	for _, pack := range []bool{false, true} {
		if pack {
			r.git("gc", "--quiet")
		}
		for commit, want := range map[string]bool{
			merged: true, strings.ToUpper(merged): true, topic: true, main: false, name("topic~1"): false, "": false, merged[:39]: false,
		} {
			head, is, err := IsCheckedOut(t.Context(), r.dir, commit)
			if head != merged || is != want || err != nil {
				t.Errorf("%q: got %q, %v, %v, want %v", commit, head, is, err, want)
			}
		}
	}
	if _, is, err := IsCheckedOut(t.Context(), newRepository(t).dir, merged); is || err == nil {
		t.Errorf("without a commit: got %v, %v", is, err)
	}
	r.git("checkout", "--quiet", main)
	if head, is, err := IsCheckedOut(t.Context(), r.dir, main); head != main || !is || err != nil {
		t.Errorf("without a branch: got %q, %v, %v", head, is, err)
	}
}
