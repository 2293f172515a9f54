package git

import (
	"os/exec"
	"strings"
	"testing"
)

// The git program is the judge of what is ignored.
func TestIgnored(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write(".gitignore", "# made\n*.log\n!keep.log\n/public/\nbuild/\ndocs/**/made\n\\#odd\n\\!odd\nsp ace \ntrail\\ \n{a,b}.md\n**/gen/*.md\n!docs/gen/kept.md\nfoo/*\n[xyz].txt\n")
	r.write("docs/.gitignore", "/only-here\n!*.log\nsub/deep\n")
	r.write(".git/info/exclude", "private\n*.log\n")
	paths := []string{
		"a.log", "keep.log", "x/keep.log", "docs/a.log", "public/index.html", "x/public/index.html", "build/x", "x/build/y/z", "build",
		"docs/made", "docs/a/b/made", "docs/a/b/made/x", "#odd", "!odd", "sp ace", "trail ", "trail", "{a,b}.md", "a.md", "gen/a.md", "x/gen/a.md",
		"docs/gen/kept.md", "docs/gen/other.md", "foo/a", "foo/a/b", "x/foo/a", "x.txt", "w.txt", "docs/only-here", "only-here", "docs/x/only-here",
		"docs/sub/deep/x", "docs/x/sub/deep", "private", "x/private/y", "content/new.md", "docs/new.md",
	}
	cmd := exec.CommandContext(t.Context(), "git", "-C", r.dir, "-c", "core.excludesFile=/dev/null", "check-ignore", "-z", "--no-index", "--stdin")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, path := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		want[path] = true
	}
	ignored, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if got := ignored.IsIgnored(path, false); got != want[path] {
			t.Errorf("%q: got %v, git says %v", path, got, want[path])
		}
	}
	if len(want) < 15 {
		t.Errorf("git ignores no more than %d of the paths", len(want))
	}
}
