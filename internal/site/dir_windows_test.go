package site

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/openfile"
)

// The names of files are relative to the working directory, with slashes, however the
// directory is named; on another volume they keep the volume.
func TestNamesOfDirectories(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	volume := filepath.VolumeName(dir)
	rooted := strings.TrimPrefix(dir, volume)
	for name, want := range map[string]string{
		`public`:                          `public/a.html`,
		`.\public\`:                       `public/a.html`,
		`..\public`:                       `../public/a.html`,
		dir + `\public`:                   `public/a.html`,
		filepath.ToSlash(dir) + `/public`: `public/a.html`,
		strings.ToLower(dir) + `\public`:  `public/a.html`,
		rooted + `\public`:                `public/a.html`,
		volume + `public`:                 `public/a.html`,
		volume + `.`:                      `a.html`,
		`Y:\site`:                         `Y:/site/a.html`,
	} {
		if got := path.Join(openfile.Relative(name), "a.html"); got != want {
			t.Errorf("a file in %s is %q, want %q", name, got, want)
		}
	}
}

// A file is found by its own letters, although Windows opens it by others.
func TestWindowsKnowsOtherLetters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "Guide/Install.html", "<p>")
	put(t, dir, "empty/Notes/x.txt", "")
	d := open(t, dir)
	if got := d.Find("/guide/install.html", ""); got.Kind != OtherCase || got.Path != "Guide/Install.html" {
		t.Errorf("another case is %+v", got)
	}
	for folder, want := range map[string]bool{"/Guide": true, "/guide": false, "/empty/Notes/": true, "/empty/notes/": false, `/empty\Notes`: false} {
		if got := d.HasFolder(folder); got != want {
			t.Errorf("HasFolder(%q) = %t, want %t", folder, got, want)
		}
	}
}

// Names that Windows keeps for devices do not open one.
func TestReservedNamesAreNotFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, "index.html", "<p>")
	d := open(t, dir)
	for _, name := range []string{"/nul", "/con.html", "/aux.html", "/index.html.", "/index.html:stream", "/C:/index.html", "/index.html::$DATA"} {
		if got := d.Find(name, ""); got.Kind != Missing {
			t.Errorf("%s is %+v", name, got)
		}
	}
}

// A page that another system wrote under the name of a device is not read, and the error
// says why. Windows 11 keeps fewer names than those before.
func TestPageWithTheNameOfADevice(t *testing.T) {
	t.Parallel()
	if filepath.IsLocal("con") {
		t.Skip("con is the name of a file here")
	}
	folder, err := openFolder(open(t, t.TempDir()).root, "")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if _, err := folder.open("con"); !errors.Is(err, errDevice) {
		t.Errorf("the error is %v", err)
	}
}

// Paths longer than those of older programs are read.
func TestLongPaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := strings.Repeat(strings.Repeat("a", 60)+"/", 6) + "page.html"
	put(t, dir, long, "<p>")
	d := open(t, dir)
	if got := d.Find("/"+long, ""); got.Kind != Found {
		t.Errorf("a path of %d bytes is %+v", len(long), got)
	}
	var read []string
	for i := range int32(d.Len()) {
		read = append(read, d.Path(i))
	}
	if !slices.Contains(read, long) {
		t.Errorf("the list lacks the long path: %q", read)
	}
}

// put writes a file of a site.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
