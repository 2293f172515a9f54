package git

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patterns are files of patterns, each with a path that may match. go-git knows no classes such as
// [[:alpha:]], no stars beside others in a segment, and no second match of a segment after two stars.
var patterns = [][2]string{
	{"*.log\n!a\n/b/\n", "x/a.log"},
	{"[a-\n**/\n\\", "a"},
	{"a/**\n!a/b\n", "a/b"},
	{"a/**/b\n", "a/x/y/b"},
	{"**/a/b\n", "x/a/b/c"},
	{"a**b\n", "axxb"},
	{"[!a-c]x\n[^d]\n", "dx"},
	{"[]a]\n[a-]\n[\\]]\n", "]"},
	{"foo\\*\n", "foo*"},
	{"trailing\\ \nspace  \n", "trailing "},
	{"\xef\xbb\xbfa\r\nb\r", "a"},
	{"{a,b}\n", "{a,b}"},
	{"*\n!*/\n!*.md\n", "docs/a.md"},
	{"\\!a\n\\#b\n#c\n", "!a"},
	{"a/\n", "a/b"},
	{"/*/a\n", "b/a"},
	{"a\\\n", "a\\"},
}

// TestUntracked compares what is listed with what the git program lists.
func TestUntracked(t *testing.T) {
	t.Parallel()
	forms := map[string]string{}
	for i, p := range patterns {
		forms[fmt.Sprintf("docs/d%d/.gitignore", i)] = p[0]
		forms[fmt.Sprintf("docs/d%d/%s", i, p[1])] = ""
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
	}{
		{name: "names", files: map[string]string{
			".gitignore": "*.log\nbuild/\n/top.md\nnode_modules\n", "a.md": "", "a.log": "", "build/x.md": "", "docs/build/x.md": "",
			"top.md": "", "docs/top.md": "", "docs/node_modules/p/x.md": "", "docs/build.md": "", "web/build": "",
		}},
		{name: "taken back", files: map[string]string{
			".gitignore": "*.md\n!keep.md\n!/docs/*.md\nsecret/\n!secret/keep.md\n", "a.md": "", "keep.md": "", "docs/a.md": "", "docs/b/a.md": "", "secret/keep.md": "",
		}},
		{name: "deeper files", files: map[string]string{
			".gitignore": "a.md\n", "docs/.gitignore": "!a.md\n/b.md\n", "a.md": "", "docs/a.md": "", "docs/b.md": "", "docs/c/a.md": "", "docs/c/b.md": "",
		}},
		{name: "the repository's own", files: map[string]string{".git/info/exclude": "x.md\n", "x.md": "", "y.md": ""}},
		{name: "forms", files: forms},
		{name: "another repository", files: map[string]string{"other/a.md": "", "b.md": ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t)
			r.write("known.md", "")
			r.write("docs/known.md", "")
			r.commit()
			r.git("init", "--quiet", "other")
			for name, content := range tt.files {
				r.write(name, content)
			}
			tree, err := Open(r.dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, below := range []string{".", "docs"} {
				var want []string
				for name := range strings.SplitSeq(r.git("ls-files", "--others", "--exclude-standard", "-z", below), "\x00") {
					if name != "" && !strings.HasSuffix(name, "/") {
						want = append(want, name)
					}
				}
				got, ok := tree.Untracked(t.Context(), filepath.Join(r.dir, below), 1000, func(string) bool { return false })
				slices.Sort(want)
				slices.Sort(got)
				if diff := cmp.Diff(want, got); diff != "" || !ok {
					t.Errorf("%s: %v (-want +got):\n%s", below, ok, diff)
				}
			}
		})
	}
}

func TestUntrackedIsBounded(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("known.md", "")
	r.commit()
	for _, name := range []string{"a/b.md", "a/c.md", "skipped/d.md", "skipped/e.md"} {
		r.write(name, "")
	}
	tree, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	skip := func(name string) bool { return filepath.Base(name) == "skipped" }
	if got, ok := tree.Untracked(t.Context(), r.dir, 6, skip); !ok || len(got) != 2 {
		t.Errorf("within the bound: %q, %v", got, ok)
	}
	if got, ok := tree.Untracked(t.Context(), r.dir, 3, skip); ok {
		t.Errorf("past the bound: %q", got)
	}
	if err := os.RemoveAll(filepath.Join(r.dir, "a")); err != nil {
		t.Fatal(err)
	}
	r.write(".gitignore", "/a/\n!/a/b/\n")
	r.write("a/b/c.md", "")
	if tree, err = Open(r.dir); err != nil {
		t.Fatal(err)
	}
	if got, ok := tree.Untracked(t.Context(), filepath.Join(r.dir, "a", "b"), 3, skip); !ok || len(got) != 0 {
		t.Errorf("below an ignored directory: %q, %v", got, ok)
	}
	if got, ok := tree.Untracked(t.Context(), filepath.Join(r.dir, "lost"), 3, skip); !ok || len(got) != 0 {
		t.Errorf("a directory that is not there: %q, %v", got, ok)
	}
}
