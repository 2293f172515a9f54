package openfile

import (
	"errors"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// patience is how long a file may stay open in another program. A search index or a virus
// scanner opens what has just been written, and Windows renames no file over an open one.
const (
	patience      = 2 * time.Second
	firstInterval = time.Millisecond
)

var (
	// whileReplaced are the errors of Windows for a file that something else keeps to itself,
	// as one that another run of linkvet replaces.
	whileReplaced = []syscall.Errno{windows.ERROR_SHARING_VIOLATION, windows.ERROR_LOCK_VIOLATION}
	// whileOpen are those for the replacement of a file that something has open.
	whileOpen = append([]syscall.Errno{windows.ERROR_ACCESS_DENIED}, whileReplaced...)
)

// openPatiently opens a file by a function, again while another program may replace it.
func openPatiently(open func() error) error { return patiently(open, whileReplaced) }

// replacePatiently replaces a file by a function, again while something has it open.
func replacePatiently(replace func() error) error { return patiently(replace, whileOpen) }

// patiently does something again while it fails with one of these errors.
func patiently(do func() error, temporary []syscall.Errno) error {
	interval := firstInterval
	for end := time.Now().Add(patience); ; interval *= 2 {
		err := do()
		isTemporary := slices.ContainsFunc(temporary, func(errno syscall.Errno) bool { return errors.Is(err, errno) })
		if !isTemporary || time.Now().After(end) {
			return err
		}
		time.Sleep(interval)
	}
}
