package openfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/openfile"
)

// readers are all ways to read a file below a directory.
func readers(t *testing.T, dir string) map[string]func(name string, most int64) ([]byte, error) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return map[string]func(string, int64) ([]byte, error){
		"Read":       func(name string, most int64) ([]byte, error) { return openfile.Read(filepath.Join(dir, name), most) },
		"ReadIn":     func(name string, most int64) ([]byte, error) { return openfile.ReadIn(root, name, most) },
		"ReadItself": func(name string, most int64) ([]byte, error) { return openfile.ReadItself(root, name, most) },
	}
}

func TestReadReturnsNoMoreThanTheLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for way, read := range readers(t, dir) {
		for most, want := range map[int64]string{4: "hell", 5: "hello", 6: "hello"} {
			got, err := read("file", most)
			if string(got) != want || errors.Is(err, openfile.ErrTooLarge) != (most < 5) || err != nil && most >= 5 {
				t.Errorf("%s of %d bytes is %q, %v", way, most, got, err)
			}
		}
		if _, err := read("none", 9); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of no file is %v, want that it does not exist", way, err)
		}
		if _, err := read(".", 9); !errors.Is(err, openfile.ErrIrregular) {
			t.Errorf("%s of a directory is %v", way, err)
		}
	}
}

func TestReadItselfFollowsNoLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", filepath.Join(dir, "link")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	for way, read := range readers(t, dir) {
		got, err := read("link", 9)
		if way == "ReadItself" {
			if !errors.Is(err, openfile.ErrIrregular) {
				t.Errorf("%s of a link is %q, %v", way, got, err)
			}
		} else if string(got) != "hello" || err != nil {
			t.Errorf("%s of a link is %q, %v", way, got, err)
		}
	}
}

func TestReadInStaysBelowItsRoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", filepath.Join(inside, "link")); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"link", "../secret"} {
		if got, err := openfile.ReadIn(root, name, 9); err == nil {
			t.Errorf("ReadIn(%q) is %q, want an error", name, got)
		}
	}
}

func TestDirectoryIsADirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if entries, err := openfile.List(dir); err != nil || len(entries) != 1 || entries[0].Name() != "file" {
		t.Errorf("it holds %v, %v", entries, err)
	}
	if _, err := openfile.List(filepath.Join(dir, "file")); err == nil {
		t.Errorf("the list of a file is %v", err)
	}
}
