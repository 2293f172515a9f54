//go:build !windows

package openfile

import "os"

// Replace renames a file to a name that another file may have, which it replaces.
func Replace(from, to string) error { return os.Rename(from, to) }
