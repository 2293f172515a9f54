//go:build !windows

package transport

import "syscall"

// sameErrnos are other numbers of an error of the system; there are none here.
func sameErrnos(syscall.Errno) []syscall.Errno { return nil }
