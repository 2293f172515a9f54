package git

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestKind(t *testing.T) {
	t.Parallel()
	sub := newRepository(t)
	sub.write("x.md", "")
	commit := sub.commit()
	r := newRepository(t)
	r.write("docs/a.md", "")
	r.write("docs.md", "")
	r.write("docs/b/c.md", "")
	if err := os.Symlink("docs", filepath.Join(r.dir, "link")); err != nil {
		t.Fatal(err)
	}
	r.commit()
	r.git("update-index", "--add", "--cacheinfo", "160000,"+commit+",vendor/theme")
	if err := os.Remove(filepath.Join(r.dir, "docs/a.md")); err != nil {
		t.Fatal(err)
	}
	tree, err := Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]Kind{
		"": Directory, "docs": Directory, "docs/b": Directory, "vendor": Directory, "docs.md": File, "docs/b/c.md": File,
		"docs/a.md": File, "link": Link, "link/a.md": Absent, "vendor/theme": Submodule, "vendor/theme/x.md": Absent,
		"doc": Absent, "docs/": Absent, "docs/b/c.md/d": Absent, "DOCS": Absent, "zzz": Absent,
	} {
		if got := tree.Kind(path); got != want {
			t.Errorf("%q: got %v, want %v", path, got, want)
		}
	}
	if diff := cmp.Diff([]string{"docs.md", "docs/a.md", "docs/b/c.md"}, tree.Files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}
