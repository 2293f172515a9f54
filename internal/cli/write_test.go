//go:build unix

package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestStandardStreams(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{
		"/dev/stdout": 1, "/dev/fd/1": 1, "/proc/self/fd/1": 1, "/dev/../dev//stdout": 1, "/dev/stderr": 2, "/dev/fd/2": 2,
		"/dev/stdin": 0, "/dev/fd/12": 0, "/dev/null": 0, "dev/stdout": 0, "stdout": 0, "": 0,
	} {
		if got := standardStream(path); got != want {
			t.Errorf("%q: got %d, want %d", path, got, want)
		}
	}
}

func TestAReaderWhoTakesNothingIsGivenUp(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := &stream{file: w, late: ended}
	if _, err := s.Write(make([]byte, 10<<20)); !errors.Is(err, errUnread) {
		t.Errorf("got %v", err)
	}
	if _, err := s.Write([]byte("more")); !errors.Is(err, errUnread) {
		t.Errorf("then got %v", err)
	}
	// This ends the write that was left behind.
	if err := errors.Join(r.Close(), w.Close()); err != nil {
		t.Error(err)
	}
}

// A run that has ended does not wait for a pipe that no reader opens.
func TestAPipeWithoutAReaderIsGivenUp(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := writePipe(ended, name, []byte("text")); !errors.Is(err, errUnread) {
		t.Errorf("got %v", err)
	}
	// This ends the write that was left behind.
	if _, err := os.ReadFile(name); err != nil {
		t.Error(err)
	}
}
