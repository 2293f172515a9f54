//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Standard streams that are closed when the program starts are those that nobody
// wants to read: the verdict and all other readers are as in any run. No file that
// the run opens may come to stand in their place.
func TestStreamsThatAreClosedFromTheStart(t *testing.T) {
	t.Parallel()
	for _, closed := range []string{"exec <&-", "exec >&-", "exec 2>&-", "exec >&- 2>&-", "exec <&- >&- 2>&-"} {
		for links, want := range []int{0, 1} {
			d := deliver(t, links)
			d.inWorkflow()
			files := d.everyReport()
			d.inShell(t, closed)
			if got := d.status(t, d.Run()); got != want {
				t.Errorf("%s: exit status %d, want %d: %s", closed, got, want, &d.stderr)
			}
			for _, name := range append(files, "summary.md") {
				if text := d.text(t, name); text == "" || strings.Contains(text, "::group::") {
					t.Errorf("%s: %s is not what it should be: %.100s", closed, name, text)
				}
			}
			if got := d.outputs(t); got["complete"] != "true" {
				t.Errorf("%s: outputs %v", closed, got)
			}
		}
	}
	d := deliver(t, 0, "--nonsense")
	d.inWorkflow()
	d.inShell(t, "exec <&- >&- 2>&-")
	if got := d.status(t, d.Run()); got != 2 {
		t.Errorf("exit status %d, want 2", got)
	}
	d.holds(t, "summary.md", "nonsense: unknown setting")
}

// A standard output that nobody reads holds the run up until it is interrupted, and
// loses nothing then.
func TestAStandardOutputThatIsNeverRead(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"output", "both"} {
		t.Run(stream, func(t *testing.T) {
			t.Parallel()
			d := deliver(t, 200, "--format=json", "--report=json=links.json")
			d.inWorkflow()
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			d.Stdout = w
			if stream == "both" {
				d.Stderr = w
			}
			if err := d.Start(); err != nil {
				t.Fatal(err)
			}
			_ = w.Close()
			for d.text(t, "links.json") == "" {
				time.Sleep(5 * time.Millisecond)
			}
			if err := d.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
			if got := d.status(t, d.Wait()); got != 3 {
				t.Errorf("exit status %d, want 3", got)
			}
			const problem = "could not write to standard output: "
			if stream == "output" {
				d.said(t, problem)
			}
			d.holds(t, "summary.md", problem)
			d.holds(t, "summary.md", "the run ended before the reader had read all of it")
			d.holds(t, "links.json", problem)
			if got := d.outputs(t); got["complete"] != "false" || got["broken"] != "200" || got["report"] != "links.json" {
				t.Errorf("outputs: %v", got)
			}
		})
	}
}

// intoPipe starts a run that writes its report to r, and one of 200 broken links to a
// file.
func intoPipe(t *testing.T) (d *delivery, r *os.File) {
	t.Helper()
	d = deliver(t, 200, "--format=json", "--report=json=links.json")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	d.Stdout = w
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	return d, r
}

// A slow reader is waited for, and gets everything.
func TestAStandardOutputThatIsReadSlowly(t *testing.T) {
	t.Parallel()
	d, r := intoPipe(t)
	var got bytes.Buffer
	for range 20 {
		_, _ = io.CopyN(&got, r, 777)
		time.Sleep(5 * time.Millisecond)
	}
	_, _ = io.Copy(&got, r)
	if status := d.status(t, d.Wait()); status != 1 {
		t.Errorf("exit status %d, want 1: %s", status, &d.stderr)
	}
	if want := d.text(t, "links.json"); got.String() != want || len(want) < 70_000 {
		t.Errorf("got %d bytes of %d", got.Len(), len(want))
	}
}

// A reader that leaves, as head does, takes nothing from the others: the run says that
// not all of it was read, and what the site is like.
func TestAReaderThatLeaves(t *testing.T) {
	t.Parallel()
	d := deliver(t, 200, "--format=json", "--report=json=links.json")
	d.inWorkflow()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	d.Stdout = w
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	if _, err := r.Read(make([]byte, 1)); err != nil {
		t.Error(err)
	}
	_ = r.Close()
	if got := d.status(t, d.Wait()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	d.said(t, "could not write to standard output: the reader closed it before the end (broken pipe)")
	if got := d.outputs(t); got["complete"] != "false" || got["failed"] != "true" || got["broken"] != "200" {
		t.Errorf("outputs: %v", got)
	}
}
