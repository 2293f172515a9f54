package openfile

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// patience is how long a file may stay open in another program. A search index or a virus
// scanner opens what has just been written, and Windows renames no file over an open one.
const patience = 2 * time.Second

// Replace renames a file to a name that another file may have, which it replaces. It waits a
// moment for other programs that have the other file open.
func Replace(from, to string) (err error) {
	begin := time.Now()
	for interval := time.Millisecond; ; interval *= 2 {
		err = os.Rename(from, to)
		isOpen := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
		if !isOpen || time.Since(begin) > patience {
			return err
		}
		time.Sleep(interval)
	}
}
