package forge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTooManyPatternsSettleNothing has more patterns than are read: whether a new
// file is ignored is not known, so the network is asked. What git tracks is known.
func TestTooManyPatternsSettleNothing(t *testing.T) {
	t.Parallel()
	c := newCheckout(t, "a.md")
	c.write("new.md")
	if err := os.WriteFile(filepath.Join(c.dir, ".gitignore"), []byte(strings.Repeat("#\n", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	checkout := Open(c.dir, func(string) string { return "" }, "")
	for _, tt := range []struct{ path, want string }{{path: "blob/main/a.md", want: "there"}, {path: "blob/main/new.md", want: "network"}, {path: "blob/main/a.md", want: "there"}} {
		if got := look(t, checkout, tt.path); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.path, got, tt.want)
		}
	}
}
