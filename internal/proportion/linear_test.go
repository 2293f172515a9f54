package proportion

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// measurement is what one reader took for one shape.
type measurement struct {
	Reader, Kind, Shape string
	// Size is that of the smallest text in bytes. Steps and Allocated are for it and
	// for texts of twice and four times that.
	Size             int
	Steps, Allocated [3]int
}

// TestReadersAreLinear counts what every reader of the table in the program readers
// does for texts of growing sizes.
func TestReadersAreLinear(t *testing.T) {
	t.Parallel()
	if Raced {
		t.Skip("the program that counts is the same with the race detector and without")
	}
	kinds := map[string][]string{}
	for _, m := range measure(t) {
		if !slices.Contains(kinds[m.Reader], m.Kind) {
			kinds[m.Reader] = append(kinds[m.Reader], m.Kind)
		}
		if grows(m.Steps) {
			t.Errorf("%s: %s %q: sizes %d, %d and %d take %d steps", m.Reader, m.Kind, m.Shape, m.Size, 2*m.Size, 4*m.Size, m.Steps)
		}
		// Memory is taken in ever larger pieces, so that one doubling tells too little. A
		// square would be sixteen times as much.
		if m.Allocated[2] > 8*m.Allocated[0] {
			t.Errorf("%s: %s %q: sizes %d, %d and %d allocate %d bytes", m.Reader, m.Kind, m.Shape, m.Size, 2*m.Size, 4*m.Size, m.Allocated)
		}
	}
	if len(kinds) == 0 {
		t.Error("nothing was measured")
	}
	for reader, has := range kinds {
		for _, kind := range []string{"openers", "closers", "nesting", "repetition", "alternation"} {
			if !slices.Contains(has, kind) {
				t.Errorf("%s has no shape of %s", reader, kind)
			}
		}
	}
}

// measure builds the program readers so that it counts what it does, and runs it.
func measure(t *testing.T) (all []measurement) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "readers")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	// Only the go command is needed, and no network: all packages are there, as those
	// of this module were built. Without the folder's name, what was built once is kept.
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", program, "./internal/proportion/readers")
	build.Dir = counting(t, root)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("could not build: %v\n%s", err, out)
	}
	run := exec.CommandContext(t.Context(), program)
	run.Stderr = os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var m measurement
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Errorf("%v: %s", err, lines.Bytes())
		}
		all = append(all, m)
	}
	if err := run.Wait(); err != nil {
		t.Fatalf("could not count: %v", err)
	}
	t.Logf("processor time: %v to build, %v to count %d shapes", build.ProcessState.UserTime(), run.ProcessState.UserTime(), len(all))
	return all
}

// grows reports whether counts for a size, twice and four times that grow by more
// than mostGrowth with a doubling.
func grows(counts [3]int) bool {
	for i := range 2 {
		if float64(counts[i+1]) > maxGrowth*float64(max(counts[i], 1)) {
			return true
		}
	}
	return false
}
