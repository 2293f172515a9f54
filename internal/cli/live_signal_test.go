package cli_test

import (
	"bytes"
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
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// build builds the program itself, as only a process of its own has signals.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "linkvet")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", program, "github.com/linkvet/linkvet")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

func TestLiveSignalsEndTheRunWithAReport(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a process of Windows gets no signal from another one")
	}
	program := build(t)
	for name, signal := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// An invalid link is known to be broken once its page was
			// read, however long the others take.
			const invalid = "http://[/"
			content := livetest.Site{"/": livetest.Page(livetest.Links("/list"))}
			list := livetest.Links(invalid)
			for i := range 100 {
				slow := fmt.Sprintf("/slow/%d", i)
				list += livetest.Links(slow, slow+"#here")
				content[slow] = livetest.Hang
			}
			content["/list"] = livetest.Page(list)
			s := livetest.Serve(t, content)
			r := interrupt(t, s, program, signal)
			if r.Status != livetest.Incomplete {
				t.Errorf("exit status %d:\n%s", r.Status, r.Text)
			}
			r.Pages(t, 2)
			livetest.Says(t, r.Problems, "the run ended early", "the report is incomplete")
			stats := r.Report.Stats
			if stats.Broken != 1 || r.Finding(t, invalid).Reason != link.InvalidURL {
				t.Errorf("what was known is not reported: %+v", stats)
			}
			if stats.Unverified != 100 || r.Finding(t, "/slow/99").Reason != link.NotReached {
				t.Errorf("what was not reached is not reported: %+v", stats)
			}
		})
	}
}

// interrupt runs the program on s until it waits for pages that never come, and
// then sends it a signal. Had it not ended by that, the pages would be timeouts.
func interrupt(t *testing.T, s *livetest.Server, program string, signal os.Signal) livetest.Result {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), program, "--timeout=1m", "--report=json=report.json", s.URL+"/")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for !isHanging(s) {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Error(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || livetest.WithoutProgress(stderr.String()) != "" {
		t.Fatalf("got %v, standard error: %s", err, &stderr)
	}
	src, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := livetest.Result{Status: exit.ExitCode()}
	r.Read(t, stdout.String(), src)
	return r
}

// isHanging reports whether the crawl of a site with slow pages is in its middle.
func isHanging(s *livetest.Server) bool {
	slow := 0
	for request := range s.Asked() {
		if strings.HasPrefix(request, "GET /slow/") {
			slow++
		}
	}
	return slow >= 40
}
