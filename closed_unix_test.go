//go:build unix

package main

import (
	"os"
	"syscall"
	"testing"
)

// unread returns the end to write to of a pipe that nobody reads any more.
func unread(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return w
}

// A closed standard output ends no run: the reports, the summary and the outputs
// have readers of their own.
func TestAClosedStandardOutputEndsNoRun(t *testing.T) {
	t.Parallel()
	for name, workflow := range map[string]bool{"in a shell": false, "in a workflow": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deliver(t, 2, "--report=json=links.json")
			if workflow {
				d.inWorkflow()
			}
			d.Stdout = unread(t)
			if got := d.status(t, d.Run()); got != 3 {
				t.Errorf("exit status %d, want 3", got)
			}
			if want := "linkvet: could not write to standard output: the reader closed it before the end (broken pipe)\n"; d.stderr.String() != want {
				t.Errorf("standard error: got %q, want %q", &d.stderr, want)
			}
			d.holds(t, "links.json", `"schema": "linkvet.report/1"`)
			if workflow {
				d.holds(t, "summary.md", "2 broken")
				d.holds(t, "output.txt", "complete")
			}
		})
	}
}

// What is said to nobody changes nothing: neither what is written nor the status.
func TestAClosedStandardErrorEndsNoRun(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args []string
		want int
	}{
		"nothing to say":                    {args: nil, want: 1},
		"a report that cannot be written":   {args: []string{"--report=json=site", "--report=text=links.txt"}, want: 3},
		"a wrong call":                      {args: []string{"--concurrency=many"}, want: 2},
		"what goes there cannot be written": {args: []string{"--report=json=/dev/stderr", "--report=text=links.txt"}, want: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deliver(t, 2, test.args...)
			d.Stderr = unread(t)
			if got := d.status(t, d.Run()); got != test.want {
				t.Errorf("exit status %d, want %d", got, test.want)
			}
			if test.want == 3 {
				d.holds(t, "links.txt", "2 broken")
			}
		})
	}
}

// What only prints ends with its reader, as any filter does.
func TestWhatOnlyPrintsEndsWithItsReader(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--help", "--version", "--dump"} {
		d := deliver(t, 2, flag)
		d.Stdout = unread(t)
		_ = d.Run()
		if got, _ := d.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != syscall.SIGPIPE || d.stderr.Len() > 0 {
			t.Errorf("%s: got %v, standard error: %s", flag, d.ProcessState, &d.stderr)
		}
	}
}
