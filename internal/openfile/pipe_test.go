//go:build unix

package openfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/openfile"
)

// TestNoPipeIsWaitedFor would not end if one was.
func TestNoPipeIsWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for way, read := range readers(t, dir) {
		if _, err := read("pipe", 9); !errors.Is(err, openfile.ErrIrregular) {
			t.Errorf("%s of a pipe is %v", way, err)
		}
	}
	if _, err := openfile.List(filepath.Join(dir, "pipe")); err == nil {
		t.Errorf("a pipe as a directory is %v", err)
	}
	if _, err := openfile.Read(os.DevNull, 9); !errors.Is(err, openfile.ErrIrregular) {
		t.Errorf("a device is %v", err)
	}
}

// TestWhatBecomesAPipeIsNotWaitedFor has a file be a pipe each other moment.
func TestWhatBecomesAPipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, pipe, name := filepath.Join(dir, "file"), filepath.Join(dir, "pipe"), filepath.Join(dir, "name")
	if err := os.WriteFile(file, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{file, pipe} {
		if err := os.Symlink(to, name+filepath.Base(to)); err != nil {
			t.Fatal(err)
		}
	}
	swapped := make(chan struct{})
	go func() {
		defer close(swapped)
		for range 200 {
			for _, to := range []string{"file", "pipe"} {
				temp := name + ".new"
				if os.Symlink(to, temp) == nil {
					_ = os.Rename(temp, name)
				}
			}
		}
	}()
	for {
		select {
		case <-swapped:
			return
		default:
		}
		if got, err := openfile.Read(name, 9); err == nil && string(got) != "hello" {
			t.Errorf("it holds %q", got)
		}
	}
}
