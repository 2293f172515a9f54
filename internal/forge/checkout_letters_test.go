//go:build darwin || windows

package forge

import (
	"os"
	"path/filepath"
	"testing"
)

// The file systems of macOS and Windows find a file that is written in another case, and a
// forge does not.
func TestFilesAreListedByTheirLetters(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	if err := os.MkdirAll(filepath.Join(top, "Docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "Docs", "Guide.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"Docs": true, "docs": false, "Docs/Guide.md": true, "Docs/guide.md": false, "Docs/GUIDE.MD": false} {
		if _, err := os.Lstat(filepath.Join(top, filepath.FromSlash(name))); err != nil {
			t.Errorf("the system does not find %s: %v", name, err)
		}
		if got := isListed(top, name); got != want {
			t.Errorf("isListed(%q) = %t, want %t", name, got, want)
		}
	}
}
