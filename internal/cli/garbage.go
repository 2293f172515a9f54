package cli

import "runtime/debug"

// How large the garbage of a check may grow before it is collected, in percent
// of what is in use. Measured on the documentation of Python and of Java: over
// HTTP 100 is a twentieth faster than 50 and takes a sixth more memory; in a
// directory it is a tenth faster, as there is little garbage, and takes a tenth
// more. 25 is slower everywhere, and saves next to nothing.
const (
	muchGarbage = 100
	someGarbage = 50
)

// manyFiles is from how many files on a directory takes so much memory that
// little of it should be garbage: the million that are to fit into a runner take
// 0.7 GB, and 0.9 GB with muchGarbage.
const manyFiles = 200_000

// collectAt has garbage collected at a percentage, unless the user has said when
// by GOGC. A limit of memory by GOMEMLIMIT holds besides. What it returns takes
// it back.
func collectAt(percent int, p Process) (undo func()) {
	if p.getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}
