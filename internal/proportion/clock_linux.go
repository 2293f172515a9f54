package proportion

import (
	"syscall"
	"time"
	"unsafe"
)

// threadClock is CLOCK_THREAD_CPUTIME_ID of clock_gettime(2). What getrusage(2)
// says of a thread is only brought up to date a few hundred times a second.
const threadClock = 3

// processorTime is how long the thread has run on a processor so far.
func processorTime() time.Duration {
	var now syscall.Timespec
	if _, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&now)), 0); errno != 0 {
		panic(errno) // every kernel that Go runs on has the clock
	}
	return time.Duration(now.Nano())
}
