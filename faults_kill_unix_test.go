//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// moments is how many times a run is killed. LINKVET_FAULT_MOMENTS=2000 looks closer,
// which takes minutes.
func moments(t *testing.T, usual int) int {
	t.Helper()
	value := os.Getenv("LINKVET_FAULT_MOMENTS")
	if value == "" {
		return usual
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// when is where a cache and an HTML report say when they were made.
var when = regexp.MustCompile(`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z|\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC`)

// killing is a run that is to be killed, with what it writes when it is not.
type killing struct {
	files []string
	whole map[string]string
	took  time.Duration
}

const (
	oldText  = "what an earlier run wrote\n"
	oldCache = "linkvet.cache/1\n"
)

// newKilling makes a run of the same kind ready as many times as it is called. All of
// them have old files in their way.
func newKilling(t *testing.T, server string) *delivery {
	t.Helper()
	d := deliver(t, 12, "--allow-private", "--cache=cache")
	d.inWorkflow()
	for _, name := range d.everyReport() {
		d.fill(t, name, oldText)
	}
	d.fill(t, "cache", oldCache)
	d.fill(t, "summary.md", oldText)
	d.fill(t, "output.txt", "")
	d.fill(t, "site/others.html", linksTo(server, 10))
	return d
}

func newReference(t *testing.T, server string) killing {
	t.Helper()
	d := newKilling(t, server)
	begun := time.Now()
	if got := d.status(t, d.Run()); got != 1 {
		t.Fatalf("exit status %d, want 1: %s", got, &d.stderr)
	}
	k := killing{whole: map[string]string{}, took: time.Since(begun)}
	for _, file := range []string{"json", "html", "sarif", "junit", "gitlab", "markdown", "pages", "text"} {
		k.files = append(k.files, "links."+file)
	}
	k.files = append(k.files, "cache", "summary.md", "output.txt")
	for _, name := range k.files {
		k.whole[name] = comparable(d.text(t, name))
	}
	return k
}

// comparable is the text of a file without what differs from run to run.
func comparable(text string) string { return when.ReplaceAllString(settled(text), "WHEN") }

// holdsWhole fails the test when a file is neither as it was nor as a run leaves it.
func (k killing) holdsWhole(t *testing.T, d *delivery, at string) {
	t.Helper()
	for _, name := range k.files {
		got, old := d.text(t, name), oldText
		switch name {
		case "cache":
			old = oldCache
		case "output.txt":
			old = ""
		}
		if got != old && comparable(got) != k.whole[name] {
			t.Errorf("%s: %s is neither as it was nor as it should be (-want +got):\n%.2000s", at, name, cmp.Diff(k.whole[name], comparable(got)))
		}
	}
}

// holdsFindings is holdsWhole for a run that ended in the second that it has after a
// signal: a machine under load may not read the lines of the pages again by then, which
// the reports show of each finding, and may show them otherwise.
func (k killing) holdsFindings(t *testing.T, d *delivery, at string) {
	t.Helper()
	for _, name := range k.files {
		got := d.text(t, name)
		for _, found := range missing.FindAllString(k.whole[name], -1) {
			if got != oldText && !strings.Contains(got, found) {
				t.Errorf("%s: %s does not name %s:\n%.2000s", at, name, found, got)
				break
			}
		}
	}
}

// missing are the targets of these runs that do not exist.
var missing = regexp.MustCompile(`missing-x+\.html\b`)

// atMoments starts a run again and again, and calls end at moments that are spread over
// the time that a whole one takes.
func atMoments(t *testing.T, usual int, end func(k *killing, d *delivery, after time.Duration)) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	k := newReference(t, server.URL)
	n := moments(t, usual)
	for i := range n {
		d := newKilling(t, server.URL)
		after := k.took * time.Duration(i) / time.Duration(n)
		if err := d.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(after)
		end(&k, d, after)
	}
}

// A run that is killed leaves each file as it was or as it should be, never half of
// one. What is added to files of the runner is added whole or not at all.
func TestAKilledRunLeavesNoHalfFile(t *testing.T) {
	t.Parallel()
	atMoments(t, 20, func(k *killing, d *delivery, after time.Duration) {
		_ = d.Process.Kill() // it may be at its end
		_ = d.Wait()
		k.holdsWhole(t, d, "killed after "+after.String())
	})
}

// A run that is interrupted ends by itself, whenever that is: before it can say
// anything, with a report of what is known, or with all of it.
func TestAnInterruptedRunSaysHowItEnded(t *testing.T) {
	t.Parallel()
	atMoments(t, 12, func(k *killing, d *delivery, after time.Duration) {
		_ = d.Process.Signal(syscall.SIGTERM) // it may be at its end
		status := d.status(t, d.Wait())
		ended, _ := d.ProcessState.Sys().(syscall.WaitStatus)
		outputs := d.outputs(t)
		switch {
		case ended.Signaled() && ended.Signal() == syscall.SIGTERM:
			// It had not begun.
		case status == 2 && strings.Contains(d.stdout.String(), "::error "), status == 3 && outputs["complete"] == "false":
			// It says that it was not checked completely.
			d.holds(t, "summary.md", "## ")
		case status == 1 && outputs["failed"] == "true" && outputs["complete"] == "true":
			k.holdsFindings(t, d, "interrupted after "+after.String())
		default:
			t.Errorf("interrupted after %v: exit status %d, outputs %v:\n%s%s", after, status, outputs, &d.stdout, &d.stderr)
		}
	})
}
