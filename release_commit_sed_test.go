package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestReleaseCommitWithAnotherSed writes the second commit on a machine whose sed takes the
// script for the ending of a copy, and \t for the letter t, as that of BSD does: maintainers run
// it on their machines.
func TestReleaseCommitWithAnotherSed(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	sed, err := exec.LookPath("sed")
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	other := "#!/bin/sh\ncase $1 in\n-i) echo 'sed: 1: \"action.yml\": command a expects \\ followed by text' >&2; exit 1 ;;\nesac\n" +
		"for script; do\n\tshift\n\tset -- \"$@\" \"$(printf %s \"$script\" | " + sed + " 's/\\\\t/t/g')\"\ndone\nexec " + sed + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(programs, "sed"), []byte(other), 0o755); err != nil {
		t.Fatal(err)
	}
	path := "PATH=" + programs + string(os.PathListSeparator) + os.Getenv("PATH")
	if out, ok := r.run("env", path, "scripts/release-commit.sh", "v1.2.3", "checksums.txt", releasedImage); !ok {
		t.Errorf("could not write the commit:\n%s", out)
	}
}
