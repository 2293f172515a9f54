package openfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"github.com/linkvet/linkvet/internal/openfile"
)

// A file that another program keeps to itself for a moment is read after that, and one
// that stays so is an error.
func TestReadWaitsForAnotherProgram(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := windows.CreateFile(path, windows.GENERIC_READ, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openfile.Read(name, 9); err == nil {
		t.Error("a file was read that another program keeps to itself")
	}
	time.AfterFunc(100*time.Millisecond, func() { _ = windows.CloseHandle(alone) })
	if text, err := openfile.Read(name, 9); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}

// A reader that has the old file open holds up its replacement, and does not prevent it.
func TestReplaceWaitsForAReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for name, text := range map[string]string{from: "new", to: "old"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(from, to); err == nil {
		t.Fatal("the system replaces an open file by itself")
	}
	time.AfterFunc(100*time.Millisecond, func() { _ = reader.Close() })
	if err := openfile.Replace(from, to); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
}

// One that stays open is an error that says so, after a while.
func TestReplaceGivesUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for _, name := range []string{from, to} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reader, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := openfile.Replace(from, to); err == nil {
		t.Error("an open file was replaced")
	}
}
