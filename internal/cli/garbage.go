package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// How large the garbage of a check may grow before it is collected, in percent
// of what is in use. Measured on the documentation of Python and of Java: in a
// directory 100 is a tenth faster than 50, as there is little garbage, and takes a
// tenth more memory. Over HTTP 75 is a twentieth faster than 50 and takes a
// twentieth more, and 100 is a fiftieth faster than 75 and takes a tenth more. 25 is
// slower everywhere, and saves next to nothing.
const (
	muchGarbage = 100
	liveGarbage = 75
	someGarbage = 50
)

// noGarbage lets the heap grow to 8 MB before anything is collected, as the runtime
// begins with 4 MB at 100 percent. What the check of some hundred pages leaves is
// less than that. With 16 MB a check is no faster, and takes up to 4 MB more.
const noGarbage = 200

// garbage is at which percentages garbage is collected.
type garbage struct{ first, then int }

// manyFiles is from how many files on a directory takes so much memory that
// little of it should be garbage: the million that are to fit into a runner take
// 0.7 GB, and 0.9 GB with muchGarbage.
const manyFiles = 200_000

// collectAt says when garbage is collected, unless the user has said so by GOGC. A
// limit of memory by GOMEMLIMIT holds besides. What it returns takes it back.
func collectAt(at garbage, p Process) (undo func()) {
	if p.getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(at.first)
	var mu sync.Mutex
	undone := false
	// Nobody holds the marker, so that the first collection finds it.
	runtime.AddCleanup(&marker{}, func(percent int) {
		mu.Lock()
		defer mu.Unlock()
		if !undone {
			debug.SetGCPercent(percent)
		}
	}, at.then)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		undone = true
		debug.SetGCPercent(before)
	}
}

// marker is something that can be garbage. Its pointer keeps it from sharing its
// memory with other things.
type marker struct{ _ *marker }
