package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden text of testdata/script, the demo's in README.md and the table in docs/gating/failures.md")

// TestMain makes this binary answer to the name linkvet too, so that scripts and
// tests run the real program in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"linkvet": main, postName: main})
}

func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Cmds:                commands(),
		Setup: func(env *testscript.Env) error {
			// Under the race detector each process would rest for a second at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			here, err := os.Getwd()
			env.Setenv("SITES", filepath.Join(here, "testdata", "sites"))
			return err
		},
	})
}

// demoBlock is what stands between the README's marks for the demo's output.
var demoBlock = regexp.MustCompile("(?s)(<!-- demo -->\n)(.*)(<!-- /demo -->\n)")

// TestREADMEShowsTheDemo holds the README to what its first command prints, but
// for the time that it takes.
func TestREADMEShowsTheDemo(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"go run . testdata/sites/demo", "go test ./..."} {
		if !strings.Contains(string(source), "\n```\n"+command+"\n```\n") {
			t.Errorf("README.md has no block with the command %q", command)
		}
	}
	parts := demoBlock.FindSubmatch(source)
	if parts == nil {
		t.Fatal("README.md has no place for the demo: <!-- demo --> and <!-- /demo -->, each on a line of its own")
	}
	want := "```text\n" + runDemo(t) + "```\n"
	diff := cmp.Diff(settled(want), settled(string(parts[2])))
	if diff != "" && !*update {
		t.Errorf("README.md, run this test with -update (-want +got):\n%s", diff)
	}
	if diff != "" && *update {
		fresh := demoBlock.ReplaceAllFunc(source, func([]byte) []byte {
			return []byte(string(parts[1]) + want + string(parts[3]))
		})
		if err := os.WriteFile("README.md", fresh, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runDemo returns what linkvet prints about the demo site, outside of any
// workflow.
func runDemo(t *testing.T) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "linkvet", "testdata/sites/demo")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("linkvet testdata/sites/demo: got %v, want exit status 1", err)
	}
	return string(out)
}
