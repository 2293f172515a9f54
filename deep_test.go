package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDeepDirectoryIsAProblem has directories nested deeper than any system opens by
// name: everything else is checked, and the run says that it is not all.
func TestDeepDirectoryIsAProblem(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows opens names of up to 32767 letters, so these directories are not too deep there")
	}
	dir := t.TempDir()
	put(t, dir, "public/index.html", `<!doctype html><h1>Welcome</h1><a href="missing.html">one</a> <a href="n/`+strings.Repeat("n/", 2999)+`page.html">two</a>`)
	root, err := os.OpenRoot(filepath.Join(dir, "public"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3000 {
		if err := root.Mkdir("n", 0o700); err != nil {
			t.Fatal(err)
		}
		below, err := root.OpenRoot("n")
		if err != nil {
			t.Fatal(err)
		}
		if err := root.Close(); err != nil {
			t.Fatal(err)
		}
		root = below
	}
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "linkvet", "public")
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("got %v, want exit status 3", err)
	}
	for _, want := range []string{"not-found  /missing.html", "1 broken", `problem: could not list directory "public/n/n/n/`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not said:\n%s", want, out)
		}
	}
}
