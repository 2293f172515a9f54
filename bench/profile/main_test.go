package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestProfile profiles the check of a small site.
func TestProfile(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "cpu.pprof")
	if err := profile(out, 0, []string{filepath.Join("..", "..", "testdata", "sites", "demo")}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() == 0 {
		t.Error("the profile is empty")
	}
}
