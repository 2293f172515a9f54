package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/link"
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
	program := build(t)
	for name, signal := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A link that nobody can follow is known to be broken once its page was
			// read, however long the others take.
			const invalid = "http://[/"
			content := site{"/": page(links("/list"))}
			list := links(invalid)
			for i := range 100 {
				slow := fmt.Sprintf("/slow/%d", i)
				list += links(slow, slow+"#here")
				content[slow] = hang
			}
			content["/list"] = page(list)
			s := serve(t, content)
			r := interrupt(t, s, program, signal)
			if r.status != incomplete {
				t.Errorf("exit status %d:\n%s", r.status, r.text)
			}
			r.pages(t, 2)
			says(t, r.problems, "the run ended early", "the report is incomplete")
			stats := r.report.Stats
			if stats.Broken != 1 || r.finding(t, invalid).Reason != link.InvalidURL {
				t.Errorf("what was known is not reported: %+v", stats)
			}
			if stats.Unverified != 100 || r.finding(t, "/slow/99").Reason != link.NotReached {
				t.Errorf("what was not reached is not reported: %+v", stats)
			}
		})
	}
}

// interrupt runs the program on s until it waits for pages that never come, and
// then sends it a signal. Had it not ended by that, the pages would be timeouts.
func interrupt(t *testing.T, s *server, program string, signal os.Signal) result {
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
	for !s.isHanging() {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Error(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || withoutProgress(stderr.String()) != "" {
		t.Fatalf("got %v, standard error: %s", err, &stderr)
	}
	src, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	r := result{status: exit.ExitCode()}
	r.read(t, stdout.String(), src)
	return r
}

// isHanging reports whether the crawl of a site with slow pages is in its middle.
func (s *server) isHanging() bool {
	slow := 0
	for request := range s.asked() {
		if strings.HasPrefix(request, "GET /slow/") {
			slow++
		}
	}
	return slow >= 40
}
