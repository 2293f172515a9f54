package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// gatingFile lists the ways in which a site cannot be checked.
const gatingFile = "docs/gating/failures.md"

// gateCase is one way in which a run cannot check its site.
type gateCase struct {
	// way names it, as the table does.
	way string
	// site is what is served; nil is a directory of files.
	site http.Handler
	// files are those of the working directory. In them, in args and in env $SITE is the
	// origin of the served site, and $LIMIT a time of one second or more.
	files map[string]string
	// args come before TARGET, which is left out where isBare is true.
	args   []string
	isBare bool
	// env is added to an environment without a workflow.
	env []string
	// inTime reports whether a run came as far as it has to; nil for any run.
	inTime func() bool
	// status is the exit status that the run has to end with.
	status int
}

// gateTable is what stands between the marks of gatingFile.
var gateTable = regexp.MustCompile(`(?s)(<!-- ways -->\n)(.*)(<!-- /ways -->\n)`)

// TestEveryGateIsShutWithAMessage plays each way in which a site cannot be checked
// with the real program: no run may pass, and docs/gating/failures.md has to show what each
// one says.
func TestEveryGateIsShutWithAMessage(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(gatingFile)
	if err != nil {
		t.Fatal(err)
	}
	parts := gateTable.FindSubmatch(source)
	if parts == nil {
		t.Fatalf("%s has no place for the table: <!-- ways --> and <!-- /ways -->, each on a line of its own", gatingFile)
	}
	// On Windows the system has other words for a missing file.
	said := strings.NewReplacer("|", `\|`, syscall.Errno(2).Error(), "no such file or directory")
	var b strings.Builder
	b.WriteString("| what is wrong | what linkvet says | exit status |\n| --- | --- | --- |\n")
	for _, c := range gateCases() {
		fmt.Fprintf(&b, "| %s | %s | %d |\n", c.way, said.Replace(c.play(t)), c.status)
	}
	want, got := b.String(), string(parts[2])
	if want == got {
		return
	}
	if !*update {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", gatingFile, cmp.Diff(want, got))
		return
	}
	fresh := gateTable.ReplaceAllFunc(source, func([]byte) []byte {
		return []byte(string(parts[1]) + want + string(parts[3]))
	})
	if err := os.WriteFile(gatingFile, fresh, 0o644); err != nil {
		t.Fatal(err)
	}
}

// play runs the program and returns what it says of the run: its problems, or what
// is wrong with the call. A limit reads as one second.
func (c gateCase) play(t *testing.T) (text string) {
	t.Helper()
	livetest.Within(t, time.Second, func(limit time.Duration) bool {
		text = strings.ReplaceAll(c.playWithin(t, limit), "of "+limit.String(), "of 1s")
		return c.inTime == nil || c.inTime()
	})
	return text
}

// playWithin plays with a limit.
func (c gateCase) playWithin(t *testing.T, limit time.Duration) string {
	t.Helper()
	dir, origin, target := t.TempDir(), "", "public"
	if c.site != nil {
		server := httptest.NewServer(c.site)
		t.Cleanup(server.Close)
		origin, target = server.URL, server.URL+"/"
	}
	fill := func(s string) string {
		return strings.NewReplacer("$SITE", origin, "$DIR", dir, "$LIMIT", limit.String()).Replace(s)
	}
	for name, content := range c.files {
		put(t, dir, name, fill(content))
	}
	args := []string{"--report=json=report.json", "--retries=0"}
	for _, arg := range c.args {
		args = append(args, fill(arg))
	}
	if !c.isBare {
		args = append(args, target)
	}
	cmd := exec.CommandContext(t.Context(), "linkvet", args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	for _, variable := range c.env {
		cmd.Env = append(cmd.Env, fill(variable))
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != c.status {
		t.Errorf("%s: exit status %d, want %d:\n%s%s", c.way, got, c.status, out, &stderr)
	}
	said := c.problems(t, filepath.Join(dir, "report.json"))
	if len(said) == 0 {
		// What is wrong with the call is said on the standard error, or on the one
		// stream of a workflow, in commands.
		text := stderr.String() + string(out)
		for line := range strings.SplitSeq(text, "\n") {
			if rest, ok := strings.CutPrefix(line, "linkvet: "); ok {
				said = append(said, rest)
			}
		}
		if len(said) == 0 {
			t.Errorf("%s: the program says nothing of it:\n%s", c.way, text)
		}
	}
	text := strings.Join(said, "; ")
	if origin != "" {
		text = strings.ReplaceAll(text, origin, "https://preview.example")
		text = strings.ReplaceAll(text, strings.TrimPrefix(origin, "http://"), "preview.example")
	}
	return text
}

// problems are those of the JSON report; none when there is no report.
func (c gateCase) problems(t *testing.T, path string) []string {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Complete bool     `json:"complete"`
		Problems []string `json:"problems"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatal(err)
	}
	if report.Complete && c.status == 3 {
		t.Errorf("%s: the report says that the run is complete", c.way)
	}
	return slices.Clone(report.Problems)
}

// gateCases are in the order of the table.
func gateCases() []gateCase {
	return slices.Concat(
		directoryGates(),
		siteGates(),
		deploymentGates(),
		deliveryGates(),
	)
}
