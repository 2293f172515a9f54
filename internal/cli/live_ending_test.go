package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// TestSignalsEndADirectoryInEachStep sends a signal to checks of directories that take
// long, each for another step, at several moments: the report is there, says what it
// lacks, and comes in time.
func TestSignalsEndADirectoryInEachStep(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process of Windows gets no signal from another one")
	}
	program := build(t)
	for name, files := range map[string]map[string]string{
		"many pages":       manyPages(3000),
		"many findings":    {"public/index.html": repeat(60_000, `<a href="lost-%d.html">number %[1]d</a>`)},
		"many fragments":   {"public/index.html": repeat(60_000, `<p id="a%d"><a href="#b%[1]d">x</a>`)},
		"many suggestions": manyNames(4000),
		"many sources": {
			"public/index.html": repeat(8000, `<a href="/lost">number %d</a>`),
			"content/index.md":  repeat(8000, "[number %d](/lost)\n"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range files {
				name = filepath.Join(dir, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			for _, after := range []time.Duration{10 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond, time.Second, 3 * time.Second} {
				if !endsBySignal(t, program, dir, after) {
					return
				}
			}
		})
	}
}

// endsBySignal checks the directory with a signal after some time, and reports whether
// the check was still going on then.
func endsBySignal(t *testing.T, program, dir string, after time.Duration) bool {
	t.Helper()
	file := filepath.Join(dir, "report.json")
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "--external=false", "--report=json=report.json", "public")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // its status is looked at below
	}()
	select {
	case <-ended:
		return false
	case <-time.After(after):
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return false // it has just ended
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		<-ended
		t.Fatalf("it goes on a minute after a signal that came after %v", after)
	}
	if cmd.ProcessState.ExitCode() < 0 {
		return true // the signal came before the program had begun to listen
	}
	text, err := os.ReadFile(file)
	var r link.Report
	if err := errors.Join(err, json.Unmarshal(text, &r)); err != nil {
		t.Fatalf("after %v: %v", after, err)
	}
	switch status := cmd.ProcessState.ExitCode(); {
	case r.Complete && status == 1:
		return false // all was known, and being written
	case r.Complete, status != 3, len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the run ended early"):
		t.Errorf("after %v the status is %d, complete %v, and the problems are %q", after, status, r.Complete, r.Problems)
	}
	return true
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// manyPages is a site of so many pages that link to each other and to nothing.
func manyPages(n int) map[string]string {
	files := map[string]string{"public/index.html": "<p>"}
	for i := range n {
		files[fmt.Sprintf("public/%d/%d.html", i%50, i)] = fmt.Sprintf(`<p id=a><a href="%d.html#b">x</a><a href="lost.html">x</a>`, (i+50)%n) + repeat(40, `<a href="/%d/">x</a>`)
	}
	return files
}

// manyNames is a site of pages with long names, and links that misspell each.
func manyNames(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("public/word%d-of-the-page.html", i)] = ""
	}
	files["public/index.html"] = repeat(n, `<a href="wrod%d-off-teh-page.html">x</a>`)
	return files
}
