package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/source/index"
)

// TestCopiesHaveABudget compares a built file with as many bytes of sources as there may be.
func TestCopiesHaveABudget(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"built.css", "one.css", "two.css"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("a{b:url(x)}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	src, err := index.ReadFile(nil, root, "built.css")
	if err != nil {
		t.Fatal(err)
	}
	c := copies{root: root, budget: int64(len(src)) + 1}
	if !c.equals("one.css", src) || c.equals("two.css", src) {
		t.Errorf("with a budget for one file, %d bytes are left", c.budget)
	}
}
