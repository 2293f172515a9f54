package cli

import "runtime/debug"

// memoryLimit is the memory in bytes from which on garbage is collected more often
// than gcpercent.Set says. The memory in use stays below that for any site,
// but garbage as large as that once more would be past a gigabyte.
const memoryLimit = 768 << 20

// limitMemory sets the limit of the process, unless the user has set one by
// GOMEMLIMIT. What it returns takes it back.
func limitMemory(p Process) (undo func()) {
	if p.getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	before := debug.SetMemoryLimit(memoryLimit)
	return func() { debug.SetMemoryLimit(before) }
}
