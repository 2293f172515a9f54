//go:build unix

package excerpt

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
