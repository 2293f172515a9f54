package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// demoBlock is what stands between the README's marks for the demo's output.
var demoBlock = regexp.MustCompile("(?s)(<!-- demo -->\n)(.*)(<!-- /demo -->\n)")

// TestREADMEShowsTheDemo holds the README to what its first command prints, but
// for the time that it takes.
func TestREADMEShowsTheDemo(t *testing.T) {
	t.Parallel()
	readme := filepath.Join(root, "README.md")
	source, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	parts := demoBlock.FindSubmatch(source)
	if parts == nil {
		t.Fatal("README.md has no place for the demo: <!-- demo --> and <!-- /demo -->, each on a line of its own")
	}
	cmd := exec.CommandContext(t.Context(), linkvet, "testdata/sites/demo")
	cmd.Dir, cmd.Env = root, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Fatalf("linkvet testdata/sites/demo: got %v, want exit status 1", err)
	}
	want := "```text\n" + string(out) + "```\n"
	diff := cmp.Diff(settled(want), settled(string(parts[2])))
	switch {
	case diff != "" && *update:
		fresh := demoBlock.ReplaceAllFunc(source, func([]byte) []byte {
			return []byte(string(parts[1]) + want + string(parts[3]))
		})
		if err := os.WriteFile(readme, fresh, 0o644); err != nil {
			t.Fatal(err)
		}
	case diff != "":
		t.Errorf("README.md, run this test with -update (-want +got):\n%s", diff)
	case !strings.Contains(string(source), "\n```\ngo run . testdata/sites/demo\n```\n"):
		t.Error("README.md lacks the command")
	}
}
