//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// waiting starts a run that waits for a host that never answers.
func waiting(t *testing.T, prepare func(*delivery)) *delivery {
	t.Helper()
	d := deliver(t, 0, "--allow-private", "--retries=0", "--timeout=10m")
	d.inWorkflow()
	s := newSilent(t)
	d.fill(t, "site/index.html", "<!doctype html><a href="+s.url+">a</a><a href=missing.html>b</a>")
	if prepare != nil {
		prepare(d)
	}
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Process.Kill() })
	select {
	case <-s.asked:
	case <-time.After(time.Minute):
		t.Fatal("the link was never asked for")
	}
	return d
}

func (d *delivery) send(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := d.Process.Signal(signal); err != nil {
		t.Error(err)
	}
}

// A terminal that goes away ends a run with its report, as other signals do.
func TestAHangUpEndsTheRunWithAReport(t *testing.T) {
	t.Parallel()
	// The tests may have been started by nohup, and what they start would ignore the
	// signal as they do. A signal that is handled here is none that is ignored there.
	here := make(chan os.Signal, 1)
	signal.Notify(here, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(here) })
	d := waiting(t, nil)
	d.send(t, syscall.SIGHUP)
	if got := d.status(t, d.Wait()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	d.holds(t, "summary.md", "so far 1 broken, 1 unverified")
	if got := d.outputs(t); got["complete"] != "false" || got["broken"] != "1" {
		t.Errorf("outputs: %v", got)
	}
}

// What was started to outlive its terminal, as by nohup, does.
func TestAHangUpThatIsIgnoredEndsNothing(t *testing.T) {
	t.Parallel()
	d := waiting(t, func(d *delivery) { d.inShell(t, "trap '' HUP") })
	d.send(t, syscall.SIGHUP)
	d.send(t, syscall.SIGTERM)
	if got := d.status(t, d.Wait()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	d.holds(t, "summary.md", "the run ended early (terminated signal received)")
}

// A second signal ends the process at once, also while the first one's report is on
// its way to a reader that takes nothing.
func TestASecondSignalEndsTheProcessAtOnce(t *testing.T) {
	t.Parallel()
	d, _ := intoPipe(t)
	for d.text(t, "links.json") == "" {
		time.Sleep(5 * time.Millisecond)
	}
	// The handler of the first one is taken away beside the run, so a second one that
	// comes too soon is a first one still: it is sent until it is not.
	var err error
	ended := make(chan error, 1)
	go func() { ended <- d.Wait() }()
	for again := time.NewTicker(10 * time.Millisecond); ; {
		select {
		case <-again.C:
			_ = d.Process.Signal(syscall.SIGTERM) // it may have ended
			continue
		case err = <-ended:
		}
		break
	}
	d.status(t, err)
	if got, _ := d.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, and not by the second signal", d.ProcessState)
	}
}
