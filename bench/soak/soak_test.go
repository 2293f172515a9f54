package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

// roleVariable makes the test's own program the server, or linkvet.
const roleVariable = "SOAK_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "server":
		if err := serveOnly(os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
	case "linkvet":
		os.Exit(cli.Run(context.Background(), cli.Process{
			Version: "soak", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr,
		}))
	default:
		leaktest.Main(m)
	}
}

// little is a world for a test, without what takes all of the timeout: that may be
// long then, for a machine that has much else to do.
func little(pages int) world {
	return world{Pages: pages, Hosts: 20, Externals: pages / 5, Seed: 1, Timeout: 10 * time.Second, Without: []string{silenceName, "silence in the body", "slow body"}}
}

func startLittle(t *testing.T, w world) *served {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := startServer(t.Context(), w, []string{"env", roleVariable + "=server", self})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
	})
	return s
}

func judged(t *testing.T, s *served, report string, exit int, out string) {
	t.Helper()
	wrong, planted, err := s.judge(report, exit)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) > 0 {
		t.Errorf("%d faults in the report:\n%s\n%s", len(wrong), strings.Join(wrong, "\n"), out)
	}
	if planted < 30 {
		t.Errorf("%d findings were planted", planted)
	}
}

// The two tests measure all of this process, and so are not parallel.

func TestSoakOfAProcess(t *testing.T) {
	s := startLittle(t, little(400))
	dir := t.TempDir()
	report, output := filepath.Join(dir, "report.json"), filepath.Join(dir, "out")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	samples, exit, err := watch(t.Context(), s, append([]string{self}, linkvetArgs(s, 64, report)...), []string{roleVariable + "=linkvet"}, output, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	out, _ := os.ReadFile(output) // for the message alone
	judged(t, s, report, exit, string(out))
	if err := record(dir, s.world, samples); err != nil {
		t.Fatal(err)
	}
	g := grown(s.world, samples)
	if g.most == 0 || g.mostFiles == 0 {
		t.Errorf("nothing was measured: %+v", g)
	}
	table, err := os.ReadFile(filepath.Join(dir, "curve.csv"))
	if lines := bytes.Count(table, []byte("\n")); err != nil || lines != len(samples)+1 {
		t.Errorf("%d lines for %d samples, %v", lines, len(samples), err)
	}
	got, err := s.counts()
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Seen) < 15 {
		t.Errorf("requests met too few kinds of faults: %v", got.Seen)
	}
}

func TestSoakLeavesNothingBehind(t *testing.T) {
	s := startLittle(t, little(150))
	report := filepath.Join(t.TempDir(), "report.json")
	var out bytes.Buffer
	left, err := inside(t.Context(), linkvetArgs(s, 64, report), &out)
	if err != nil {
		t.Fatal(err)
	}
	if !left.clean() {
		t.Errorf("something is left: %v", left)
	}
	if left.goroutinesMost <= left.goroutinesBefore || left.filesMost <= left.filesBefore {
		t.Errorf("nothing was measured: %v", left)
	}
	judged(t, s, report, left.exit, out.String())
}

func TestGrowthIsJudged(t *testing.T) {
	t.Parallel()
	const pages = 100_000
	for name, test := range map[string]struct {
		growth growth
		fails  bool
	}{
		"little":           {growth: growth{tenth: 50e6, most: 200e6, files: 80, mostFiles: 100, pages: pages}, fails: false},
		"too much":         {growth: growth{tenth: 50e6, most: 300e6, files: 80, mostFiles: 100, pages: pages}, fails: true},
		"descriptors":      {growth: growth{tenth: 50e6, most: 60e6, files: 80, mostFiles: 200, pages: pages}, fails: true},
		"of a small site":  {growth: growth{tenth: 10e6, most: 40e6, files: 10, mostFiles: 80, pages: 1000}, fails: false},
		"nothing measured": {growth: growth{}, fails: false},
	} {
		if err := test.growth.check(2000); (err != nil) != test.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}
