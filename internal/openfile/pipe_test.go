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
