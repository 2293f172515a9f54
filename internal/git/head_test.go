package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	r.git("checkout", "--quiet", main)
	if head, is, err := IsCheckedOut(t.Context(), r.dir, main); head != main || !is || err != nil {
		t.Errorf("without a branch: got %q, %v, %v", head, is, err)
	}
}

// What is not known is an error, and no difference.
func TestIsCheckedOutWithoutACommit(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	bare := t.TempDir()
	lost := t.TempDir()
	if err := os.Mkdir(filepath.Join(lost, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(lost, ".git", "HEAD"), []byte(strings.Repeat("1", 40)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, dir := range map[string]string{"no repository": bare, "no commit": r.dir, "a commit that is not there": lost} {
		if _, is, err := IsCheckedOut(t.Context(), dir, strings.Repeat("2", 40)); is || err == nil {
			t.Errorf("%s: got %v, %v", what, is, err)
		}
	}
}
