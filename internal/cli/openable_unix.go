//go:build linux || darwin

package cli

import "syscall"

// openable returns how many files this process can still open, and whether that
// is known. The lowest descriptor that is free tells how many are taken.
func openable() (n int, known bool) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, false
	}
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		return 0, err == syscall.EMFILE
	}
	_, _ = syscall.Close(pipe[0]), syscall.Close(pipe[1])
	return int(min(limit.Cur, 1<<30)) - pipe[0], true
}
