package openfile

import "os"

// Replace renames a file to a name that another file may have, which it replaces. On
// Windows that waits a moment for other programs that have the other file open.
func Replace(from, to string) error {
	return replacePatiently(func() error { return os.Rename(from, to) })
}
