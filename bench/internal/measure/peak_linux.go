package measure

import (
	"os"
	"syscall"
)

// peak returns the most resident memory that an ended process held. Linux counts
// in KiB, and begins with what this process holds when it starts the other: so
// this process is to stay small.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) << 10
}
