package git

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompareIsWhatGitSays reads the changes of a branch and the files of its merge base, as
// loose objects, and from a pack of a repository with SHA-256.
func TestCompareIsWhatGitSays(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{nil, {"--object-format=sha256"}} {
		t.Run(fmt.Sprint(flags), func(t *testing.T) {
			t.Parallel()
			r, base := newGrown(t)
			if flags != nil {
				r = newRepository(t, flags...)
				base = r.grow()
				r.git("gc", "--quiet", "--aggressive", "--prune=now")
			}
			c := r.compare(t, base, r.git("rev-parse", "HEAD"))
			var got []string
			for _, change := range c.Changes {
				got = append(got, change.Path)
			}
			if diff := cmp.Diff(r.changedByProgram(base+"...topic"), got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			from := r.git("merge-base", base, "topic")
			for _, file := range []string{"docs/d2/page2.md", "gone.md", "dir.md", "ü new.md", "docs/no.md", "gone.md/below", "docs"} {
				// Of a directory, git shows a list.
				want, isThere := r.show(from, file)
				name, submodule, err := c.Before(file)
				if err != nil || submodule != "" || (name != "") != isThere {
					t.Fatalf("%s: name %q, submodule %q, error %v", file, name, submodule, err)
				}
				if name == "" {
					continue
				}
				data, err := c.Read(name)
				if err != nil || strings.TrimSpace(string(data)) != want || !c.Names(name, data) || c.Names(name, append(data, 'x')) {
					t.Errorf("%s: %q, error %v", file, data, err)
				}
			}
		})
	}
}

// compare compares the checkout, until the test ends.
func (r repository) compare(t *testing.T, base, head string) *Comparison {
	t.Helper()
	tree, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := tree.Compare(t.Context(), base, head)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// show returns a file of a commit.
func (r repository) show(commit, file string) (text string, ok bool) {
	r.t.Helper()
	if !strings.HasPrefix(r.git("ls-tree", commit, "--", file), "100") {
		return "", false
	}
	return r.git("show", commit+":"+file), true
}

// TestCompareOfAMerge takes the first parent of a merge for the base, also when the base
// branch has moved on since the event.
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
	c := r.compare(t, base, head)
	if diff := cmp.Diff([]Change{{Path: "b.md", After: r.git("rev-parse", "topic:b.md")}}, c.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
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
		{name: "no base", base: "", head: alone, want: ErrShallow},
		{name: "no common history", base: first, head: alone, want: ErrShallow},
		{name: "another commit", base: first, head: second, want: ErrOtherCommit},
		{name: "no head", base: first, head: "", want: ErrOtherCommit},
		{name: "the base itself", base: alone, head: alone, want: ErrMerged},
	} {
		if c, err := tree.Compare(t.Context(), tt.base, tt.head); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, %v", tt.name, c, err)
		}
	}
}

// TestCompareOfASubmodule names the submodule of a file.
func TestCompareOfASubmodule(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.md", "1")
	first := r.commit()
	r.git("update-index", "--add", "--cacheinfo", "160000,"+first+",themes/one")
	r.git("commit", "--quiet", "--message=x")
	base := r.git("rev-parse", "HEAD")
	r.git("update-index", "--cacheinfo", "160000,"+base+",themes/one")
	r.git("commit", "--quiet", "--message=x")
	c := r.compare(t, base, r.git("rev-parse", "HEAD"))
	if diff := cmp.Diff([]Change{{Path: "themes/one", Before: first, After: base, Submodule: true}}, c.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if name, submodule, err := c.Before("themes/one/layouts/a.html"); name != "" || submodule != "themes/one" || err != nil {
		t.Errorf("got %q, %q, %v", name, submodule, err)
	}
}

// TestRemoteDefault finds the default branch of the remote by its name, or without it.
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
	for branch, want := range map[string]string{"": commit, "trunk": commit, "main": "", "../../../HEAD": ""} {
		if got := tree.RemoteDefault(branch); got != want {
			t.Errorf("%q: got %q", branch, got)
		}
	}
}
