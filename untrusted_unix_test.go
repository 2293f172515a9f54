//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSettingsInAPipe puts a pipe in the place of the settings file: nobody writes to
// it, and the run does not wait for that.
func TestSettingsInAPipe(t *testing.T) {
	t.Parallel()
	for name, environ := range map[string][]string{
		"at a terminal":       nil,
		"in a workflow run":   {"GITHUB_ACTIONS=true"},
		"chosen by an input":  {"GITHUB_ACTIONS=true", "INPUT_CONFIG=.linkvet.yml"},
		"by a link that fits": {"GITHUB_ACTIONS=true", "INPUT_CONFIG=link.yml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := syscall.Mkfifo(filepath.Join(dir, ".linkvet.yml"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(".linkvet.yml", filepath.Join(dir, "link.yml")); err != nil {
				t.Fatal(err)
			}
			put(t, dir, "site/index.html", "<!doctype html>")
			status, said := runIn(t, dir, environ, "site")
			if status != 2 || !strings.Contains(said, "it is not a regular file") {
				t.Errorf("exit status %d:\n%s", status, said)
			}
		})
	}
}
