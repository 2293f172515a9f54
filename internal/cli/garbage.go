package cli

import "runtime/debug"

// mostGarbage is how large the garbage of a check may grow before it is
// collected, in percent of what is in use. Go's own 100 measures a tenth faster in
// a crawl and a twentieth in a directory, on the documentation of Python and of
// Java, and takes a third more memory; 25 takes a tenth less, and a fifth longer.
const mostGarbage = 50

// collectEarly has garbage collected by that, unless the user has said when by
// GOGC. A limit of memory by GOMEMLIMIT holds besides. What it returns takes it
// back.
func collectEarly(p Process) (undo func()) {
	if p.getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(mostGarbage)
	return func() { debug.SetGCPercent(before) }
}
