package cache

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fullDisk names the directory in which this test binary, called by itself,
// finds no room.
const fullDisk = "LINKVET_TEST_FULL_DISK"

func TestFullDisk(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(fullDisk); dir != "" {
		path := filepath.Join(dir, "cache")
		s := open(t, path, noon)
		s.Keep(Entry{URL: "https://example.com/", Status: 200})
		write(t, s)
		before := content(t, path)
		for i := range 10_000 {
			s.Keep(Entry{URL: fmt.Sprintf("https://example.com/%d", i), Status: 200})
		}
		var warning *Warning
		if err := s.Write(t.Context(), nil); !errors.As(err, &warning) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("got %v, want a warning of a full disk", err)
		}
		if diff := cmp.Diff([]string{"cache"}, names(t, path)); diff != "" || content(t, path) != before {
			t.Errorf("the old file is not as it was; files (-want +got):\n%s", diff)
		}
		return
	}
	dir := t.TempDir()
	const inside = `mount -t tmpfs -o size=32k tmpfs "$0" && exec "$@"`
	if err := exec.Command("unshare", "-rm", "sh", "-c", inside, dir, "true").Run(); err != nil {
		t.Skipf("cannot make a small disk here: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "unshare", "-rm", "sh", "-c", inside, dir, os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), fullDisk+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestFullDisk") {
		t.Errorf("%v\n%s", err, out)
	}
}
