// Package e2e runs the real program in scripts: see README.md.
package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	// The program is built by a command, which the cache of go test does not see: without this,
	// a change of the program alone would find the last result there.
	_ "github.com/linkvet/linkvet/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the golden text of scripts and docs")

// linkvet is the program under test, and root the top folder of the repository.
var linkvet, root string

// TestMain builds the program once, as a user would.
func TestMain(m *testing.M) {
	flag.Parse()
	// Under nohup the scripts' programs would inherit that a hangup is ignored, and a script
	// that sends one would wait for ever. What is caught here they meet with the default.
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(runMain(m))
}

func runMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "linkvet-e2e-")
	if err == nil {
		defer os.RemoveAll(dir)
		linkvet, err = build(dir)
	}
	if err == nil {
		root, err = filepath.Abs("..")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return m.Run()
}

// build makes the program, with the race detector when the tests have it.
func build(dir string) (string, error) {
	// Another user runs the program in some scripts.
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	name := filepath.Join(dir, "linkvet")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	cmd := exec.Command("go", append([]string{"build"}, append(raceFlags, "-o", name, "..")...)...)
	// The tests may run with flags of their own in GOFLAGS.
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("could not build linkvet: %w\n%s", err, out)
	}
	return name, nil
}

// TestScripts runs each testdata/*/*.txtar.
func TestScripts(t *testing.T) {
	t.Parallel()
	dirs, err := filepath.Glob("testdata/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no folders of scripts: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			testscript.Run(t, testscript.Params{
				Dir:                 dir,
				RequireExplicitExec: true,
				RequireUniqueNames:  true,
				UpdateScripts:       *update,
				Cmds:                commands(),
				Setup:               setup,
			})
		})
	}
}

// setup prepares the environment of a script.
func setup(env *testscript.Env) error {
	env.Values[testKey{}], env.Values[githubKey{}] = env.T().(testing.TB), &cell{}
	env.Setenv("PATH", filepath.Dir(linkvet)+string(filepath.ListSeparator)+env.Getenv("PATH"))
	env.Setenv("LINKVET", linkvet)
	env.Setenv("ROOT", root)
	env.Setenv("SITES", filepath.Join(root, "testdata", "sites"))
	// With the race detector each process would sleep for a second at its end.
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	env.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(root, "e2e", "gitconfig"))
	return nil
}

// testKey is the key of the test in the values of a script.
type testKey struct{}

// testOf returns the test that a script is.
func testOf(ts *testscript.TestScript) testing.TB { return ts.Value(testKey{}).(testing.TB) }
