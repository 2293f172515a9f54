//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// delivery is a run of the program over a site with broken links, whose readers
// are not as they should be.
type delivery struct {
	*exec.Cmd
	dir            string
	stdout, stderr bytes.Buffer
}

// deliver makes a run ready in a directory of its own. Its site has as many broken
// links as are asked for.
func deliver(t *testing.T, links int, args ...string) *delivery {
	t.Helper()
	d := &delivery{dir: t.TempDir()}
	page := "<!doctype html>\n"
	for i := range links {
		page += "<a href=missing-" + strings.Repeat("x", i+1) + ".html>a</a>\n"
	}
	if err := os.Mkdir(filepath.Join(d.dir, "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "site", "index.html"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	d.Cmd = exec.CommandContext(t.Context(), "linkvet", append(args, "site")...)
	d.Dir, d.Stdout, d.Stderr = d.dir, &d.stdout, &d.stderr
	d.Env = []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	return d
}

// inWorkflow has the run take place in a workflow.
func (d *delivery) inWorkflow() {
	d.Env = append(d.Env, "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+d.file("summary.md"), "GITHUB_OUTPUT="+d.file("output.txt"))
}

func (d *delivery) file(name string) string { return filepath.Join(d.dir, name) }

// pipe makes a named pipe.
func (d *delivery) pipe(t *testing.T, name string) string {
	t.Helper()
	if err := syscall.Mkfifo(d.file(name), 0o600); err != nil {
		t.Fatal(err)
	}
	return d.file(name)
}

// status waits for the end and returns the exit status. A process that a signal
// ended has -1.
func (d *delivery) status(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return d.ProcessState.ExitCode()
}

// holds fails the test when a file lacks a text.
func (d *delivery) holds(t *testing.T, name, text string) {
	t.Helper()
	data, err := os.ReadFile(d.file(name))
	if err != nil || !strings.Contains(string(data), text) {
		t.Errorf("%s lacks %q: %v\n%.300s", name, text, err, data)
	}
}

// said fails the test when the standard error lacks a text.
func (d *delivery) said(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(d.stderr.String(), text) {
		t.Errorf("standard error lacks %q:\n%s", text, &d.stderr)
	}
}

func TestAPipeThatNobodyReadsHoldsNothingUp(t *testing.T) {
	t.Parallel()
	d := deliver(t, 2, "--report=sarif=pipe", "--report=json=links.json", "--report=text=links.txt")
	d.pipe(t, "pipe")
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	d.said(t, `linkvet: could not write the report "pipe": no reader opened the pipe`)
	d.holds(t, "links.json", `"schema": "linkvet.report/1"`)
	d.holds(t, "links.txt", "2 broken")
	if !strings.Contains(d.stdout.String(), "2 broken") {
		t.Errorf("standard output: %s", &d.stdout)
	}
}

// A reader who opens a pipe and takes nothing of it is not waited for when the run
// is ended, and by then has held nobody else up.
func TestAReaderWhoStandsStillIsNotWaitedForWhenTheRunEnds(t *testing.T) {
	t.Parallel()
	d := deliver(t, 400, "--report=json=pipe", "--report=json=links.json")
	d.inWorkflow()
	reader, err := os.OpenFile(d.pipe(t, "pipe"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"links.json", "summary.md"} {
		for !exists(d.file(name)) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	if err := d.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if got := d.status(t, d.Wait()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	// It says something else of a reader whom it has waited for to the end.
	if want := `could not write the report "pipe": the run ended before the reader had read all of it`; !strings.Contains(d.stdout.String(), want) {
		t.Errorf("the log lacks %q:\n%s", want, d.stdout.String()[max(0, d.stdout.Len()-500):])
	}
	d.holds(t, "output.txt", "broken")
}

func TestASlowReaderOfAPipeGetsAllOfIt(t *testing.T) {
	t.Parallel()
	d := deliver(t, 400, "--report=json=pipe", "--report=json=links.json")
	got := make(chan []byte, 1)
	name := d.pipe(t, "pipe")
	go func() {
		data, _ := readSlowly(name)
		got <- data
	}()
	if status := d.status(t, d.Run()); status != 1 {
		t.Errorf("exit status %d, want 1: %s", status, &d.stderr)
	}
	want, err := os.ReadFile(d.file("links.json"))
	if err != nil {
		t.Fatal(err)
	}
	if data := <-got; !bytes.Equal(data, want) || len(want) < 100_000 {
		t.Errorf("got %d bytes of %d", len(data), len(want))
	}
}

// readSlowly reads a pipe in odd pieces, at first with rests in between.
func readSlowly(name string) (all []byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	piece := make([]byte, 777)
	for i := 0; ; i++ {
		n, err := f.Read(piece)
		all = append(all, piece[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if i < 20 {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// The names of the own streams are those streams, also where they lead to a plain
// file: that is never replaced. It is tried by a name whose directory takes no
// files, as the others stand in one where a mistake would be lasting.
func TestReportsToStandardStreams(t *testing.T) {
	t.Parallel()
	d := deliver(t, 2, "--report=json=/dev/fd/1", "--report=junit=/dev/null")
	out, err := os.Create(d.file("out.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	d.Stdout = out
	if got := d.status(t, d.Run()); got != 1 || d.stderr.Len() > 0 {
		t.Errorf("exit status %d, want 1: %s", got, &d.stderr)
	}
	d.holds(t, "out.txt", `"schema": "linkvet.report/1"`)
	d.holds(t, "out.txt", "Failed: 2 broken")
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("/dev/null is no device any more: %v, %v", info, err)
	}
}
