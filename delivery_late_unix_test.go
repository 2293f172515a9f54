//go:build unix

package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe is written after the summary, as its reader may be slow. What goes wrong
// with it stands at the beginning of the summary all the same.
func TestAPipeThatFailsLateIsInTheSummary(t *testing.T) {
	t.Parallel()
	d := deliver(t, 0, "--report=sarif=pipe", "--report=json=links.json")
	d.inWorkflow()
	d.pipe(t, "pipe")
	if err := os.WriteFile(d.file("summary.md"), []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	const problem = `could not write the report "pipe": no reader opened the pipe`
	d.holds(t, "summary.md", "before\n## ⚠️ Incomplete: `site` was not checked completely\n")
	d.holds(t, "summary.md", "\n- "+problem+"\n")
	if data, err := os.ReadFile(d.file("summary.md")); err != nil || strings.Count(string(data), "## ") != 1 {
		t.Errorf("the first summary still stands: %v\n%s", err, data)
	}
	if want := "::error title=The site was not checked completely::" + problem + "\n"; strings.Count(d.stdout.String(), want) != 1 {
		t.Errorf("the log lacks %q:\n%s", want, &d.stdout)
	}
	d.holds(t, "output.txt", "complete<<_GitHubActionsFileCommandDelimeter_\nfalse\n")
	d.holds(t, "output.txt", "report<<_GitHubActionsFileCommandDelimeter_\nlinks.json\n")
}

// A run in a workflow that is ended says so in the summary, and sets all outputs.
func TestARunThatIsEndedSetsAllOutputs(t *testing.T) {
	t.Parallel()
	d := deliver(t, 0, "--allow-private", "--retries=0")
	d.inWorkflow()
	s := newSilent(t)
	page := "<!doctype html><a href=" + s.url + ">a</a><a href=missing.html>b</a>"
	if err := os.WriteFile(d.file("site/index.html"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.asked:
	case <-time.After(time.Minute):
		t.Error("the link was never asked for")
	}
	if err := d.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if got := d.status(t, d.Wait()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	d.holds(t, "summary.md", "## ⚠️ Incomplete: `site` was not checked completely; so far 1 broken, 1 unverified\n")
	for name, value := range map[string]string{
		"broken": "1", "unverified": "1", "redirected": "0", "new": "2", "fixed": "0", "lost": "0",
		"pages": "1", "unread": "0", "links": "2", "failed": "true", "complete": "false", "report": "",
	} {
		d.holds(t, "output.txt", name+"<<_GitHubActionsFileCommandDelimeter_\n"+value+"\n")
	}
}

// What is left out of a report is not said to be in one that cannot be written.
func TestAReportThatCannotBeWrittenIsNotReferredTo(t *testing.T) {
	t.Parallel()
	d := deliver(t, 400, "--report=json=site/index.html/links.json")
	d.inWorkflow()
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3", got)
	}
	if log := d.stdout.String(); strings.Contains(log, "index.html/links.json for the full list") || !strings.Contains(log, "392 more broken links") {
		t.Errorf("the log refers to what is not there:\n%s", log[max(0, len(log)-1500):])
	}
}
