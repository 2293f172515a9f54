//go:build unix

package report

import (
	"syscall"
	"testing"
)

// pipe makes a named pipe.
func pipe(t *testing.T, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
}
