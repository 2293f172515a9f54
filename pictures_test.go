package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pictures is the directory of those that the README shows.
const pictures = "docs/images"

// TestPicturesShowTheDemo holds the README's pictures to what linkvet prints of the demo
// at a terminal and in a workflow run, as scripts/pictures draws it.
func TestPicturesShowTheDemo(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/ptmx"); err != nil || runtime.GOOS != "linux" {
		t.Skip("scripts/pictures opens a terminal, which needs Linux and /dev/ptmx")
	}
	out := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "run", "./scripts/pictures", "-linkvet", "linkvet", "-o", out)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("could not draw the pictures: %v\n%s", err, said)
	}
	drawn := files(t, out)
	if diff := cmp.Diff(drawn, files(t, pictures)); diff != "" && !*update {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", pictures, diff)
	}
	if *update {
		for name, svg := range drawn {
			put(t, pictures, name, svg)
		}
	}
}

// files returns the content of each drawing of a directory.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]string{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		content[filepath.Base(name)] = string(data)
	}
	return content
}
