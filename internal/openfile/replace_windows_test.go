package openfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/openfile"
)

// A reader that has the old file open holds up its replacement, and does not prevent it.
func TestReplaceWaitsForAReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "new"), filepath.Join(dir, "old")
	for _, name := range []string{from, to} {
		if err := os.WriteFile(name, []byte(filepath.Base(name)), 0o600); err != nil {
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
