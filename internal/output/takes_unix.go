//go:build unix

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// takesMore reports whether a write to f would not wait for a reader now.
func takesMore(f *os.File) (takes bool) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	err = raw.Control(func(fd uintptr) {
		polled := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		n, err := unix.Poll(polled, 0)
		takes = err == nil && n == 1 && polled[0].Revents&unix.POLLOUT != 0
	})
	return err == nil && takes
}
