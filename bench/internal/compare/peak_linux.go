package compare

import (
	"os"
	"syscall"
)

// peak returns the peak of resident memory of an ended process, in bytes. The count of Linux is in
// KiB. It begins with the memory of the process that starts the other: this one has to stay small.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(usage.Maxrss) << 10
}
