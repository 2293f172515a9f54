package cli

import (
	"math"
	"runtime/debug"
	"testing"
)

// TestLimitMemory is not parallel: the limit is that of the whole process.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(before)
	for want, environ := range map[int64][]string{memoryLimit: nil, math.MaxInt64: {"GOMEMLIMIT=off"}} {
		undo := limitMemory(Process{Environ: environ})
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("with %q the limit is %d, want %d", environ, got, want)
		}
		undo()
		if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
			t.Errorf("the limit is %d at last", got)
		}
	}
}
