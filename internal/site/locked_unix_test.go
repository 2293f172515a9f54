//go:build unix

package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLocked holds a directory to name each file with rules that it may not read.
func TestLocked(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read every file")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "_redirects"), []byte("/a /b\n"), 0); err != nil {
		t.Fatal(err)
	}
	d, err := OpenDir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	d.Host("netlify")
	if got := d.Locked(); len(got) != 1 || !strings.Contains(got[0], `_redirects", which may contain rules of the host: permission denied`) {
		t.Errorf("got %q", got)
	}
}
