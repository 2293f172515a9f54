//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// The environment may be empty, and what it names may not exist.
func TestBareEnvironments(t *testing.T) {
	t.Parallel()
	for name, environ := range map[string][]string{
		"nothing at all":         {},
		"no home and no path":    {"GITHUB_ACTIONS=true"},
		"places that do not are": {"HOME=/nowhere", "TMPDIR=/nowhere", "PATH=/nowhere", "LANG=none", "LC_ALL=none", "PWD=/nowhere", "TZ=None/Where"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deliver(t, 2)
			files := d.everyReport()
			d.Env = append(environ, "GORACE=atexit_sleep_ms=0")
			if got := d.status(t, d.Run()); got != 1 {
				t.Errorf("exit status %d, want 1: %s", got, &d.stderr)
			}
			for _, name := range files {
				if d.text(t, name) == "" {
					t.Errorf("%s was not written", name)
				}
			}
		})
	}
}

// A working directory that does not exist any more, or that may not be searched, is
// named as what is wrong.
func TestAWorkingDirectoryThatIsGone(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"site", "", "absolute"} {
		d := deliver(t, 0)
		d.inWorkflow()
		d.fill(t, "gone/x", "")
		switch target {
		case "absolute":
			d.checks(d.file("site"))
		case "":
			d.Args = d.Args[:1]
		}
		d.inShell(t, `cd gone && rm x && rmdir ../gone`)
		d.isRefused(t, 2, "the working directory does not exist or cannot be read; start linkvet in another directory")
	}
	d := deliver(t, 0)
	d.inWorkflow()
	d.openToAll(t)
	d.fill(t, "closed/x", "")
	d.checks("../site")
	d.Dir = d.file("closed")
	d.asNobody(t)
	if who := d.SysProcAttr; who != nil {
		if err := os.Chown(d.Dir, int(who.Credential.Uid), -1); err != nil {
			t.Fatal(err)
		}
	}
	d.inShell(t, "chmod 0 .")
	t.Cleanup(func() { _ = os.Chmod(d.Dir, 0o755) })
	d.isRefused(t, 2, "the working directory does not exist or cannot be read; ")
}

// What another user may not read was not checked.
func TestFilesOfAnotherUser(t *testing.T) {
	t.Parallel()
	for closed, problem := range map[string]string{
		"site/closed.html":     `could not read the page "site/closed.html": permission denied`,
		"site/closed":          `could not list directory "site/closed": permission denied`,
		"site/styles/main.css": `could not read "site/styles/main.css": permission denied`,
	} {
		t.Run(closed, func(t *testing.T) {
			t.Parallel()
			d := deliver(t, 0)
			d.inWorkflow()
			d.openToAll(t)
			d.fill(t, "site/closed.html", "<!doctype html>")
			d.fill(t, "site/closed/index.html", "<!doctype html>")
			d.fill(t, "site/styles/main.css", "a { background: url(x.png) }")
			d.fill(t, "site/styles/x.png", "x")
			d.asNobody(t)
			d.chmod(t, closed, 0)
			if got := d.status(t, d.Run()); got != 3 {
				t.Errorf("exit status %d, want 3: %s%s", got, &d.stderr, &d.stdout)
			}
			for _, said := range []string{d.stdout.String(), strings.ReplaceAll(d.text(t, "summary.md"), `\`, "")} {
				if !strings.Contains(said, problem) {
					t.Errorf("it lacks %q:\n%s", problem, said)
				}
			}
			if got := d.outputs(t); got["complete"] != "false" {
				t.Errorf("outputs: %v", got)
			}
		})
	}
}

// Settings and baselines that may not be read are none that are not there.
func TestSettingsOfAnotherUser(t *testing.T) {
	t.Parallel()
	for closed, why := range map[string]string{
		".linkvet.yml": "could not read .linkvet.yml: permission denied",
		"known.json":   `could not read the baseline "known.json": permission denied`,
		"site":         `could not open directory "site": permission denied`,
	} {
		d := deliver(t, 0, "--baseline=known.json")
		d.inWorkflow()
		d.openToAll(t)
		d.fill(t, ".linkvet.yml", "fail-on: none\n")
		d.fill(t, "known.json", `{"schema": "linkvet.report/1"}`)
		d.asNobody(t)
		d.chmod(t, closed, 0)
		d.isRefused(t, 2, why)
	}
}

// Times of files say nothing: a clock that was wrong when they were made, or is wrong
// now, changes no verdict.
func TestTimesOfFilesDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, when := range []time.Time{time.Unix(0, 0), time.Now().AddDate(200, 0, 0)} {
		d := deliver(t, 2, "--baseline=known.json", "--cache=cache")
		d.inWorkflow()
		d.fill(t, "cache", "linkvet.cache/1\n")
		d.fill(t, "known.json", `{"schema": "linkvet.report/1"}`)
		for _, name := range []string{"cache", "known.json", "site", "site/index.html"} {
			if err := os.Chtimes(d.file(name), when, when); err != nil {
				t.Fatal(err)
			}
		}
		if got := d.status(t, d.Run()); got != 1 {
			t.Errorf("%v: exit status %d, want 1: %s", when, got, &d.stderr)
		}
		if got := d.outputs(t); got["complete"] != "true" || got["broken"] != "2" {
			t.Errorf("%v: outputs %v", when, got)
		}
	}
}
