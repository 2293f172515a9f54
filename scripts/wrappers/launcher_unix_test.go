//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// systemOfNode is how Node names this system.
func systemOfNode() string {
	return runtime.GOOS + "-" + map[string]string{"amd64": "x64"}[runtime.GOARCH] + map[string]string{"arm64": "arm64"}[runtime.GOARCH]
}

// install lays out the launcher and a shell script as the program, as npm would, and returns
// the launcher. An empty script is a package that is missing.
func install(t *testing.T, script string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	modules := filepath.Join(t.TempDir(), "node_modules")
	launcher := filepath.Join(modules, "linkvet", "bin", "linkvet.js")
	program := filepath.Join(modules, "@linkvet", systemOfNode(), "bin", "linkvet")
	for _, folder := range []string{filepath.Dir(launcher), filepath.Dir(program)} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put(t, launcher, string(read(t, "../../wrappers/npm/linkvet.js")))
	put(t, filepath.Join(modules, "linkvet", "package.json"), `{"optionalDependencies": {"@linkvet/`+systemOfNode()+`": "1.2.3", "@linkvet/toaster-x64": "1.2.3"}}`)
	if script != "" {
		put(t, program, "#!/bin/sh\n"+script)
		if err := os.Chmod(program, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return launcher
}

// status returns how a process ended: its exit status, or minus its signal.
func status(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	if wait := exit.Sys().(syscall.WaitStatus); wait.Signaled() {
		return -int(wait.Signal())
	}
	return exit.ExitCode()
}

func TestLauncherPassesOn(t *testing.T) {
	t.Parallel()
	launcher := install(t, `printf '<%s>' "$@"; cat; echo problem >&2; exit 7`)
	cmd := exec.CommandContext(t.Context(), "node", launcher, "a b", "", `"$HOME"`, "*")
	cmd.Stdin = strings.NewReader("input")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if got, want := string(out), `<a b><><"$HOME"><*>input`; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if stderr.String() != "problem\n" || status(t, err) != 7 {
		t.Errorf("errors %q, status %d", stderr.String(), status(t, err))
	}
}

func TestLauncherEndsAsTheProgram(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]int{
		"exit 0":        0,
		"exit 1":        1,
		"kill -KILL $$": -int(syscall.SIGKILL),
		"kill -TERM $$": -int(syscall.SIGTERM),
		"kill -INT $$":  -int(syscall.SIGINT),
		"kill -PIPE $$": 128 + int(syscall.SIGPIPE), // which Node ignores
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			launcher := install(t, script)
			if got := status(t, exec.CommandContext(t.Context(), "node", launcher).Run()); got != want {
				t.Errorf("status %d, want %d", got, want)
			}
		})
	}
}

// TestLauncherPassesSignalsOn sends signals as a runner does: to the launcher alone.
func TestLauncherPassesSignalsOn(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			launcher := install(t, "trap 'echo "+name+"; exit 5' "+name+"\necho ready\nwhile :; do sleep 0.05; done")
			cmd := exec.CommandContext(t.Context(), "node", launcher)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // without a terminal
			output, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(output)
			if line, err := lines.ReadString('\n'); line != "ready\n" {
				t.Fatalf("output %q, %v", line, err)
			}
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(lines)
			if err != nil || string(rest) != name+"\n" {
				t.Errorf("the program printed %q, %v; want %q", rest, err, name)
			}
			if got := status(t, cmd.Wait()); got != 5 {
				t.Errorf("status %d, want 5", got)
			}
		})
	}
}

func TestLauncherWithoutAProgram(t *testing.T) {
	t.Parallel()
	t.Run("missing", func(t *testing.T) {
		t.Parallel()
		wantFailure(t, install(t, ""), "could not find the package @linkvet/"+systemOfNode(), "--omit=optional")
	})
	t.Run("not executable", func(t *testing.T) {
		t.Parallel()
		launcher := install(t, "exit 0")
		program := filepath.Join(filepath.Dir(launcher), "../../@linkvet", systemOfNode(), "bin/linkvet")
		if err := os.Chmod(program, 0o644); err != nil {
			t.Fatal(err)
		}
		wantFailure(t, launcher, "could not start", "EACCES")
	})
	t.Run("empty", func(t *testing.T) {
		t.Parallel()
		launcher := install(t, "exit 0")
		program := filepath.Join(filepath.Dir(launcher), "../../@linkvet", systemOfNode(), "bin/linkvet")
		if err := os.Truncate(program, 0); err != nil {
			t.Fatal(err)
		}
		wantFailure(t, launcher, "could not start", "the file is empty")
	})
	t.Run("unknown system", func(t *testing.T) {
		t.Parallel()
		launcher := install(t, "exit 0")
		put(t, filepath.Join(filepath.Dir(launcher), "../package.json"), `{"optionalDependencies": {"@linkvet/toaster-x64": "1.2.3"}}`)
		wantFailure(t, launcher, "no program for "+systemOfNode(), "toaster-x64", "go install")
	})
}

// wantFailure starts the launcher, which must say words, and that nothing was checked.
func wantFailure(t *testing.T, launcher string, words ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "node", launcher).CombinedOutput()
	if got := status(t, err); got != 3 {
		t.Errorf("status %d, want 3", got)
	}
	for _, word := range words {
		if !strings.Contains(string(out), word) {
			t.Errorf("output %q, want %q in it", out, word)
		}
	}
	if strings.Count(string(out), "\n") != 1 {
		t.Errorf("output %q, want one line", out)
	}
}

// member returns one file of a package for npm.
func member(t *testing.T, content []byte, name string) []byte {
	t.Helper()
	files, _, err := unpack(platform{archive: "package.tgz"}, content)
	if err != nil || files[name] == nil {
		t.Fatalf("%s is not in the package: %v", name, err)
	}
	return files[name]
}
