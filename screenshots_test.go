package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// maxScreenshot is the size of a picture that opens at once, in bytes.
const maxScreenshot = 150_000

// TestScreenshotsShowTheDemo holds the screenshots of the docs to what linkvet writes of the
// demo: testdata/screenshots.sha256 has the sums of the pages in them, and of the pictures.
func TestScreenshotsShowTheDemo(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the sums are those of files with the line ends and paths of Linux")
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "./scripts/rendered", "-sums", "-linkvet", "linkvet")
	var said strings.Builder
	cmd.Stderr = &said
	got, err := cmd.Output()
	if err != nil {
		t.Fatalf("could not make the pages: %v\n%s", err, said.String())
	}
	names, err := filepath.Glob(filepath.Join(pictures, "*.png"))
	if err != nil {
		t.Fatal(err)
	}
	sums := string(got)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > maxScreenshot {
			t.Errorf("%s has %d bytes, more than %d", name, len(data), maxScreenshot)
		}
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(data), filepath.ToSlash(name))
	}
	if diff := cmp.Diff(read(t, "testdata/screenshots.sha256"), sums); diff != "" {
		t.Errorf("the screenshots are out of date: run go run ./scripts/rendered -docs, which needs Chromium (-want +got):\n%s", diff)
	}
}
