//go:build unix

package main

import (
	"strings"
	"testing"
)

// A disk that is full costs the files that do not fit, and no other: those keep what
// they held, and the summary and the outputs say so. The limit of the shell stands for
// the disk: behind it a write takes a part of what it is given, as it does there.
func TestAFullDiskCostsWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	d := deliver(t, 300)
	d.inWorkflow()
	files := d.everyReport()
	for _, name := range files {
		d.fill(t, name, oldText)
	}
	d.fill(t, "summary.md", "before\n")
	// 4 KiB, or 8 where a shell counts in blocks of twice the size.
	d.inShell(t, "ulimit -f 8")
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3: %s", got, &d.stderr)
	}
	for _, name := range files {
		if name == "links.pages" { // it fits
			d.holds(t, name, `"links_out":300`)
			continue
		}
		if got := d.text(t, name); got != oldText {
			t.Errorf("%s is not as it was: %d bytes", name, len(got))
		}
		if want := `could not write the report "` + name + `": file too large`; !strings.Contains(d.stdout.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	summary := d.text(t, "summary.md")
	if !strings.HasPrefix(summary, "before\n## ") || !strings.HasSuffix(summary, "\n") || !strings.Contains(summary, "could not write the file in GITHUB") {
		t.Errorf("the summary is not a short one, and whole:\n%s", summary)
	}
	got := d.outputs(t)
	if got["complete"] != "false" || got["failed"] != "true" || got["broken"] != "300" || got["report"] != "" {
		t.Errorf("outputs: %v", got)
	}
	if names := d.leftBehind(t); names != nil {
		t.Errorf("left behind: %v", names)
	}
}

// Where nothing at all can be written the log says so, and the exit status.
func TestADiskWithoutAnyRoom(t *testing.T) {
	t.Parallel()
	d := deliver(t, 0)
	d.inWorkflow()
	d.everyReport()
	d.fill(t, "summary.md", "before\n")
	d.inShell(t, "ulimit -f 0")
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3: %s", got, &d.stderr)
	}
	if got := d.text(t, "summary.md"); got != "before\n" {
		t.Errorf("the summary is not as it was: %q", got)
	}
	for _, want := range []string{
		`::error title=The site was not checked completely::could not write the file in GITHUB_STEP_SUMMARY: `,
		`::error title=The site was not checked completely::could not write the file in GITHUB_OUTPUT: `,
		`could not write the report "links.json": file too large`,
	} {
		if !strings.Contains(d.stdout.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, &d.stdout)
		}
	}
}

// A workspace that cannot be written to costs the reports and the cache.
func TestAReadOnlyWorkspace(t *testing.T) {
	t.Parallel()
	d := deliver(t, 2, "--cache=cache")
	d.inWorkflow()
	d.everyReport()
	d.fill(t, "work/none", "")
	d.Dir = d.file("work")
	d.checks("../site")
	d.openToAll(t)
	d.asNobody(t)
	d.chmod(t, "work", 0o555)
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3: %s%s", got, &d.stderr, &d.stdout)
	}
	d.holds(t, "summary.md", `could not write the report "links.json": permission denied`)
	d.holds(t, "summary.md", `could not write the cache "cache": permission denied`)
	if got := d.outputs(t); got["complete"] != "false" || got["broken"] != "2" {
		t.Errorf("outputs: %v", got)
	}
}
