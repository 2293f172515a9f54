package openfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPathsFollowLinks holds that a symbolic link is followed before the ".." after it,
// and that missing files and directories keep their names.
func TestPathsFollowLinks(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"here/sub", "other/deep"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "other", "deep"), filepath.Join(root, "here", "link")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "here"))
	for _, test := range []struct{ path, want string }{
		{path: "sub", want: "here/sub"},
		{path: "sub/../sub/none/file", want: "here/sub/none/file"},
		{path: "../other", want: "other"},
		{path: "link/file", want: "other/deep/file"},
		{path: "link/../file", want: "other/file"},
		{path: filepath.Join(root, "other"), want: "other"},
	} {
		if got, err := Resolve(test.path); err != nil || got != filepath.Join(root, test.want) {
			t.Errorf("Resolve %q: got %q, %v; want %q below %s", test.path, got, err, test.want, root)
		}
	}
}

func TestLeaves(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink(t.TempDir(), "out"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, want string }{
		{path: "file", want: ""},
		{path: "a/../b", want: ""},
		{path: "../file", want: "leads outside the working directory"},
		{path: "out/file", want: "leads outside the working directory"},
		{path: ".Git/config", want: "leads into .git"},
	} {
		if got := Leaves(test.path); got != test.want {
			t.Errorf("%q: got %q, want %q", test.path, got, test.want)
		}
	}
}

func TestLinksOut(t *testing.T) {
	checkout, outside := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(checkout, "part", "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"out": outside, "part/inside": "../part/site", "nowhere": filepath.Join(outside, "new")} {
		if err := os.Symlink(target, filepath.Join(checkout, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(checkout, "part"))
	for path, want := range map[string]bool{
		"site": false, "inside": false, "../out/file": true, "../nowhere": true, "../nowhere/x": true, "../part/inside/../site": false, "../../elsewhere": false, outside: false,
	} {
		if got := LinksOut(checkout, path); got != want {
			t.Errorf("%q: got %v, want %v", path, got, want)
		}
	}
}
