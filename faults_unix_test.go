//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The tests of faults run the program where something of the machine fails: it is
// killed, a disk is full, a file cannot be opened. What holds in all of them: a run
// that did not check everything does not pass, and what was found is not lost.

// everyReport has the run write a report of each format. It returns their files.
func (d *delivery) everyReport() (files []string) {
	for _, format := range []string{"json", "html", "sarif", "junit", "gitlab", "markdown", "pages", "text"} {
		d.Args = append(d.Args, "--report="+format+"=links."+format)
		files = append(files, "links."+format)
	}
	return files
}

// checks has the run check something other than its site.
func (d *delivery) checks(target string) {
	d.Args[slices.Index(d.Args, "site")] = target
}

// fill writes a file of the run's directory.
func (d *delivery) fill(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.file(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.file(name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// text is the content of a file of the run's directory; empty when it does not exist.
func (d *delivery) text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(d.file(name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

// inShell has a shell make something ready before the run takes its place.
func (d *delivery) inShell(t *testing.T, before string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	d.Args = append([]string{"sh", "-c", before + `; exec "$0" "$@"`, d.Path}, d.Args[1:]...)
	d.Path = shell
}

// outputs are those of the run, by name. It fails the test when the file is not whole.
func (d *delivery) outputs(t *testing.T) map[string]string {
	t.Helper()
	values := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(d.text(t, "output.txt"), "\n"), "\n")
	for len(lines) >= 3 {
		name, delimiter, ok := strings.Cut(lines[0], "<<")
		if !ok || lines[2] != delimiter {
			break
		}
		values[name] = lines[1]
		lines = lines[3:]
	}
	if len(lines) > 0 && lines[0] != "" || len(values)%12 != 0 {
		t.Errorf("the outputs are not whole:\n%s", d.text(t, "output.txt"))
	}
	return values
}

// leftBehind are the files in the run's directory that no setting names.
func (d *delivery) leftBehind(t *testing.T) (names []string) {
	t.Helper()
	names, err := filepath.Glob(d.file(".linkvet-*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// isRefused fails the test unless the run could not start, for a reason that each of
// its readers is told of.
func (d *delivery) isRefused(t *testing.T, want int, why string) {
	t.Helper()
	if got := d.status(t, d.Run()); got != want {
		t.Errorf("exit status %d, want %d", got, want)
	}
	d.said(t, why)
	if log := d.stdout.String(); !strings.Contains(log, "::error ") || !strings.Contains(log, why) {
		t.Errorf("the log lacks an error about %q:\n%s", why, log)
	}
	d.holds(t, "summary.md", "linkvet could not start")
	if got := d.outputs(t); got["complete"] != "false" || got["failed"] != "false" {
		t.Errorf("outputs: %v", got)
	}
}

// asNobody has the run take place as a user who owns nothing: root may do what the
// modes of files forbid. A process without that right is such a user already.
func (d *delivery) asNobody(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	const nobody = 65534
	// Directories of tests are for their owner alone.
	for _, name := range []string{d.dir, d.Path} {
		for dir := name; len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	probe := exec.CommandContext(t.Context(), d.Path, "--version")
	probe.Env, probe.SysProcAttr = d.Env, d.SysProcAttr
	if err := probe.Run(); err != nil {
		t.Skipf("cannot run as another user here: %v", err)
	}
}

// chmod changes the mode of a file of the run's directory until the test ends.
func (d *delivery) chmod(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(d.file(name), mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(d.file(name), 0o755) })
}

// openToAll lets another user write the runner's files.
func (d *delivery) openToAll(t *testing.T) {
	t.Helper()
	for _, name := range []string{"summary.md", "output.txt"} {
		d.fill(t, name, "")
		d.chmod(t, name, 0o666)
	}
}

// linksTo is a page with n links to one origin, each to another path.
func linksTo(origin string, n int) string {
	page := "<!doctype html>\n"
	for i := range n {
		page += fmt.Sprintf("<a href=%s/%d>a</a>\n", origin, i)
	}
	return page
}
