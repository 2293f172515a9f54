//go:build !windows

package fetch

import (
	"math"
	"syscall"
)

// fileLimit is how many files this process may have open at once. Go has raised it as far as the
// system allows.
func fileLimit() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}

// sameErrnos are other numbers of an error of the system; there are none here.
func sameErrnos(syscall.Errno) []syscall.Errno { return nil }
